// Step 2: which fields of the rows to show.
import { SquareFunction as FunctionSquare, Route } from 'lucide-react';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { late } from '../messages/late.ts';
import { addAllFields, removeField } from '../query/edits.ts';
import { findFields } from '../query/find.ts';
import { isHelper } from '../query/formula/helperFields.ts';
import { attributesOf, pathKey } from '../query/paths.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { SearchBox } from '../ui/Field.tsx';
import { useSingleKey } from '../ui/singleKeys.ts';
import { LockedFields } from '../why/LockedFields.tsx';
import { useWorkbench } from '../workbench/context.ts';
import styles from './FieldsStep.module.css';
import { FieldTree, type FieldTreeHandle } from './FieldTree.tsx';
import { FormulaEditor } from './FormulaEditor.tsx';
import { chosenKeys, type TreeRow, treeRows } from './tree.ts';
import { WayFinder } from './WayFinder.tsx';

export function FieldsStep() {
  const { doc, model } = useWorkbench();
  const [search, setSearch] = useState('');
  const [opened, setOpened] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [asking, setAsking] = useState(false);
  const [computing, setComputing] = useState<{ readonly edited?: string }>();
  const root = doc.entities[0]?.alias;
  const box = useRef<HTMLInputElement>(null);
  const tree = useRef<FieldTreeHandle>(null);
  useSingleKey('/', () => box.current?.focus());

  const found = useMemo((): readonly FoundRow[] | undefined => {
    if (search.trim() === '') return undefined;
    const chosen = chosenKeys(doc, model);
    return findFields(doc, model, search, { matchRecordNames: true }).flatMap(({ path, words, column }) => {
      const key = pathKey(path);
      return [
        { kind: 'field', key, depth: 0, path, column, chosen: chosen.has(key), way: words.slice(0, -1) },
      ];
    });
  }, [doc, model, search]);
  const rows = useMemo(() => found ?? treeRows(doc, model, opened), [found, doc, model, opened]);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      tree.current?.enter();
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing && found) {
      tree.current?.chooseFirst();
      // Selected, so that typing searches for another field.
      box.current?.select();
    }
  }

  return (
    <div className={styles.step}>
      <SearchBox
        ref={box}
        label={late.rail.searchFields}
        value={search}
        onValue={setSearch}
        onKeyDown={onKeyDown}
      />
      {rows.length > 0 ? (
        <FieldTree
          ref={tree}
          rows={rows}
          onOpen={(key, open) => setOpened((before) => new Map(before).set(key, open))}
        />
      ) : (
        <p className={styles.none}>{late.rail.noFieldFound}</p>
      )}
      <div className={styles.buttons}>
        <Button small variant="quiet" icon={<Route aria-hidden />} onClick={() => setAsking(true)}>
          {late.rail.findWay}
        </Button>
        <Button small variant="quiet" icon={<FunctionSquare aria-hidden />} onClick={() => setComputing({})}>
          {late.formula.compute}
        </Button>
        {!doc.grouped && <AllFieldsButton />}
      </div>
      <ComputedFields onEdit={(edited) => setComputing({ edited })} />
      {doc.entities.map(({ id, alias }) => {
        const entity = model.entities.get(id);
        return entity && <LockedFields key={alias} entity={entity} />;
      })}
      <Dialog
        open={computing !== undefined && root !== undefined}
        title={computing?.edited ?? late.formula.title}
        onClose={() => setComputing(undefined)}
      >
        {root !== undefined && (
          <FormulaEditor root={root} edited={computing?.edited} onDone={() => setComputing(undefined)} />
        )}
      </Dialog>
      <Dialog open={asking} title={late.rail.wayTitle} onClose={() => setAsking(false)}>
        <WayFinder onDone={() => setAsking(false)} />
      </Dialog>
    </div>
  );
}

/** The computed fields by name; a click edits the formula. */
function ComputedFields({ onEdit }: { readonly onEdit: (alias: string) => void }) {
  const { doc, model } = useWorkbench();
  const [root] = doc.entities;
  const fields = attributesOf(doc, model).filter(
    ({ attribute, path }) =>
      (attribute.expr ?? attribute.perGroup) &&
      !isHelper(attribute.alias) &&
      path.root === root?.alias &&
      path.steps.length === 0,
  );
  if (fields.length === 0) return null;
  return (
    <ul className={styles.computed} aria-label={late.formula.fields}>
      {fields.map(({ column: { name } }) => (
        <li key={name}>
          <Button small variant="quiet" icon={<FunctionSquare aria-hidden />} onClick={() => onEdit(name)}>
            {late.formula.change(name)}
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** Buttons that choose all fields of the roots, or none. */
function AllFieldsButton() {
  const { doc, model, edit } = useWorkbench();
  const shown = attributesOf(doc, model).filter(({ attribute }) => attribute.selected);
  return (
    <>
      <Button small variant="quiet" onClick={() => edit((before) => addAllFields(before, model))}>
        {late.rail.allFields}
      </Button>
      <Button
        small
        variant="quiet"
        disabled={shown.length === 0}
        onClick={() =>
          edit((before) => shown.reduce((next, { attribute }) => removeField(next, attribute.alias), before))
        }
      >
        {late.rail.clearFields}
      </Button>
    </>
  );
}

/** A field that the search found: a row of the tree, with its path spelled out. */
export type FoundRow = Extract<TreeRow, { kind: 'field' }> & { readonly way: readonly string[] };
