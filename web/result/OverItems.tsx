// Calculations over all groups of a measure: shares, ranks, running totals, changes.
import type { OverName } from '../../src/contract/windows.ts';
import { late } from '../messages/late.ts';
import type { Model } from '../model/model.ts';
import { type FieldColumn, fieldLabel, type MeasureColumn, type ResultColumn } from '../query/columns.ts';
import type { QueryDocument, SortKey } from '../query/document.ts';
import { addOver } from '../query/groups/grouping.ts';
import { pathKey } from '../query/paths.ts';
import { setFormat } from '../query/view.ts';
import { ownValue } from '../state/ownValue.ts';
import { MenuItem, MenuLabel } from '../ui/Menu.tsx';
import { useWorkbench } from '../workbench/context.ts';

interface Offer {
  readonly fn: OverName;
  readonly label: string;
  readonly per?: readonly string[];
  readonly order?: readonly SortKey[];
}

/** Named after the field, since its period may change, unless several groupings use the same field. */
function nameOf(
  doc: QueryDocument,
  model: Model,
  field: FieldColumn,
  fields: readonly FieldColumn[],
): string {
  if (!field.bucket || ownValue(doc.view.names, field.id) !== undefined) return field.label;
  const key = pathKey(field.path);
  const isAlone = fields.every((one) => one === field || pathKey(one.path) !== key);
  return isAlone ? fieldLabel(doc, model, field.path) : field.label;
}

/** Ordered by time if there is a time grouping: that is what people expect of a running total or a change. */
function offersFor(
  { label }: MeasureColumn,
  fields: readonly FieldColumn[],
  nameOfField: (field: FieldColumn) => string,
): readonly Offer[] {
  const words = late.grid.overs;
  const time = fields.find(({ bucket }) => bucket !== undefined);
  const others = fields.filter((field) => field !== time).map(({ id }) => id);
  const along = time && {
    order: [{ alias: time.id, asc: true }],
    ...(others.length > 0 ? { per: others } : {}),
  };
  const shares = fields.length > 1 ? fields : [];
  return [
    { fn: 'share', label: words.share(label) },
    ...shares.map(
      (field): Offer => ({ fn: 'share', label: words.shareFor(label, nameOfField(field)), per: [field.id] }),
    ),
    { fn: 'rank', label: words.rank(label) },
    ...(along
      ? [
          { fn: 'running', label: words.running(label), ...along } as const,
          { fn: 'change', label: words.change(label), ...along } as const,
        ]
      : []),
  ];
}

export function OverItems(props: {
  readonly column: MeasureColumn;
  readonly columns: readonly ResultColumn[];
}) {
  const { column, columns } = props;
  const { doc, model, edit } = useWorkbench();
  const fields = columns.filter((one): one is FieldColumn => one.kind === 'field');
  function add({ fn, label, per, order }: Offer): void {
    edit((before) => {
      const over = { fn, of: column.id, ...(per ? { per } : {}), ...(order ? { order } : {}) };
      const { doc, alias } = addOver(before, model, over, label);
      return fn === 'share' ? setFormat(doc, alias, { style: 'percent', digits: 1 }) : doc;
    });
  }
  return (
    <>
      <MenuLabel>{late.grid.alsoShow}</MenuLabel>
      {offersFor(column, fields, (field) => nameOf(doc, model, field, fields)).map((offer) => (
        <MenuItem key={offer.label} onSelect={() => add(offer)}>
          {offer.label}
        </MenuItem>
      ))}
    </>
  );
}
