// The dialogs of a saved query, loaded when the first one is opened.
import { type SavedQuery, savedQueries, type Tagged } from '../api/saved.ts';
import { t } from '../messages/index.ts';
import { encode } from '../query/codec/codec.ts';
import { fromSaved } from '../query/saved.ts';
import { hrefs } from '../state/addresses.ts';
import { navigate } from '../state/route.ts';
import { AboutDialog } from './AboutForm.tsx';
import { ConflictDialog } from './ConflictDialog.tsx';
import { type About, shelfActions } from './keeping.ts';
import type { SavedBarProps, SavedDialog, Saving } from './SavedBar.tsx';
import { UseDialog } from './UseDialog.tsx';
import { VersionsDialog } from './VersionsDialog.tsx';
import { versionChanges } from './versions.ts';

const MAX_SUGGESTION_LENGTH = 80;

function titleFrom(suggestion: string): string {
  const title = suggestion.replace(/\.$/, '');
  if (title.length <= MAX_SUGGESTION_LENGTH) return title;
  return `${title.slice(0, MAX_SUGGESTION_LENGTH).replace(/\s+\S*$/, '')} …`;
}

function openRestored({ value }: Tagged<SavedQuery>): void {
  const doc = fromSaved(value.unigrid, value.view);
  navigate(hrefs.saved(value.slug, doc ? encode(doc) : ''));
}

export default function SavedDialogs(
  props: SavedBarProps & { readonly dialog: SavedDialog; readonly saving: Saving },
) {
  const { dialog, saving, doc, model, operators } = props;
  const { state, setDialog } = saving;
  const close = () => setDialog(undefined);
  const fresh: About = { title: titleFrom(props.suggestion), description: '', visibility: 'private' };
  if (dialog === 'new' || !state) {
    return (
      <AboutDialog
        open
        title={t.library.saveTitle}
        start={fresh}
        submit={t.library.save}
        onSubmit={saving.create}
        onClose={close}
      />
    );
  }
  const { saved } = state;
  switch (dialog) {
    case 'copy':
      return (
        <AboutDialog
          open
          title={t.library.saveCopy}
          start={{
            title: t.library.copyOf(saved.title),
            description: saved.description,
            visibility: 'private',
          }}
          submit={t.library.saveCopy}
          note={state.isMine || !state.isEdited ? undefined : t.library.notYours(saved.owner ?? '')}
          onSubmit={({ title, description, visibility }) => saving.create({ title, description, visibility })}
          onClose={close}
        />
      );
    case 'details':
      return (
        <AboutDialog
          open
          title={t.library.details}
          start={{ ...saved, tool: saved.tool ?? false }}
          submit={t.library.save}
          onSubmit={({ title, description, visibility, tool = false }) =>
            shelfActions.queries.describe(saved.slug, { title, description, visibility, tool })
          }
          onClose={close}
        />
      );
    case 'versions':
      return (
        <VersionsDialog
          shelf="queries"
          calls={savedQueries}
          kept={{ value: saved, tag: state.tag }}
          mayRestore={state.isMine}
          changes={(before, after) => versionChanges(before, after, { model, operators })}
          onRestored={openRestored}
          onClose={close}
        />
      );
    case 'use':
      return <UseDialog saved={saved} doc={doc} isMine={state.isMine} onClose={close} />;
    case 'conflict':
      return (
        <ConflictDialog
          saved={saved}
          onOpen={close}
          onCopy={() => setDialog('copy')}
          onOverwrite={() => void saving.update()}
          onClose={close}
        />
      );
  }
}
