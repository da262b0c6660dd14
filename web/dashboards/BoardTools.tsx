// The actions on a dashboard: arrange, refresh, print, copy, describe, share, restore a version, delete.
import {
  Check,
  Copy,
  Ellipsis,
  History,
  LayoutGrid,
  Link,
  Pencil,
  Printer,
  RefreshCw,
  Trash2,
  Undo2,
} from 'lucide-react';
import { useEffect, useState } from 'react';
import { queryClient } from '../answers/queries.ts';
import { type Dashboard, dashboards, type SavedQuery, type Tagged } from '../api/saved.ts';
import { AboutDialog } from '../library/AboutForm.tsx';
import { isMine, shelfActions, showFailure } from '../library/keeping.ts';
import { Links } from '../library/Links.tsx';
import useStyles from '../library/UseDialog.module.css';
import { VersionsDialog } from '../library/VersionsDialog.tsx';
import { t } from '../messages/index.ts';
import { late } from '../messages/late.ts';
import type { QueryDocument } from '../query/document.ts';
import { hrefs } from '../state/addresses.ts';
import { navigate } from '../state/route.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Menu, MenuItem, MenuLine } from '../ui/Menu.tsx';
import { Switch } from '../ui/Switch.tsx';
import { AddTile } from './AddTile.tsx';
import styles from './DashboardPage.module.css';
import { addTile } from './layout.ts';
import { tileTitle } from './tileTitle.ts';
import type { ArrangingState } from './useArranging.ts';
import { boardChanges } from './versions.ts';

/** The query keys of all tile requests. */
const refreshedQueries = ['tile', 'chart', 'groups'];
const EVERY_MINUTE = 60_000;

async function refresh(): Promise<void> {
  await Promise.all(refreshedQueries.map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
}

function useRefreshing(on: boolean): void {
  useEffect(() => {
    if (!on) return;
    const timer = setInterval(() => void refresh(), EVERY_MINUTE);
    return () => clearInterval(timer);
  }, [on]);
}

export function BoardTools(props: {
  readonly kept: Tagged<Dashboard>;
  readonly queries: ReadonlyMap<string, SavedQuery>;
  readonly arranging: ArrangingState;
  /** The current values of the parameters. */
  readonly given: QueryDocument['arguments'];
}) {
  const { kept, queries, arranging } = props;
  const { value } = kept;
  const [wall, setWall] = useState(false);
  useRefreshing(wall);
  const [dialog, setDialog] = useState<'about' | 'versions' | 'links'>();
  const close = () => setDialog(undefined);
  const mine = isMine(value);

  async function copy(): Promise<void> {
    try {
      navigate(hrefs.dashboard((await shelfActions.dashboards.copy(value.slug)).slug));
    } catch (error) {
      showFailure(error);
    }
  }
  async function remove(): Promise<void> {
    if (await shelfActions.dashboards.remove(value.slug)) navigate(hrefs.library('dashboards'));
  }
  return (
    <div className={styles.tools}>
      {arranging.isOpen ? (
        <>
          <AddTile onAdd={(tile) => arranging.change((tiles) => addTile(tiles, tile))} />
          <Button variant="main" icon={<Check aria-hidden />} onClick={() => void arranging.save()}>
            {late.dashboards.done}
          </Button>
          <Button variant="quiet" icon={<Undo2 aria-hidden />} onClick={arranging.discard}>
            {late.dashboards.cancel}
          </Button>
        </>
      ) : (
        <>
          <Switch label={late.dashboards.wall} on={wall} onChange={setWall} />
          <IconButton label={late.dashboards.refresh} onClick={() => void refresh()}>
            <RefreshCw aria-hidden />
          </IconButton>
          <IconButton label={late.dashboards.print} onClick={() => window.print()}>
            <Printer aria-hidden />
          </IconButton>
          {mine && (
            <Button icon={<LayoutGrid aria-hidden />} onClick={arranging.open}>
              {late.dashboards.edit}
            </Button>
          )}
          <Menu
            trigger={
              <IconButton label={t.library.more(value.title)}>
                <Ellipsis aria-hidden />
              </IconButton>
            }
          >
            <MenuItem icon={<Copy aria-hidden />} onSelect={() => void copy()}>
              {t.library.copy}
            </MenuItem>
            <MenuItem icon={<History aria-hidden />} onSelect={() => setDialog('versions')}>
              {t.library.versions}
            </MenuItem>
            {mine && (
              <>
                <MenuItem icon={<Link aria-hidden />} onSelect={() => setDialog('links')}>
                  {t.library.links}
                </MenuItem>
                <MenuItem icon={<Pencil aria-hidden />} onSelect={() => setDialog('about')}>
                  {t.library.rename}
                </MenuItem>
                <MenuLine />
                <MenuItem icon={<Trash2 aria-hidden />} onSelect={() => void remove()}>
                  {t.library.remove}
                </MenuItem>
              </>
            )}
          </Menu>
        </>
      )}
      {dialog === 'versions' && (
        <VersionsDialog
          shelf="dashboards"
          calls={dashboards}
          kept={kept}
          mayRestore={mine}
          changes={(before, after) => boardChanges(before, after, (tile) => tileTitle(tile, queries))}
          onRestored={() => {}}
          onClose={close}
        />
      )}
      {dialog === 'links' && <LinksDialog value={value} given={props.given} onClose={close} />}
      {dialog === 'about' && (
        <AboutDialog
          open
          title={t.library.rename}
          start={value}
          submit={t.library.save}
          onSubmit={({ title, description, visibility }) =>
            shelfActions.dashboards.describe(value.slug, { title, description, visibility })
          }
          onClose={close}
        />
      )}
    </div>
  );
}

function LinksDialog(props: {
  readonly value: Dashboard;
  readonly given: QueryDocument['arguments'];
  readonly onClose: () => void;
}) {
  const { slug, title } = props.value;
  const [made, setMade] = useState<string>();
  return (
    <Dialog open title={`${t.library.links}: ${title}`} size="large" onClose={props.onClose}>
      <div className={useStyles.uses}>
        <section>
          <p className={useStyles.quiet}>{late.dashboards.linksHint}</p>
          <Links
            shelf="dashboards"
            calls={dashboards}
            slug={slug}
            given={props.given}
            made={made}
            onMade={setMade}
          />
        </section>
      </div>
    </Dialog>
  );
}
