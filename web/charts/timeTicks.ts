// The ticks of a time axis: d3 chooses them, and the reader's locale names them.
import { scaleUtc } from 'd3-scale';
import type { BucketName } from '../../src/contract/buckets.ts';
import { dateFormat, onDemand } from '../messages/format.ts';
import { periodLengths, periodName } from '../values/periods.ts';

interface TimeTick {
  readonly at: number;
  readonly label: string;
}

const { month: MONTH, day: DAY, year: YEAR } = periodLengths;

const utc = { timeZone: 'UTC' } as const;
const shortDay = onDemand(() => dateFormat({ ...utc, month: 'short', day: 'numeric' }));
const shortHour = onDemand(() => dateFormat({ ...utc, hour: '2-digit', minute: '2-digit' }));

/** With tolerance, since months and years vary in length. */
const isAtLeast = (distance: number, length: number) => distance >= length * 0.9;

/** `distance`: from this tick to the next one. */
function labelOf(time: number, distance: number): string {
  if (isAtLeast(distance, YEAR)) return periodName(time, 'year');
  if (isAtLeast(distance, MONTH)) return periodName(time, 'month');
  const startsDay = time % DAY === 0;
  return (isAtLeast(distance, DAY) || startsDay ? shortDay : shortHour)().format(time);
}

function distanceOf([first = 0, second = Number.POSITIVE_INFINITY]: readonly number[]): number {
  return second - first;
}

/** Starts of years, months, days or hours inside the range, about `wanted` of them and none within a period. */
export function timeTicks(from: number, to: number, wanted: number, bucket: BucketName): readonly TimeTick[] {
  const axis = scaleUtc([from, to], [0, 1]);
  // d3's weeks begin on Sunday, the service's on Monday.
  const least = bucket === 'week' ? MONTH : periodLengths[bucket];
  for (let asked = Math.max(1, Math.floor(wanted)); asked > 0; asked--) {
    const times = axis.ticks(asked).map(Number);
    const distance = distanceOf(times);
    if (times.length > wanted + 1 || !isAtLeast(distance, least)) continue;
    return times.map((at) => ({ at, label: labelOf(at, distance) }));
  }
  return [];
}
