// No chart fits: says what would make one fit, and offers what lies near.
import { ChartColumn } from 'lucide-react';
import { t } from '../messages/index.ts';
import { Button } from '../ui/Button.tsx';
import { Empty } from '../ui/States.tsx';
import type { ChartField } from './chartFields.ts';
import { type ChartKind, possibleKinds } from './suggestChart.ts';

export function NothingToDraw(props: {
  readonly fields: readonly ChartField[];
  readonly onKind: (kind: ChartKind) => void;
}) {
  // Keys and names could be drawn, but a chart of them would say nothing.
  const kinds = possibleKinds(props.fields.filter(({ rank }) => rank > 0));
  return (
    <Empty
      icon={<ChartColumn aria-hidden />}
      title={t.charts.nothingTitle}
      actions={kinds.map((kind) => (
        <Button key={kind} onClick={() => props.onKind(kind)}>
          {t.charts.kinds[kind]}
        </Button>
      ))}
    >
      <p>{t.charts.nothingHint}</p>
      {kinds.length > 0 && <p>{t.charts.nothingOffer}</p>}
    </Empty>
  );
}
