// One value as text. Never as markup: database content is only ever a text node.

import { Check, X } from 'lucide-react';
import type { CSSProperties } from 'react';
import type { ModeType } from '../../src/contract/mode.ts';
import type { Cell } from '../api/exact.ts';
import { t } from '../messages/index.ts';
import { imageType } from '../values/bytes.ts';
import { type Span, shareOf, toneOf } from '../values/cellStyle.ts';
import type { ColumnFormat } from '../values/columnFormat.ts';
import { displayValue } from '../values/show.ts';
import type { TimePart } from '../values/timeParts.ts';
import styles from './CellText.module.css';

/** More than a cell can show; the peek panel and copying show all of it. */
const MAX_LENGTH = 300;

/** Larger images are shown in the side panel only. */
const MAX_THUMBNAIL_BYTES = 64 * 1024;

function Binary({ base64, size }: { readonly base64: string; readonly size: string }) {
  const type = base64.length <= MAX_THUMBNAIL_BYTES ? imageType(base64) : undefined;
  return (
    <>
      {type && <img className={styles.thumbnail} src={`data:${type};base64,${base64}`} alt="" />}
      <span className={styles.binary}>{type ? size : t.common.binary(size)}</span>
    </>
  );
}

/** React's style type lacks custom properties, but browsers accept them. */
function shareStyle(share: number): CSSProperties {
  const style: Record<`--${string}`, number> = { '--share': share };
  return style;
}

export function CellText(props: {
  readonly value: Cell;
  readonly type: ModeType | undefined;
  readonly grouping?: boolean;
  readonly digits?: number | undefined;
  readonly isRounded?: boolean | undefined;
  readonly part?: TimePart | undefined;
  readonly format?: ColumnFormat | undefined;
  /** The range of the column's values, if its numbers are coloured by size. */
  readonly span?: Span | undefined;
}) {
  const { digits, isRounded, part, format } = props;
  const shown = displayValue(props.value, props.type, {
    grouping: props.grouping ?? true,
    digits,
    isRounded,
    part,
    format,
  });
  const tone = toneOf(props.value, format);
  const share = tone || !format?.scale ? undefined : shareOf(props.value, props.span);
  switch (shown.kind) {
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
        <span
          className={styles.number}
          data-colour={tone}
          data-scale={share === undefined ? undefined : format?.scale}
          style={share === undefined ? undefined : shareStyle(share)}
          title={shown.exact}
        >
          {shown.text}
        </span>
      );
    case 'moment':
      return <span title={shown.exact}>{shown.text}</span>;
    case 'json':
      return <code className={styles.json}>{shown.text.slice(0, MAX_LENGTH)}</code>;
    case 'binary':
      return <Binary base64={String(props.value)} size={shown.text} />;
    case 'text':
      return <>{shown.text.slice(0, MAX_LENGTH)}</>;
  }
}
