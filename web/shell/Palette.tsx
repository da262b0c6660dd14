// Ctrl+K: finds everything by name.

import { useQuery } from '@tanstack/react-query';
import {
  Bookmark,
  Bot,
  CircleHelp,
  Clock,
  FileSearch,
  House,
  KeyRound,
  LayoutDashboard,
  LibraryBig,
  type LucideIcon,
  RefreshCw,
  ShieldCheck,
  SunMoon,
  Table2,
  View,
} from 'lucide-react';
import { useMemo, useState } from 'react';
import { modelQuery, queryClient } from '../answers/queries.ts';
import { useRecordSearch } from '../answers/recordSearch.ts';
import { resources } from '../api/resources.ts';
import { fewQuery, isAdmin, meQuery } from '../library/keeping.ts';
import { recentQueries } from '../library/remembered.ts';
import { t } from '../messages/index.ts';
import { late } from '../messages/late.ts';
import { bestScore } from '../model/matching.ts';
import { type Model, sortedEntities } from '../model/model.ts';
import { hrefs } from '../state/addresses.ts';
import { navigate } from '../state/route.ts';
import { type Command, roomCommands } from '../ui/commands.ts';
import { describeFailure } from '../ui/failures.ts';
import { Picker, type PickerGroup } from '../ui/Picker.tsx';
import { theme, themes } from '../ui/theme.ts';
import { showToast } from '../ui/toast.ts';
import { useDebounced } from '../ui/useDebounced.ts';
import { useStore } from '../ui/useStore.ts';
import styles from './Palette.module.css';

const MAX_PER_GROUP = 40;
const MAX_SAVED = 5;

/** There are many fields, so they come after other hits that match equally well. */
const isField = ({ group }: Command) => group === t.palette.addField;

function navigationCommand(
  id: string,
  label: string,
  group: string,
  icon: LucideIcon,
  href: string,
  words = '',
): Command {
  return { id, label, group, icon, words, run: () => navigate(href) };
}

async function refresh(): Promise<void> {
  try {
    await resources.refresh();
    await queryClient.invalidateQueries();
    showToast(t.palette.refreshed);
  } catch (error) {
    showToast(describeFailure(error).detail, { tone: 'danger' });
  }
}

function generalCommands(): readonly Command[] {
  const group = t.palette.general;
  return [
    navigationCommand('home', t.common.home, group, House, hrefs.home),
    navigationCommand('library', t.library.title, group, LibraryBig, hrefs.library(), 'saved queries'),
    navigationCommand(
      'dashboards',
      t.library.shelves.dashboards,
      group,
      LayoutDashboard,
      hrefs.library('dashboards'),
    ),
    navigationCommand('assistants', late.assistants.title, group, Bot, hrefs.assistants, 'agent mcp ai'),
    navigationCommand('help', t.common.help, group, CircleHelp, hrefs.help, 'keyboard shortcuts'),
    { id: 'refresh', label: t.palette.refresh, group, icon: RefreshCw, run: () => void refresh() },
    ...themes.map(
      (one): Command => ({
        id: `theme ${one}`,
        label: t.palette.theme(one),
        group,
        icon: SunMoon,
        words: 'theme appearance',
        run: () => theme.set(one),
      }),
    ),
  ];
}

/** The commands of the logged-in user. */
function userCommands(): readonly Command[] {
  const me = queryClient.getQueryData(meQuery.queryKey);
  if (!me || me.name === null) return [];
  const group = t.palette.general;
  return [
    ...(isAdmin(me)
      ? [
          navigationCommand(
            'access',
            t.account.access,
            group,
            ShieldCheck,
            hrefs.access(),
            'roles policy rights audit',
          ),
        ]
      : []),
    navigationCommand('tokens', t.account.tokens, group, KeyRound, hrefs.tokens),
  ];
}

function entityCommands(model: Model | undefined): readonly Command[] {
  if (!model) return [];
  return sortedEntities(model).map(({ name, label, kind }) =>
    navigationCommand(
      `entity ${name}`,
      label,
      t.home.entities,
      kind === 'view' ? View : Table2,
      hrefs.entity(name),
      name,
    ),
  );
}

/** Saved queries and dashboards that the service finds. */
function useSavedCommands(search: string): readonly PickerGroup<Command>[] {
  const asked = useDebounced(search.trim());
  const queries = useQuery(fewQuery('queries', asked, MAX_SAVED));
  const boards = useQuery(fewQuery('dashboards', asked, MAX_SAVED));
  return [
    {
      label: t.palette.saved,
      items: (queries.data ?? []).map(({ slug, title }) =>
        navigationCommand(`saved ${slug}`, title, t.palette.saved, Bookmark, hrefs.saved(slug)),
      ),
    },
    {
      label: t.library.shelves.dashboards,
      items: (boards.data ?? []).map(({ slug, title }) =>
        navigationCommand(
          `dashboard ${slug}`,
          title,
          t.library.shelves.dashboards,
          LayoutDashboard,
          hrefs.dashboard(slug),
        ),
      ),
    },
  ];
}

export default function Palette({ onDone }: { readonly onDone: () => void }) {
  const [search, setSearch] = useState('');
  const ofRoom = useStore(roomCommands);
  const recent = useStore(recentQueries);
  const model = queryClient.getQueryData(modelQuery.queryKey);

  const groups = useMemo((): readonly PickerGroup<Command>[] => {
    const all: readonly Command[] = [
      ...ofRoom.filter((command) => !isField(command)),
      ...entityCommands(model),
      ...ofRoom.filter(isField),
      ...recent.map(({ code, title }) =>
        navigationCommand(`recent ${code}`, title, t.palette.recent, Clock, hrefs.query(code)),
      ),
      ...generalCommands(),
      ...userCommands(),
    ];
    const scored = all
      .map((command) => ({ command, score: bestScore([command.label, command.words ?? ''], search) }))
      .filter(({ score }) => score > 0);
    const names = [...new Set(scored.map(({ command }) => command.group))];
    const best = (group: string) =>
      Math.max(...scored.filter(({ command }) => command.group === group).map(({ score }) => score));
    return names
      .toSorted((a, b) => best(b) - best(a))
      .map((label) => ({
        label,
        items: scored
          .filter(({ command }) => command.group === label)
          .sort((a, b) => b.score - a.score)
          .slice(0, MAX_PER_GROUP)
          .map(({ command }) => command),
      }));
  }, [ofRoom, recent, model, search]);

  const kept = useSavedCommands(search);
  const { records } = useRecordSearch(model, search);
  const found: PickerGroup<Command> = {
    label: t.palette.records,
    items: records.map(({ entity, key, name }) => ({
      ...navigationCommand(
        `record ${entity.name} ${key.join()}`,
        name,
        t.palette.records,
        FileSearch,
        hrefs.record(entity.name, key),
      ),
      hint: t.home.recordOf(entity.label, key.join(', ')),
    })),
  };

  return (
    <Picker
      label={t.palette.search}
      search={search}
      onSearch={setSearch}
      groups={[...groups, ...kept, found].filter(({ items }) => items.length > 0)}
      keyOf={(command) => command.id}
      onPick={(command) => {
        onDone();
        command.run();
      }}
      empty={t.palette.nothing}
      render={({ icon: Icon, label, hint }) => (
        <>
          {Icon && <Icon aria-hidden className={styles.icon} />}
          <span className={styles.label}>{label}</span>
          {hint && <span className={styles.hint}>{hint}</span>}
        </>
      )}
    />
  );
}
