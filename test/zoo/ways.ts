/** Every way to read an entity over HTTP. */
import { GridAnswer } from '../../src/contract/grid.ts';
import type { Service } from '../http/service.ts';

export const tables = '/api/database/tables';
export const queries = '/api/database/uni-grid-request';

export function grid(entity: string, more: object = {}) {
  return { entities: [{ id: entity, attributes: [{ id: 'id' }, { id: 'h' }] }], ...more };
}

/** For entities with the numeric columns `id` and `h`, beside a table `thing` with a column `id`. */
export const ways: Readonly<Record<string, (service: Service, entity: string) => Promise<Response>>> = {
  list: (service, entity) => service.get(`${tables}/${entity}`),
  query: (service, entity) => service.post(queries, grid(entity)),
  'page without a total': (service, entity) =>
    service.post(queries, grid(entity, { count: 'none', limit: 1 })),
  estimate: (service, entity) => service.post(queries, grid(entity, { count: 'estimate', limit: 1 })),
  'large page': (service, entity) => service.post(queries, grid(entity, { limit: 100_000 })),
  'next page': async (service, entity) => {
    const first = await service.post(queries, grid(entity, { limit: 1, order: [{ alias: 'id' }] }));
    if (!first.ok) return first;
    const { next } = GridAnswer.parse(await first.json());
    return service.post(queries, grid(entity, { limit: 1, order: [{ alias: 'id' }], after: next }));
  },
  'sorted page': (service, entity) =>
    service.post(queries, grid(entity, { limit: 1, order: [{ alias: 'h', asc: false }] })),
  groups: (service, entity) => service.post(queries, grid(entity, { group: ['id'] })),
  'two roots': (service, entity) =>
    service.post(queries, {
      entities: [
        { id: 'thing', alias: 't', attributes: [{ id: 'id', alias: 'ti' }] },
        { id: entity, alias: 'v', attributes: [{ id: 'h' }] },
      ],
    }),
  summaries: (service, entity) =>
    service.post(`${queries}/summaries`, {
      entities: [{ id: entity, attributes: [{ id: 'h', summaries: ['sum', 'avg', 'max'] }] }],
    }),
  csv: (service, entity) => service.post(`${queries}/export?format=csv`, grid(entity)),
  ndjson: (service, entity) => service.post(`${queries}/export?format=ndjson`, grid(entity)),
  xlsx: (service, entity) => service.post(`${queries}/export?format=xlsx`, grid(entity)),
  explain: (service, entity) => service.post(`${queries}/explain`, grid(entity)),
};
