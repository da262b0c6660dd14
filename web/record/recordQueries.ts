// What the record page fetches, and how it is cached.

import { queryOptions } from '@tanstack/react-query';
import { resources } from '../api/resources.ts';
import type { Entity, Model, Relation } from '../model/model.ts';
import { toRows } from '../query/rows.ts';
import type { Origin } from '../state/addresses.ts';

import type { RecordCells } from '../values/records.ts';
import { aroundQuery, readNeighbours } from './neighbours.ts';
import { pointersQuery, readPointers, referrersDocument } from './relatives.ts';

export function recordQuery(entity: string, key: readonly string[]) {
  return queryOptions({
    queryKey: ['record', entity, key],
    queryFn: ({ signal }) => resources.record(entity, key, signal),
  });
}

export function pointersOptions(
  model: Model,
  entity: Entity,
  key: readonly string[],
  record: RecordCells | undefined,
) {
  const query = record && pointersQuery(model, entity, record, new Date());
  return queryOptions({
    queryKey: ['pointers', entity.name, key],
    queryFn: async ({ signal }) => {
      const answer = query && (await resources.query(query, { offset: 0, limit: 1, count: 'none' }, signal));
      return readPointers(model, entity, record ?? {}, answer);
    },
    enabled: record !== undefined,
  });
}

const RELATED_ROWS = 5;

export function referrersOptions(
  model: Model,
  entity: Entity,
  key: readonly string[],
  relation: Relation,
  record: RecordCells,
) {
  return queryOptions({
    queryKey: ['referrers', entity.name, key, relation.entity, relation.own, relation.other],
    queryFn: async ({ signal }) => {
      const doc = referrersDocument(model, relation, record);
      if (!doc) return undefined;
      const { query, extras } = toRows(doc, model, new Date());
      const answer = await resources.query(query, { offset: 0, limit: RELATED_ROWS, count: 'exact' }, signal);
      return { doc, answer, extras, total: Number(answer.size.total?.value ?? 0) };
    },
  });
}

export function neighboursOptions(
  model: Model,
  entity: string,
  key: readonly string[],
  from: Origin | undefined,
) {
  return queryOptions({
    queryKey: ['neighbours', entity, key, from],
    queryFn: async ({ signal }) => {
      const around = from && aroundQuery(model, entity, from, new Date());
      if (!from || !around) return null;
      const answer = await resources.query(around.query, around.page, signal);
      return readNeighbours(around, answer, from, key) ?? null;
    },
    enabled: from !== undefined,
  });
}
