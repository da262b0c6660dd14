/** The results of the last runs for the rows of the safety table. */
import type { ShownByFile } from '../support/figures.ts';
import type { Proof, Row } from './rows.ts';

export type Shown = ShownByFile['tests'][number];
/** Test files and their tests' results. */
export type ShownTests = ReadonlyMap<string, readonly Shown[]>;

function testsOf({ file, about }: Proof, shown: ShownTests): readonly Shown[] {
  const ran = (shown.get(file) ?? []).filter(({ state }) => state !== 'skipped');
  return about === undefined ? ran : ran.filter(({ name }) => name.includes(about));
}

function figuresOf({ id, proofs }: Row, shown: ShownTests): string[] {
  const figures = proofs.flatMap((proof) => testsOf(proof, shown)).flatMap((test) => test.figures);
  return [...new Set(figures.filter(({ row }) => row === id).map(({ text }) => text))];
}

/** Why rows cannot be included: tests that did not run or failed, or a missing figure. */
export function incomplete(rows: readonly Row[], shown: ShownTests): string[] {
  return rows.flatMap((row) => {
    const reasons = row.proofs.flatMap((proof) => {
      const tests = testsOf(proof, shown);
      const name = proof.about === undefined ? proof.file : `${proof.file} about ${proof.about}`;
      if (tests.length === 0) return [`${row.id}: ${name} has not run`];
      return tests.every(({ state }) => state === 'passed') ? [] : [`${row.id}: ${name} failed`];
    });
    return reasons.length > 0 || figuresOf(row, shown).length > 0 ? reasons : [`${row.id}: no figure`];
  });
}

/** A row as a line of the table. */
export function tableLine(row: Row, shown: ShownTests): string {
  const figures = figuresOf(row, shown).map((text) => text.replaceAll('|', '\\|'));
  const counts = row.proofs.map((proof) => {
    const tests = testsOf(proof, shown);
    return `\`${proof.file.replace(/^test\//, '')}\` ${tests.length} of ${tests.length}`;
  });
  return `| ${row.id} | ${row.what} | ${figures.join('<br>')} | ${counts.join('<br>')} |`;
}
