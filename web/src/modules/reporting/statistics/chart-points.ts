import type { OutputOf } from '@dossier/contract/core/route';
import type { Report, statistics } from '@dossier/contract/reporting/statistics';
import dayjs from 'dayjs';

/** The reports with a chart. */
export type ChartReport = Exclude<Report, 'permissions'>;

type Chart = OutputOf<typeof statistics.chart>;

/** The values at one time, by series. */
export type Point = Chart['points'][number];

/** Every hour or day of the period, up to now; those missing in the answer are zero. */
export function everyPoint({ unit, points }: Chart, { from, to }: { from: string; to: string }, series: number): Point[] {
  const known = new Map(points.map((point) => [unit === 'hour' ? dayjs(point.at).valueOf() : point.at, point]));
  const end = Math.min(Date.parse(to), Date.now());
  const all: Point[] = [];
  for (let at = dayjs(from); at.valueOf() < end; at = at.add(1, unit)) {
    const found = known.get(unit === 'hour' ? at.valueOf() : at.format('YYYY-MM-DD'));
    all.push(
      found ?? { at: unit === 'hour' ? at.toISOString() : at.format('YYYY-MM-DD'), values: Array.from({ length: series }, () => 0) },
    );
  }
  return all;
}

/** The label of a time on the axis. */
export const wordOf = (at: string, unit: Chart['unit']): string => (unit === 'hour' ? dayjs(at).format('MM-DD HH:mm') : at);

/** The step between the lines of an axis of bytes: 1, 2 or 5 of a power of ten of its unit, so that at most five show whole numbers. */
export function bytesStep(highest: number): number {
  const unit = 1024 ** Math.floor(Math.log(Math.max(1, highest)) / Math.log(1024));
  const least = highest / unit / 5;
  const power = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, least))));
  return ([1, 2, 5, 10].find((step) => step * power >= least) ?? 10) * power * unit;
}
