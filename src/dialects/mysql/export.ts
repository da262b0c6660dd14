// What exports ask of MySQL and MariaDB.
import { sql } from 'kysely';
import type { ExportSql } from '../../query/sql.ts';
import { type StorageClass, storageOf } from './types.ts';

const plain: ReadonlySet<StorageClass> = new Set<StorageClass>([
  'integer',
  'boolean',
  'bit',
  'bits',
  'year',
  'decimal',
  'double',
  'float',
  'date',
  'datetime',
  'time',
  'binary',
  'uuid',
]);

export const exporting: ExportSql = {
  quoted: (text) => sql<string>`case when ${text} is null then 'null' else json_quote(${text}) end`,
  isPlain: (column) => plain.has(storageOf(column.storage).kind),
  hasAny(text, characters, place) {
    const set = `[${characters.replace('-', '').replaceAll('^', '\\^')}${characters.includes('-') ? '-' : ''}]`;
    return sql<boolean>`${text} regexp ${place === 'start' ? `^${set}` : set}`;
  },
};
