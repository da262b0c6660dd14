// A condition of a grant, edited with the filter sentences of the workbench.
import { useMemo, useState } from 'react';
import type { PolicyWhere } from '../../src/contract/policy.ts';
import { late } from '../messages/late.ts';
import type { QueryDocument } from '../query/document.ts';
import { rowsDocument, rowsOf } from '../query/filters/policyRows.ts';
import { today } from '../query/filters/relative.ts';
import { FilterGroup } from '../rail/FiltersStep.tsx';
import { showToast } from '../ui/toast.ts';
import { type FilterDraft, type Workbench, WorkbenchContext } from '../workbench/context.ts';
import styles from './GrantPanel.module.css';
import type { PolicyRoom } from './policyData.ts';
import { attributeNames } from './policyEdits.ts';

const noOp = () => {};

export function ConditionEditor(props: {
  readonly room: PolicyRoom;
  readonly entity: string;
  readonly rows: PolicyWhere | undefined;
  /** Undefined for all rows. */
  readonly onRows: (rows: PolicyWhere | undefined) => void;
}) {
  const { room, entity, rows, onRows } = props;
  const { model, operators, policy } = room;
  const [draft, setDraft] = useState<FilterDraft>();
  const doc = useMemo(() => rowsDocument(model, entity, rows), [model, entity, rows]);
  const bench = useMemo((): Workbench | undefined => {
    if (!doc) return undefined;
    const edit = (change: (doc: QueryDocument) => QueryDocument): void => {
      const next = rowsOf(change(doc), model);
      if (next === undefined) showToast(late.access.cannotCompare, { tone: 'danger' });
      else onRows(next ?? undefined);
    };
    return {
      model,
      operators,
      doc,
      code: '',
      saved: undefined,
      now: today(),
      edit,
      undo: undefined,
      redo: undefined,
      peek: noOp,
      draft,
      setDraft,
      refused: undefined,
      setRefused: noOp,
      userAttributes: attributeNames(policy),
    };
  }, [doc, model, operators, policy, draft, onRows]);
  if (!bench) return <pre className={styles.written}>{JSON.stringify(rows, undefined, 2)}</pre>;
  return (
    <WorkbenchContext value={bench}>
      <FilterGroup group={bench.doc.where} place={[]} />
    </WorkbenchContext>
  );
}
