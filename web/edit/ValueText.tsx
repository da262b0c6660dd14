// A value of a change, exactly; null and the empty text look different.
import type { Cell } from '../api/exact.ts';
import { bytes } from '../messages/format.ts';
import { t } from '../messages/index.ts';
import { late } from '../messages/late.ts';
import type { Column } from '../model/model.ts';
import { base64Size } from '../values/bytes.ts';
import { plainText } from '../values/text.ts';
import styles from './Edit.module.css';
import { referredTo } from './references.ts';

const MAX_LENGTH = 400;

export function ValueText({
  value,
  type,
}: {
  readonly value: Cell;
  readonly type: Column['type'] | undefined;
}) {
  if (value === null) return <span className={styles.null}>{t.common.null}</span>;
  if (value === '') return <span className={styles.null}>{t.common.emptyText}</span>;
  if (referredTo(value) !== undefined) return <span className={styles.null}>{late.edit.theNewRow}</span>;
  const text = plainText(value);
  if (type === 'binary') return <span>{t.common.binary(bytes(base64Size(text)))}</span>;
  return (
    <span className={styles.value}>{text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text}</span>
  );
}
