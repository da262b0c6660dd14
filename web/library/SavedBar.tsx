// Saving in the workbench: the title of the open query, whether it was edited since, and the available actions.
import {
  Bookmark,
  BookmarkCheck,
  Check,
  Copy,
  Ellipsis,
  History,
  Pencil,
  Plug,
  RotateCcw,
  Trash2,
} from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { queryClient } from '../answers/queries.ts';
import { type SavedQuery, savedQueries, type Tagged } from '../api/saved.ts';
import { t } from '../messages/index.ts';
import type { QueryDocument } from '../query/document.ts';
import type { Speaker } from '../query/filters/ruleWords.ts';
import { hrefs } from '../state/addresses.ts';
import { navigate } from '../state/route.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { lazyRoom } from '../ui/lazyRoom.tsx';
import { Menu, MenuItem, MenuLine } from '../ui/Menu.tsx';
import { showToast } from '../ui/toast.ts';
import { type About, cacheNewest, isConflict, savedQuery, shelfActions, showFailure } from './keeping.ts';
import { forgetRecent } from './remembered.ts';
import styles from './SavedBar.module.css';
import { type SavedState, savedBody, useSaved } from './useSaved.ts';

const SavedDialogs = lazyRoom(() => import('./SavedDialogs.tsx'));

export type SavedDialog = 'new' | 'copy' | 'details' | 'versions' | 'use' | 'conflict';

export interface SavedBarProps extends Speaker {
  readonly slug: string | undefined;
  /** The open tab, which is restored when the query is opened again. */
  readonly tab: string | undefined;
  /** A title for a query that has none yet. */
  readonly suggestion: string;
}

/** Replaces the address of the screen's query with that of the saved one. */
function openSaved({ value }: Tagged<SavedQuery>, code: string, tab: string | undefined): void {
  navigate(hrefs.saved(value.slug, code, tab), 'replace');
}

/** All actions on the saved query; each reports its own failures. */
export function useSaving({ slug, doc, tab }: SavedBarProps & { readonly doc: QueryDocument }, code: string) {
  const state = useSaved(slug, doc);
  const [dialog, setDialog] = useState<SavedDialog>();

  async function create(about: About): Promise<void> {
    const made = await savedQueries.create(savedBody(doc, tab, about));
    cacheNewest('queries', made);
    forgetRecent(code);
    openSaved(made, code, tab);
    showToast(t.library.saved(made.value.title));
  }

  async function update(over?: string): Promise<void> {
    if (!state) return;
    const { title, description, visibility, tool } = state.saved;
    try {
      const body = savedBody(doc, tab, {
        title,
        description,
        visibility,
        ...(tool === undefined ? {} : { tool }),
      });
      cacheNewest('queries', await savedQueries.put(state.saved.slug, body, over ?? state.tag));
      setDialog(undefined);
      showToast(t.library.updated(title));
    } catch (error) {
      if (isConflict(error)) {
        // The dialog shows the other person's version beside the choices.
        await queryClient.refetchQueries(savedQuery(state.saved.slug));
        setDialog('conflict');
      } else showFailure(error);
    }
  }

  /** Ctrl+S: creates a new query, updates one's own, or copies somebody else's. */
  function save(): void {
    if (!slug || !state) setDialog('new');
    else if (!state.isEdited) showToast(t.library.updated(state.saved.title));
    else if (state.isMine) void update();
    else setDialog('copy');
  }
  return { state, dialog, setDialog, create, update, save };
}

export type Saving = ReturnType<typeof useSaving>;

function useSaveKey(save: () => void): void {
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return;
      event.preventDefault();
      if (!document.querySelector('dialog[open]')) latest.current();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

export function SavedBar(props: SavedBarProps & { readonly code: string }) {
  const saving = useSaving(props, props.code);
  const { state, dialog, setDialog } = saving;
  useSaveKey(saving.save);
  return (
    <>
      {state ? (
        <SavedActions state={state} saving={saving} tab={props.tab} />
      ) : (
        <Button
          icon={<Bookmark aria-hidden />}
          title={t.library.saveKey}
          className={styles.save}
          onClick={() => setDialog('new')}
        >
          {t.library.save}
        </Button>
      )}
      {dialog && (
        <Suspense fallback={null}>
          <SavedDialogs {...props} dialog={dialog} saving={saving} />
        </Suspense>
      )}
    </>
  );
}

function SavedActions(props: {
  readonly state: SavedState;
  readonly saving: Saving;
  readonly tab: string | undefined;
}) {
  const { state, saving, tab } = props;
  const { saved, isMine, isEdited, code } = state;
  const { setDialog } = saving;

  async function remove(): Promise<void> {
    if (await shelfActions.queries.remove(saved.slug)) navigate(hrefs.library());
  }
  return (
    <>
      {isEdited && (
        <Button
          variant="main"
          icon={<Check aria-hidden />}
          title={isMine ? t.library.updateHint : t.library.notYours(saved.owner ?? '')}
          className={styles.save}
          onClick={saving.save}
        >
          {isMine ? t.library.update : t.library.saveCopy}
        </Button>
      )}
      <Menu
        trigger={
          <IconButton label={t.library.savedMenu}>
            <Ellipsis aria-hidden />
          </IconButton>
        }
      >
        {isEdited && code !== undefined && (
          <MenuItem
            icon={<RotateCcw aria-hidden />}
            onSelect={() => navigate(hrefs.saved(saved.slug, code, tab))}
          >
            {t.library.discard}
          </MenuItem>
        )}
        <MenuItem icon={<Copy aria-hidden />} onSelect={() => setDialog('copy')}>
          {t.library.saveCopy}
        </MenuItem>
        {isMine && (
          <MenuItem icon={<Pencil aria-hidden />} onSelect={() => setDialog('details')}>
            {t.library.details}
          </MenuItem>
        )}
        <MenuItem icon={<History aria-hidden />} onSelect={() => setDialog('versions')}>
          {t.library.versions}
        </MenuItem>
        <MenuItem icon={<Plug aria-hidden />} onSelect={() => setDialog('use')}>
          {t.library.use}
        </MenuItem>
        {isMine && (
          <>
            <MenuLine />
            <MenuItem icon={<Trash2 aria-hidden />} onSelect={() => void remove()}>
              {t.library.remove}
            </MenuItem>
          </>
        )}
      </Menu>
    </>
  );
}

/** The title of the saved query above its sentence, and whether it was edited since. */
export function SavedTitle({
  slug,
  doc,
}: {
  readonly slug: string | undefined;
  readonly doc: QueryDocument;
}) {
  const state = useSaved(slug, doc);
  if (!state) return null;
  const { saved, isEdited, isMine } = state;
  return (
    <p className={styles.title}>
      <BookmarkCheck aria-hidden />
      <strong title={saved.description || undefined}>{saved.title}</strong>
      {!isMine && <span>{t.library.by(saved.owner ?? '')}</span>}
      <span className={isEdited ? styles.edited : undefined}>
        {isEdited ? t.library.edited : t.library.unchanged}
      </span>
    </p>
  );
}
