// Chooses an entity. Unrelated ones show the size of the product; connected ones will be joined.

import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { countQuery, sampleQuery } from '../answers/queries.ts';
import { t } from '../messages/index.ts';
import { late } from '../messages/late.ts';
import { bestScore } from '../model/matching.ts';
import { type Entity, type Model, sortedEntities } from '../model/model.ts';
import { partNames } from '../model/parts.ts';
import type { QueryDocument } from '../query/document.ts';
import { connectedTo } from '../query/joinPaths.ts';
import { Picker, type PickerGroup } from '../ui/Picker.tsx';
import { cellOf } from '../values/records.ts';
import { plainText } from '../values/text.ts';
import { useWorkbench } from '../workbench/context.ts';
import styles from './EntityPicker.module.css';

const SAMPLE_ROWS = 3;
const MAX_SHOWN = 200;

/** The entities that are connected to one of the roots. */
function connectedEntities(model: Model, { entities }: QueryDocument): ReadonlySet<string> {
  return new Set(entities.flatMap(({ id }) => [...connectedTo(model, id)]));
}

export function EntityPicker({ onPick }: { readonly onPick: (entity: string) => void }) {
  const { doc, model } = useWorkbench();
  const [search, setSearch] = useState('');
  const [active, setActive] = useState<string>();
  const groups = useMemo((): readonly PickerGroup<Entity>[] => {
    const folded = search.trim() === '' ? partNames(model) : new Set();
    const hits = sortedEntities(model)
      .filter(({ name }) => !folded.has(name))
      .map((entity) => ({ entity, score: bestScore([entity.label, entity.name], search) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, MAX_SHOWN)
      .map(({ entity }) => entity);
    if (doc.entities.length === 0) return [{ label: undefined, items: hits }];
    const connected = connectedEntities(model, doc);
    const near = ({ name }: Entity) => connected.has(name);
    return [
      { label: late.rail.unrelated, items: hits.filter((entity) => !near(entity)) },
      { label: late.rail.related, items: hits.filter(near) },
    ];
  }, [doc, model, search]);
  const shown = model.entities.get(active ?? '');
  return (
    <>
      <Picker
        label={late.rail.searchEntities}
        search={search}
        onSearch={setSearch}
        groups={groups}
        keyOf={(entity) => entity.name}
        onPick={(entity) => onPick(entity.name)}
        onActive={(entity) => setActive(entity?.name)}
        empty={late.rail.noEntityFound}
        render={(entity) => (
          <span className={styles.item}>
            <span className={styles.name}>{entity.label}</span>
            <span className={styles.facts}>
              {entity.rowEstimate === null ? '' : t.common.aboutRows(entity.rowEstimate)}
            </span>
          </span>
        )}
      />
      {shown && <Preview entity={shown} />}
    </>
  );
}

/** A preview of adding the entity: the size of the result, and some of the entity's rows. */
function Preview({ entity }: { readonly entity: Entity }) {
  const { doc, model } = useWorkbench();
  const { data: sample } = useQuery(sampleQuery(entity.name, SAMPLE_ROWS));
  const related = useMemo(() => connectedEntities(model, doc), [model, doc]).has(entity.name);
  const roots = doc.entities.flatMap(({ id }) => model.entities.get(id) ?? []);
  const factors = useQueries({
    queries: related || roots.length === 0 ? [] : [...roots, entity].map((one) => countQuery(one)),
    combine: (results) => results.map(({ data }) => data),
  });
  const columns = (
    entity.labelColumns.length > 0
      ? [...entity.labelColumns, ...entity.key]
      : entity.columns.map(({ name }) => name)
  ).slice(0, 4);
  return (
    <div className={styles.preview}>
      <p>
        {late.rail.entityFacts(
          entity.key.map((name) => entity.column.get(name)?.label ?? name),
          entity.columns.length,
          entity.relations.length,
        )}
      </p>
      {related && <p>{late.rail.relatedHint}</p>}
      {!related && factors.length > 0 && (
        <p className={styles.product}>
          {factors.every((factor) => factor !== undefined)
            ? late.rail.product(factors)
            : late.rail.productUnknown}
        </p>
      )}
      <ul>
        {sample?.data.map((record, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: three sample rows have no identity
          <li key={row}>{columns.map((name) => plainText(cellOf(record, name))).join(' · ')}</li>
        ))}
      </ul>
    </div>
  );
}
