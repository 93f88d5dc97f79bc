import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Delivered, DeliveredEvent } from '../../platform/events/event.ts';
import { type Subscriber, subscribe } from '../../platform/events/outbox.ts';
import {
  documentCreated,
  documentDownloaded,
  documentRevised,
  documentShared,
  folderDownloaded,
  folderShared,
} from '../documents/events.ts';
import { userSignInRefused, userSignedIn } from '../identity/events.ts';
import { firstOrganisationId, homeOrganisations } from '../identity/organisations.ts';
import { documentPdfDownloaded, documentPrinted, documentViewed } from '../preview/events.ts';
import { shareCreated } from '../sharing/events.ts';
import { chainEntries } from './log-integrity.ts';
import { type LoggedData, actionOf, loggedEvents } from './operation-log/logged-actions.ts';
import { type Measure, type UseRow, addToDays, addToHours, deleteUsageOfItems, measures, putOpened } from './usage/usage.queries.ts';

type LoggedEvent = DeliveredEvent<string, LoggedData>;
type UseEvent = Delivered<typeof documentViewed | typeof documentDownloaded>;

/** Who did it; for what happens at the door, whom it let in. */
const actorOf = ({ personId, data }: LoggedEvent): number | undefined => personId ?? data.personId;

/** What people do with their own account belongs to their own organisation, wherever they work; the rest to where it happened. */
function organisationInEvent(happening: LoggedEvent): number | undefined {
  const { event, data } = happening;
  const isOwn = event.startsWith('user.') && data.objId !== undefined && data.objId === actorOf(happening);
  return isOwn ? undefined : data.spaceId;
}

/**
 * In the log of which organisation each stands. What does not tell counts where its person belongs, and what nobody known did in the
 * first one, from which the site is administrated.
 */
async function organisationsOf(db: Db, happenings: LoggedEvent[]): Promise<(happening: LoggedEvent) => number> {
  const ids = happenings
    .filter((happening) => organisationInEvent(happening) === undefined)
    .flatMap((happening) => [actorOf(happening), happening.data.objId])
    .filter((id) => id !== undefined);
  const homes = ids.length === 0 ? new Map<number, number>() : await homeOrganisations(db, ids);
  const first = await firstOrganisationId(db);
  const homeOf = (id = 0): number | undefined => homes.get(id);
  return (happening) => organisationInEvent(happening) ?? homeOf(actorOf(happening)) ?? homeOf(happening.data.objId) ?? first;
}

const dayMs = 86_400_000;

/** The day of a time, counted from 1970 in UTC. */
export const epochDay = (at: number): number => Math.floor(at / dayMs);

/** What the log keeps of an event beside who, when and what: fields, each with what it was and what it became (null: nothing), or one value. */
function entryDetail({ before: was = {}, after: is = {}, changed, number }: LoggedData): Record<string, unknown> {
  const fields = new Set([...Object.keys(was), ...Object.keys(is)]);
  const pair = (field: string): unknown[] => (field in was ? [was[field] ?? null, is[field] ?? null] : [is[field]]);
  const pairs = [...fields].map((field) => [field, pair(field)]);
  return { ...Object.fromEntries(pairs), ...(changed === undefined ? {} : { changed }), ...(number === undefined ? {} : { number }) };
}

/** The outbox row's id is the entry's: entries then stand in the order in which things happened, whoever writes them down. */
function entryOf(happening: LoggedEvent, organisationId: number) {
  const { data } = happening;
  const facts = entryDetail(data);
  return {
    id: happening.id,
    at: happening.at,
    action: actionOf(happening.event),
    person_id: actorOf(happening) ?? null,
    person_name: happening.personName || (data.personName ?? ''),
    obj_id: data.objId ?? null,
    obj_name: data.objName ?? null,
    address: happening.address,
    detail: Object.keys(facts).length === 0 ? null : JSON.stringify(facts),
    organisation_id: organisationId,
  };
}

function openedRows(happenings: UseEvent[]) {
  const rows = new Map<string, { person_id: number; item_id: number; at: number }>();
  for (const { event, personId, data, at } of happenings) {
    if (event !== 'document.viewed' || personId === undefined) continue;
    rows.set(`${personId} ${data.objId}`, { person_id: personId, item_id: data.objId, at });
  }
  return [...rows.values()];
}

function dayRows(happenings: UseEvent[]) {
  const rows = new Map<string, { item_id: number; day: number; views: number; downloads: number }>();
  for (const { event, data, at } of happenings) {
    const day = epochDay(at);
    const row = rows.get(`${day} ${data.objId}`) ?? { item_id: data.objId, day, views: 0, downloads: 0 };
    if (event === 'document.viewed') row.views += 1;
    else row.downloads += 1;
    rows.set(`${day} ${data.objId}`, row);
  }
  return [...rows.values()];
}

/** Lets go of who opened removed items and how often; the log itself stays. */
export const forgetUsageOfItems = (ctx: Pick<Context, 'db'>, itemIds: number[]): Promise<void> => deleteUsageOfItems(ctx.db, itemIds);

/** What a visitor sends is one line of the log: that it came by a link. */
const isLoggedAsLinkEvent = ({ event, data }: LoggedEvent): boolean =>
  data.byLink !== undefined && (event === documentCreated.name || event === documentRevised.name);

export const operationLogSubscribers: Subscriber[] = [
  subscribe(loggedEvents, {
    name: 'reports.log',
    async batch(db, all) {
      const happenings = all.filter((one) => !isLoggedAsLinkEvent(one));
      if (happenings.length === 0) return;
      const space = await organisationsOf(db, happenings);
      await chainEntries(
        db,
        happenings.map((happening) => entryOf(happening, space(happening))),
      );
    },
  }),
  subscribe([documentViewed, documentDownloaded], {
    name: 'reports.use',
    async batch(db, happenings) {
      const opened = openedRows(happenings);
      if (opened.length > 0) await putOpened(db, opened);
      await addToDays(db, dayRows(happenings));
    },
  }),
];

const hourMs = 3_600_000;

const measureOf: Record<string, Measure> = {
  [userSignedIn.name]: 'sign_ins',
  [documentViewed.name]: 'views',
  [documentDownloaded.name]: 'downloads',
  [documentPdfDownloaded.name]: 'downloads',
  [folderDownloaded.name]: 'downloads',
  [documentPrinted.name]: 'prints',
  [documentCreated.name]: 'uploads',
  [documentRevised.name]: 'uploads',
  [shareCreated.name]: 'shares',
};

/** What is shared is told of the share and of each item in it: it was done once. What somebody failed at they did not do. */
const uncountedEvents: ReadonlySet<string> = new Set([documentShared.name, folderShared.name, userSignInRefused.name]);

const noUsage = Object.fromEntries(measures.map((measure) => [measure, 0])) as Record<Measure, number>;

/** One row for each hour of each person, as the statement that adds them wants it. */
function usageRows(happenings: LoggedEvent[], spaceOf: (happening: LoggedEvent) => number): UseRow[] {
  const rows = new Map<string, UseRow>();
  for (const happening of happenings) {
    const person = actorOf(happening);
    const space = spaceOf(happening);
    if (person === undefined || person <= 0 || space <= 0) continue;
    const hour = Math.floor(happening.at / hourMs);
    const key = `${space} ${hour} ${person}`;
    const row = rows.get(key) ?? { organisation_id: space, hour, person_id: person, ...noUsage };
    row[measureOf[happening.event] ?? 'others'] += 1;
    rows.set(key, row);
  }
  return [...rows.values()];
}

export const usageSubscribers: Subscriber[] = [
  subscribe(
    loggedEvents.filter(({ name }) => !uncountedEvents.has(name)),
    {
      name: 'statistics.use',
      async batch(db, happenings) {
        // what a visitor does is nobody's of the house
        const own = happenings.filter((one) => one.data.byLink === undefined && actorOf(one) !== undefined);
        const rows = own.length === 0 ? [] : usageRows(own, await organisationsOf(db, own));
        if (rows.length > 0) await addToHours(db, rows);
      },
    },
  ),
];
