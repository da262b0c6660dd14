// The registry of views of a result: each is a lazy component that gets the rest from useWorkbench.
import { ChartColumn, Code, type LucideIcon, Share2, Table2 } from 'lucide-react';
import type { ComponentType } from 'react';
import { late } from '../../messages/late.ts';
import { TableTab } from '../../result/TableTab.tsx';
import { lazyRoom } from '../../ui/lazyRoom.tsx';
import { CHART } from '../context.ts';

export interface Tab {
  /** Used in the address. */
  readonly id: string;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly Room: ComponentType;
}

export const tabs: readonly [Tab, ...Tab[]] = [
  { id: 'table', label: late.workbench.tabTable, icon: Table2, Room: TableTab },
  {
    id: CHART,
    label: late.workbench.tabChart,
    icon: ChartColumn,
    Room: lazyRoom(() => import('../../charts/ChartTab.tsx')),
  },
  {
    id: 'map',
    label: late.workbench.tabMap,
    icon: Share2,
    Room: lazyRoom(() => import('../../map/MapTab.tsx')),
  },
  {
    id: 'code',
    label: late.workbench.tabCode,
    icon: Code,
    Room: lazyRoom(() => import('../../code/CodeTab.tsx')),
  },
];
