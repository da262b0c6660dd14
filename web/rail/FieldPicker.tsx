// Picks one field, or the number of related records. Near fields are listed; searching finds all others.
import { useMemo, useState } from 'react';
import { t } from '../messages/index.ts';
import { late } from '../messages/late.ts';
import { type Found, type FoundMany, findFields, findMany, nearbyFields } from '../query/find.ts';
import { type FieldPath, type NodePath, pathKey } from '../query/paths.ts';
import { Picker, type PickerGroup } from '../ui/Picker.tsx';
import { TypeIcon } from '../ui/TypeIcon.tsx';
import { useWorkbench } from '../workbench/context.ts';
import styles from './FieldPicker.module.css';

export function FieldPicker(props: {
  readonly onPick: (path: FieldPath) => void;
  /** If set, the number of related records is offered, too. */
  readonly onCount?: ((path: NodePath) => void) | undefined;
  readonly fits?: ((found: Found) => boolean) | undefined;
  readonly toKin?: boolean;
}) {
  const { onPick, onCount, fits, toKin = false } = props;
  const counts = onCount !== undefined;
  const { doc, model } = useWorkbench();
  const [search, setSearch] = useState('');
  const groups = useMemo((): readonly PickerGroup<Found | FoundMany>[] => {
    const near =
      search.trim() === ''
        ? nearbyFields(doc, model)
        : [
            {
              label: undefined,
              items: findFields(doc, model, search, { includeSiblings: toKin, matchRecordNames: true }),
            },
          ];
    return [
      { label: late.rail.howManyRelated, items: counts ? findMany(doc, model, search) : [] },
      ...near.map((group) => ({ ...group, items: fits ? group.items.filter(fits) : group.items })),
    ];
  }, [doc, model, search, fits, toKin, counts]);
  return (
    <Picker
      label={late.rail.searchFields}
      search={search}
      onSearch={setSearch}
      groups={groups}
      keyOf={(found) => ('column' in found ? pathKey(found.path) : `# ${pathKey(found.path)}`)}
      onPick={(found) => ('column' in found ? onPick(found.path) : onCount?.(found.path))}
      empty={late.rail.noFieldFound}
      render={(found) =>
        'column' in found ? (
          <FieldName {...found} />
        ) : (
          <>
            <TypeIcon type="integer" />
            <span>{t.query.countOf(found.words.join(' › '))}</span>
          </>
        )
      }
    />
  );
}

/** The path, then the field. If space is short, the path is truncated. */
export function FieldName({ words, column }: Pick<Found, 'words' | 'column'>) {
  return (
    <>
      <TypeIcon type={column.type} pointsTo={column.pointsTo !== undefined} />
      <span className={styles.name} title={words.join(' › ')}>
        {words.length > 1 && <span className={styles.way}>{words.slice(0, -1).join(' › ')}</span>}
        {words.length > 1 && <span className={styles.arrow}> › </span>}
        <span className={styles.field}>{words.at(-1)}</span>
      </span>
    </>
  );
}
