// The room is not furnished yet.
import { t } from '../messages/index.ts';
import { Empty } from '../ui/States.tsx';

export default function MapTab() {
  return <Empty title={t.workbench.tabMap}>{t.workbench.roomIsComing}</Empty>;
}
