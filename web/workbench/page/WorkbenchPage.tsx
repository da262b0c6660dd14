// The workbench: the wizard on the rail, the result beside it, always live.

import { useQuery } from '@tanstack/react-query';
import { Link2Off, SlidersHorizontal } from 'lucide-react';
import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { operatorsQuery } from '../../answers/queries.ts';
import { redoStep, undoStep } from '../../edit/steps.ts';
import { labelOf } from '../../library/ParameterInputs.tsx';
import { rememberQuery } from '../../library/remembering.ts';
import { useSaved } from '../../library/useSaved.ts';
import { list } from '../../messages/format.ts';
import { t } from '../../messages/index.ts';
import { late } from '../../messages/late.ts';
import type { Model } from '../../model/model.ts';
import { isOtherVersion } from '../../query/codec/codec.ts';
import { rootLabel } from '../../query/columns.ts';
import type { QueryDocument } from '../../query/document.ts';
import type { Operators } from '../../query/filters/operators.ts';
import { today } from '../../query/filters/relative.ts';
import type { RulePlace } from '../../query/filters/rules.ts';
import { missingParameters } from '../../query/parameters.ts';
import { isRunnable } from '../../query/request.ts';
import { unknownNames } from '../../query/unknownNames.ts';
import { Rail } from '../../rail/Rail.tsx';
import { hrefs } from '../../state/addresses.ts';

import { Boundary } from '../../ui/Boundary.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { lazyRoom } from '../../ui/lazyRoom.tsx';
import { Empty, Loading } from '../../ui/States.tsx';
import { useNarrow } from '../../ui/screen.ts';
import { useSingleKey } from '../../ui/singleKeys.ts';
import { useTitle } from '../../ui/useTitle.ts';
import {
  type FilterDraft,
  type RecordRef,
  type TablePlace,
  type Workbench,
  WorkbenchContext,
} from '../context.ts';
import { ParameterBar } from './ParameterBar.tsx';
import { ResultHeader } from './ResultHeader.tsx';
import { tabs } from './tabs.ts';
import { useDocument } from './useDocument.ts';
import { useQueryCommands } from './useQueryCommands.ts';
import styles from './WorkbenchPage.module.css';

const RecordPeek = lazyRoom(() => import('../../record/RecordPeek.tsx'));

const noOperators: Operators = new Map();

interface PageProps {
  readonly model: Model;
  readonly code: string;
  readonly tab: string | undefined;
  readonly saved: string | undefined;
}

export default function WorkbenchPage({ model, code, tab, saved }: PageProps) {
  const { doc, ...edits } = useDocument(code, tab, saved);
  const unknown = useMemo(() => (doc ? unknownNames(doc, model) : []), [doc, model]);
  if (!doc || unknown.length > 0) {
    return (
      <Empty
        icon={<Link2Off aria-hidden />}
        title={doc || isOtherVersion(code) ? late.workbench.badLink : late.workbench.cutLink}
        actions={<a href={hrefs.home}>{t.common.goHome}</a>}
      >
        {doc
          ? late.workbench.unknownNames(list(unknown))
          : isOtherVersion(code)
            ? late.workbench.badLinkHint
            : late.workbench.cutLinkHint}
      </Empty>
    );
  }
  // Rows of another entity have nothing in common with the previous ones: selection, panel and scroll position are
  // reset.
  const page = { model, code, tab, saved };
  return <Bench key={doc.entities[0]?.id} {...page} doc={doc} edits={edits} />;
}

function Bench(
  props: PageProps & {
    readonly doc: QueryDocument;
    readonly edits: Pick<Workbench, 'edit' | 'undo' | 'redo'>;
  },
) {
  const { model, code, saved, doc, edits } = props;
  const { edit, undo, redo } = edits;
  const { data: operators = noOperators } = useQuery(operatorsQuery);
  const [peeked, peek] = useState<RecordRef>();
  const peekedEntity = model.entities.get(peeked?.entity ?? '');
  const [draft, setDraft] = useState<FilterDraft>();
  const [refused, setRefused] = useState<RulePlace>();
  const tablePlace = useRef<TablePlace>(undefined);
  const [railOpen, setRailOpen] = useState(false);
  const [work] = useState(() => `${Date.now()} ${Math.random()}`);
  const narrow = useNarrow();
  const missing = missingParameters(doc);
  const tab = tabs.find(({ id }) => id === props.tab) ?? tabs[0];
  const day = today().getTime();
  const now = useMemo(() => new Date(day), [day]);

  const workbench = useMemo(
    (): Workbench => ({
      model,
      operators,
      doc,
      code,
      saved,
      now,
      edit,
      undo,
      redo,
      peek,
      draft,
      setDraft,
      refused,
      setRefused,
      tablePlace,
    }),
    [model, operators, doc, code, saved, now, edit, undo, redo, draft, refused],
  );

  const kept = useSaved(saved, doc);
  // A saved query is in the library already; an unsaved edit of it is worth remembering.
  const isKept = saved !== undefined && kept?.isEdited !== true;
  useEffect(
    () => (isKept ? undefined : rememberQuery({ doc, model, operators }, code, work)),
    [isKept, doc, model, operators, code, work],
  );
  useShortcuts(workbench);
  useTitle(doc.entities.map(({ alias }) => rootLabel(doc, model, alias)).join(' × '));
  useQueryCommands(workbench);

  return (
    <WorkbenchContext value={workbench}>
      <div className={styles.bench} data-peek={peeked !== undefined}>
        {narrow ? (
          <Dialog
            open={railOpen || draft !== undefined}
            title={late.workbench.rail}
            onClose={() => {
              setRailOpen(false);
              setDraft(undefined);
            }}
          >
            <Rail />
          </Dialog>
        ) : (
          <aside className={styles.rail} aria-label={late.workbench.rail}>
            <Rail />
          </aside>
        )}
        <section className={styles.result} aria-label={late.workbench.result}>
          <ResultHeader tab={tab.id} onChange={narrow ? () => setRailOpen(true) : undefined} />
          <ParameterBar />
          <div className={styles.room}>
            {missing.length > 0 ? (
              <Empty icon={<SlidersHorizontal aria-hidden />} title={t.library.parameters}>
                {t.library.parameterMissing(list(missing.map(labelOf)))}
              </Empty>
            ) : isRunnable(doc) ? (
              <Boundary resetKey={tab.id}>
                <Suspense fallback={<Loading lines={10} />}>
                  <tab.Room />
                </Suspense>
              </Boundary>
            ) : (
              <Empty icon={<SlidersHorizontal aria-hidden />} title={late.workbench.nothingChosen}>
                {late.workbench.nothingChosenHint}
              </Empty>
            )}
          </div>
        </section>
        {peeked && peekedEntity && (
          <Suspense fallback={null}>
            <div className={styles.peek}>
              <RecordPeek
                key={JSON.stringify(peeked)}
                model={model}
                entity={peekedEntity}
                recordKey={peeked.key}
                onClose={() => peek(undefined)}
              />
            </div>
          </Suspense>
        )}
      </div>
    </WorkbenchContext>
  );
}

function useShortcuts({ undo, redo, code, setDraft }: Workbench): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const typing =
        event.target instanceof Element &&
        event.target.closest('input, textarea, select, dialog, [contenteditable]');
      if (!(event.ctrlKey || event.metaKey) || typing) return;
      const key = event.key.toLowerCase();
      if (key !== 'z' && key !== 'y') return;
      event.preventDefault();
      // Undoes the latest action first: a pending cell, or else a step of the query.
      if (key === 'z' && !event.shiftKey) undoStep(code) || undo?.();
      else redoStep(code) || redo?.();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [undo, redo, code]);
  useSingleKey('f', () => setDraft({ path: undefined, at: { group: [] } }));
}
