// An icon for the type of a field.
import {
  Binary,
  Braces,
  Brackets,
  Calendar,
  CalendarClock,
  CircleHelp,
  Clock,
  Fingerprint,
  Hash,
  Link2,
  ListChecks,
  Rows3,
  Text,
  Timer,
  ToggleLeft,
  Type,
} from 'lucide-react';
import type { ModeType } from '../../src/contract/mode.ts';
import styles from './TypeIcon.module.css';

const icons: Record<ModeType, typeof Hash> = {
  boolean: ToggleLeft,
  string: Type,
  text: Text,
  integer: Hash,
  numeric: Hash,
  datetime: CalendarClock,
  date: Calendar,
  time: Clock,
  interval: Timer,
  binary: Binary,
  selection: ListChecks,
  json: Braces,
  uuid: Fingerprint,
  array: Brackets,
  other: CircleHelp,
};

export function TypeIcon(props: {
  readonly type: ModeType;
  readonly pointsTo?: boolean;
  readonly many?: boolean;
}) {
  const Icon = props.many ? Rows3 : props.pointsTo ? Link2 : icons[props.type];
  return <Icon aria-hidden className={styles.icon} />;
}
