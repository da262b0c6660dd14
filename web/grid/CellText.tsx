// One value, as text. Never as markup: whatever the database holds is only ever a text node.
import { Check, X } from 'lucide-react';
import type { ModeType } from '../../src/contract/mode.ts';
import type { Cell } from '../api/exact.ts';
import { t } from '../messages/index.ts';
import styles from './CellText.module.css';
import { show } from './values.ts';

/** More than a cell can show; the peek panel and copying give the rest. */
const LONGEST = 300;

export function CellText(props: {
  readonly value: Cell;
  readonly type: ModeType | undefined;
  readonly grouping?: boolean;
}) {
  const shown = show(props.value, props.type, { grouping: props.grouping ?? true });
  switch (shown.look) {
    case 'null':
      return <span className={styles.null}>{t.common.null}</span>;
    case 'empty':
      return <span className="visually-hidden">{t.common.emptyText}</span>;
    case 'boolean':
      return (
        <span className={styles.boolean} data-on={props.value === true}>
          {props.value === true ? <Check aria-hidden /> : <X aria-hidden />}
          {props.value === true ? t.common.yes : t.common.no}
        </span>
      );
    case 'number':
      return (
        <span className={styles.number} title={shown.exact}>
          {shown.text}
        </span>
      );
    case 'moment':
      return <span title={shown.exact}>{shown.text}</span>;
    case 'json':
      return <code className={styles.json}>{shown.text.slice(0, LONGEST)}</code>;
    case 'binary':
      return <span className={styles.binary}>{t.common.binary(shown.text)}</span>;
    case 'text':
      return <>{shown.text.slice(0, LONGEST)}</>;
  }
}
