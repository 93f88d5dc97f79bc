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
import { commentedPdfDownloaded, documentKept, documentPdfDownloaded, documentPrinted, documentViewed } from '../preview/events.ts';
import { shareCreated } from '../sharing/events.ts';
import { chainEntries } from './log-integrity.ts';
import { type LoggedData, actionOf, loggedEvents } from './operation-log/logged-actions.ts';
import { type Measure, type UseRow, addToDays, addToHours, deleteUsageOfItems, measures, putOpened } from './usage/usage.queries.ts';

type LoggedEvent = DeliveredEvent<string, LoggedData>;
type UseEvent = Delivered<typeof documentViewed | typeof documentDownloaded>;

/** The actor; for sign-ins the signed-in user. */
const actorOf = ({ personId, data }: LoggedEvent): number | undefined => personId ?? data.personId;

/** Account events belong to the user's own organisation, in whatever space; all others to where they happened. */
function organisationInEvent(delivered: LoggedEvent): number | undefined {
  const { event, data } = delivered;
  const isOwn = event.startsWith('user.') && data.objId !== undefined && data.objId === actorOf(delivered);
  return isOwn ? undefined : data.spaceId;
}

/**
 * The organisation whose log gets each event. Events without one go to the actor's own; those without a known actor to the first
 * organisation, from which the site is administrated.
 */
async function organisationsOf(db: Db, events: LoggedEvent[]): Promise<(delivered: LoggedEvent) => number> {
  const ids = events
    .filter((delivered) => organisationInEvent(delivered) === undefined)
    .flatMap((delivered) => [actorOf(delivered), delivered.data.objId])
    .filter((id) => id !== undefined);
  const homes = ids.length === 0 ? new Map<number, number>() : await homeOrganisations(db, ids);
  const first = await firstOrganisationId(db);
  const homeOf = (id = 0): number | undefined => homes.get(id);
  return (delivered) => organisationInEvent(delivered) ?? homeOf(actorOf(delivered)) ?? homeOf(delivered.data.objId) ?? first;
}

const dayMs = 86_400_000;

/** The UTC day of a time, counted from 1970. */
export const epochDay = (at: number): number => Math.floor(at / dayMs);

/** The detail of a log entry: fields with their old and new value (null: none), or one value. */
function entryDetail({ before: was = {}, after: is = {}, changed, number }: LoggedData): Record<string, unknown> {
  const fields = new Set([...Object.keys(was), ...Object.keys(is)]);
  const pair = (field: string): unknown[] => (field in was ? [was[field] ?? null, is[field] ?? null] : [is[field]]);
  const pairs = [...fields].map((field) => [field, pair(field)]);
  return { ...Object.fromEntries(pairs), ...(changed === undefined ? {} : { changed }), ...(number === undefined ? {} : { number }) };
}

/** The entry takes the id of the outbox row, so that entries are in the order of events, whichever process writes them. */
function entryOf(delivered: LoggedEvent, organisationId: number) {
  const { data } = delivered;
  const facts = entryDetail(data);
  return {
    id: delivered.id,
    at: delivered.at,
    action: actionOf(delivered.event),
    person_id: actorOf(delivered) ?? null,
    person_name: delivered.personName || (data.personName ?? ''),
    obj_id: data.objId ?? null,
    obj_name: data.objName ?? null,
    address: delivered.address,
    detail: Object.keys(facts).length === 0 ? null : JSON.stringify(facts),
    organisation_id: organisationId,
  };
}

function openedRows(events: UseEvent[]) {
  const rows = new Map<string, { person_id: number; item_id: number; at: number }>();
  for (const { event, personId, data, at } of events) {
    if (event !== 'document.viewed' || personId === undefined) continue;
    rows.set(`${personId} ${data.objId}`, { person_id: personId, item_id: data.objId, at });
  }
  return [...rows.values()];
}

function dayRows(events: UseEvent[]) {
  const rows = new Map<string, { item_id: number; day: number; views: number; downloads: number }>();
  for (const { event, data, at } of events) {
    const day = epochDay(at);
    const row = rows.get(`${day} ${data.objId}`) ?? { item_id: data.objId, day, views: 0, downloads: 0 };
    if (event === 'document.viewed') row.views += 1;
    else row.downloads += 1;
    rows.set(`${day} ${data.objId}`, row);
  }
  return [...rows.values()];
}

/** Deletes the usage of purged items; the log itself stays. */
export const forgetUsageOfItems = (ctx: Pick<Context, 'db'>, itemIds: number[]): Promise<void> => deleteUsageOfItems(ctx.db, itemIds);

/** A visitor's submission is logged once, as the event of the link. */
const isLoggedAsLinkEvent = ({ event, data }: LoggedEvent): boolean =>
  data.byLink !== undefined && (event === documentCreated.name || event === documentRevised.name);

export const operationLogSubscribers: Subscriber[] = [
  subscribe(loggedEvents, {
    name: 'reports.log',
    async batch(db, all) {
      const events = all.filter((one) => !isLoggedAsLinkEvent(one));
      if (events.length === 0) return;
      const space = await organisationsOf(db, events);
      await chainEntries(
        db,
        events.map((delivered) => entryOf(delivered, space(delivered))),
      );
    },
  }),
  subscribe([documentViewed, documentDownloaded], {
    name: 'reports.use',
    async batch(db, events) {
      const opened = openedRows(events);
      if (opened.length > 0) await putOpened(db, opened);
      await addToDays(db, dayRows(events));
    },
  }),
];

const hourMs = 3_600_000;

const measureOf: Record<string, Measure> = {
  [userSignedIn.name]: 'sign_ins',
  [documentViewed.name]: 'views',
  [documentDownloaded.name]: 'downloads',
  [documentPdfDownloaded.name]: 'downloads',
  [commentedPdfDownloaded.name]: 'downloads',
  [documentKept.name]: 'downloads',
  [folderDownloaded.name]: 'downloads',
  [documentPrinted.name]: 'prints',
  [documentCreated.name]: 'uploads',
  [documentRevised.name]: 'uploads',
  [shareCreated.name]: 'shares',
};

/** Sharing is logged on each item, but counts once, as the event of the share. Refused actions do not count. */
const uncountedEvents: ReadonlySet<string> = new Set([documentShared.name, folderShared.name, userSignInRefused.name]);

const noUsage = Object.fromEntries(measures.map((measure) => [measure, 0])) as Record<Measure, number>;

/** One row for each hour of each user, as the upsert needs it. */
function usageRows(events: LoggedEvent[], spaceOf: (delivered: LoggedEvent) => number): UseRow[] {
  const rows = new Map<string, UseRow>();
  for (const delivered of events) {
    const person = actorOf(delivered);
    const space = spaceOf(delivered);
    if (person === undefined || person <= 0 || space <= 0) continue;
    const hour = Math.floor(delivered.at / hourMs);
    const key = `${space} ${hour} ${person}`;
    const row = rows.get(key) ?? { organisation_id: space, hour, person_id: person, ...noUsage };
    row[measureOf[delivered.event] ?? 'others'] += 1;
    rows.set(key, row);
  }
  return [...rows.values()];
}

export const usageSubscribers: Subscriber[] = [
  subscribe([...loggedEvents.filter(({ name }) => !uncountedEvents.has(name)), shareCreated], {
    name: 'statistics.use',
    async batch(db, events) {
      // actions of visitors are not counted for users
      const own = events.filter((one) => one.data.byLink === undefined && actorOf(one) !== undefined);
      const rows = own.length === 0 ? [] : usageRows(own, await organisationsOf(db, own));
      if (rows.length > 0) await addToHours(db, rows);
    },
  }),
];
