// Adds a tile: a saved query or a text.
import { useQuery } from '@tanstack/react-query';
import { BookmarkCheck, Plus, Type } from 'lucide-react';
import { useState } from 'react';
import type { Tile } from '../../src/contract/dashboards.ts';
import type { SavedQuery } from '../api/saved.ts';
import { type Entry, fewQuery } from '../library/keeping.ts';
import { savedTab } from '../library/useSaved.ts';
import { late } from '../messages/late.ts';
import { fromSaved } from '../query/saved.ts';
import { Button } from '../ui/Button.tsx';
import { Picker } from '../ui/Picker.tsx';
import { Popover } from '../ui/Popover.tsx';
import { useDebounced } from '../ui/useDebounced.ts';
import styles from './Tile.module.css';

const MAX_FOUND = 30;

/** The best form for a query: the one it was saved with; a measure without groups becomes a number. */
function tileOf(saved: Pick<SavedQuery, 'slug' | 'unigrid' | 'view'>): Tile {
  const doc = fromSaved(saved.unigrid, saved.view);
  const isNumber = doc?.grouped && saved.unigrid.group?.length === 0;
  const place = { x: 0, y: 0, query: saved.slug };
  if (isNumber) return { ...place, w: 3, h: 2, kind: 'number' };
  if (savedTab(saved) === 'chart') return { ...place, w: 6, h: 6, kind: 'chart' };
  return { ...place, w: 6, h: 5, kind: 'table' };
}

export function AddTile({ onAdd }: { readonly onAdd: (tile: Tile) => void }) {
  const [open, setOpen] = useState(false);
  const [search, setSearch] = useState('');
  const { data: found = [] } = useQuery({
    ...fewQuery('queries', useDebounced(search.trim()), MAX_FOUND),
    enabled: open,
  });
  return (
    <>
      <Popover
        label={late.dashboards.add}
        wide
        open={open}
        onOpenChange={setOpen}
        trigger={<Button icon={<Plus aria-hidden />}>{late.dashboards.add}</Button>}
      >
        <Picker<Entry>
          label={late.dashboards.pickQuery}
          search={search}
          onSearch={setSearch}
          groups={[{ label: undefined, items: found }]}
          keyOf={({ slug }) => slug}
          empty={late.dashboards.noQueries}
          autoFocus
          onPick={(entry) => {
            // The list holds complete queries, although its type promises only the shared fields.
            onAdd(tileOf(entry as SavedQuery));
            setOpen(false);
          }}
          render={({ title, description }) => (
            <span className={styles.pick}>
              <BookmarkCheck aria-hidden />
              <span>{title}</span>
              {description && <small>{description}</small>}
            </span>
          )}
        />
      </Popover>
      <Button
        icon={<Type aria-hidden />}
        onClick={() =>
          onAdd({ x: 0, y: 0, w: 4, h: 2, kind: 'text', text: `## ${late.dashboards.textTile}` })
        }
      >
        {late.dashboards.addText}
      </Button>
    </>
  );
}
