// Arranging a dashboard: a draft of its tiles, until it is saved or discarded.
import { useState } from 'react';
import type { Tile } from '../../src/contract/dashboards.ts';
import { type Dashboard, dashboards, type Tagged } from '../api/saved.ts';
import { cacheNewest, isConflict, showFailure } from '../library/keeping.ts';
import { late } from '../messages/late.ts';
import { showToast } from '../ui/toast.ts';
import { packTiles } from './layout.ts';

export interface ArrangingState {
  readonly tiles: readonly Tile[];
  readonly isOpen: boolean;
  readonly isChanged: boolean;
  readonly open: () => void;
  readonly discard: () => void;
  readonly change: (change: (tiles: readonly Tile[]) => readonly Tile[]) => void;
  readonly save: () => Promise<void>;
}

export function useArranging({ value, tag }: Tagged<Dashboard>): ArrangingState {
  const [draft, setDraft] = useState<readonly Tile[]>();
  const kept = packTiles(value.tiles);

  async function put(tiles: readonly Tile[], over: string): Promise<void> {
    const { title, description, visibility } = value;
    try {
      cacheNewest(
        'dashboards',
        await dashboards.put(value.slug, { title, description, visibility, tiles: [...tiles] }, over),
      );
      setDraft(undefined);
      showToast(late.dashboards.saved);
    } catch (error) {
      if (!isConflict(error)) {
        showFailure(error);
        return;
      }
      showToast(late.dashboards.changedElsewhere, {
        tone: 'danger',
        sticky: true,
        action: {
          label: late.dashboards.overwrite,
          run: () => void dashboards.get(value.slug).then((now) => put(tiles, now.tag), showFailure),
        },
      });
    }
  }
  return {
    tiles: draft ?? kept,
    isOpen: draft !== undefined,
    isChanged: draft !== undefined && JSON.stringify(draft) !== JSON.stringify(kept),
    open: () => setDraft((before) => before ?? kept),
    discard: () => setDraft(undefined),
    change: (change) => setDraft((before) => change(before ?? kept)),
    save: () => put(draft ?? kept, tag),
  };
}
