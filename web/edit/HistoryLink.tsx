// The way to the history, in the top bar of whoever may change data.
import { History } from 'lucide-react';
import { late } from '../messages/late.ts';
import { hrefs } from '../state/addresses.ts';
import { IconLink } from '../ui/Button.tsx';
import { useEditing } from './useEditing.ts';

export default function HistoryLink() {
  if (!useEditing()) return null;
  return (
    <IconLink label={late.edit.allHistory} href={hrefs.history()}>
      <History aria-hidden />
    </IconLink>
  );
}
