import type { Happening, Listener } from '../../ground/outbox.ts';
import { actionOf } from '../reports/actions.ts';
import { spacesOf, whoDid } from '../reports/entry-space.ts';
import { addToHours, type Measure, measures, type UseRow } from './use-queries.ts';

const hourMs = 3_600_000;

const measureOf: Record<string, Measure> = {
  'user.signedIn': 'sign_ins',
  'document.viewed': 'views',
  'document.downloaded': 'downloads',
  'document.pdfDownloaded': 'downloads',
  'folder.downloaded': 'downloads',
  'document.printed': 'prints',
  'document.created': 'uploads',
  'document.revised': 'uploads',
  'share.created': 'shares',
};

/** What is shared is told of the share and of each item in it: it was done once. What somebody failed at they did not do. */
const untold: ReadonlySet<string> = new Set(['document.shared', 'folder.shared', 'user.signInRefused']);

const nothing = Object.fromEntries(measures.map((measure) => [measure, 0])) as Record<Measure, number>;

/** One row for each hour of each person, as the statement that adds them wants it. */
function rowsOf(happenings: Happening[], spaceOf: (happening: Happening) => number): UseRow[] {
  const rows = new Map<string, UseRow>();
  for (const happening of happenings) {
    const person = whoDid(happening);
    const space = spaceOf(happening);
    if (person === undefined || person <= 0 || space <= 0) continue;
    const hour = Math.floor(happening.at / hourMs);
    const key = `${space} ${hour} ${person}`;
    const row = rows.get(key) ?? { organisation_id: space, hour, person_id: person, ...nothing };
    row[measureOf[happening.event] ?? 'others'] += 1;
    rows.set(key, row);
  }
  return [...rows.values()];
}

export const statisticListeners: Listener[] = [
  {
    name: 'statistics.use',
    events: Object.keys(actionOf).filter((event) => !untold.has(event)),
    async batch(db, happenings) {
      // what a visitor does is nobody's of the house
      const own = happenings.filter((one) => one.data['byLink'] === undefined && whoDid(one) !== undefined);
      const rows = own.length === 0 ? [] : rowsOf(own, await spacesOf(db, own));
      if (rows.length > 0) await addToHours(db, rows);
    },
  },
];
