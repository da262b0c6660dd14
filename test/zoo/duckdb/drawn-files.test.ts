/** Random files: every value is returned as it was written, and a damaged file is served or reported. */
import { expect, test } from 'vitest';
import { itemsOf, membersOf } from '../../../src/contract/json-parts.ts';
import { Subject } from '../../conformance/subject.ts';
import { isLongRun } from '../../support/long-run.ts';
import { type Cell, damaged, type GeneratedFile, generateFiles } from './drawn-files.ts';
import { folderWith } from './folders.ts';

const seed = Number(process.env.JOINERY_TEST_SEED ?? Date.now() % 2 ** 31);
const count = isLongRun ? 600 : 40;

/** The JSON values of each record. */
async function valuesOf(subject: Subject, entity: string): Promise<string[][]> {
  const records = itemsOf(`[${await subject.list(entity)}]`);
  return records.map((record) => [...membersOf(record).values()].slice(0, -2));
}

/**
 * Whether each JSON column preserves the difference between a text and another JSON value; a column with both is shown
 * as text.
 */
function keepsKinds({ rows, isJson }: GeneratedFile): boolean[] {
  return (rows[0] ?? []).map((_, i) => {
    const cells = rows.map((row) => row[i] ?? null);
    const isNested = cells.some((cell) => cell !== null && 'json' in cell && /^[[{]/.test(cell.json));
    return isJson && (isNested || cells.every((cell) => cell === null || 'text' in cell));
  });
}

const written = (cell: Cell, keepsKind: boolean) =>
  cell === null
    ? 'nothing'
    : 'text' in cell
      ? `text ${cell.text}`
      : `${keepsKind ? 'word' : 'text'} ${cell.json}`;

function shown(value: string, keepsKind: boolean): string {
  if (value === 'null') return 'nothing';
  return value.startsWith('"') ? `text ${JSON.parse(value)}` : `${keepsKind ? 'word' : 'text'} ${value}`;
}

test(`${count} random files keep every value, and as many damaged ones are served or reported (seed ${seed})`, {
  timeout: isLongRun ? 1_800_000 : 120_000,
}, async ({ annotate }) => {
  const files = generateFiles(count, seed);
  const broken = damaged(files, seed);
  const folder = await folderWith(
    Object.fromEntries([...files, ...broken].map(({ name, content }) => [name, content])),
  );
  await using subject = await Subject.of(`files:///${folder}`);
  const entities = await subject.entities();
  const { warnings } = subject.open;
  let cells = 0;
  for (const file of files) {
    const { name, entity, rows } = file;
    const kept = keepsKinds(file);
    const all = <T>(some: readonly (readonly T[])[], look: (one: T, keepsKind: boolean) => string) =>
      some.map((row) => JSON.stringify(row.map((one, i) => look(one, kept[i] ?? false)))).toSorted();
    expect(warnings.filter((warning) => warning.startsWith(`${name} `))).toEqual([]);
    const found = await valuesOf(subject, entity);
    expect(all(found, shown), name).toEqual(all(rows, written));
    cells += rows.flat().length;
  }
  let warned = 0;
  for (const { name, entity } of broken) {
    const sentences = warnings.filter((warning) => warning.startsWith(`${name} is left out: `));
    expect({ name, served: entities.has(entity), sentences: sentences.length }).toEqual({
      name,
      served: sentences.length === 0,
      sentences: entities.has(entity) ? 0 : 1,
    });
    for (const sentence of sentences) expect(sentence).toMatch(/ is left out: \S.* \S+\.$/s);
    warned += sentences.length;
    if (entities.has(entity)) await valuesOf(subject, entity);
  }
  await annotate(
    `${count} files drawn at random, ${cells} values as they were written; ${count} damaged ones: ${warned} told by a sentence, ${count - warned} served`,
    'files',
  );
});
