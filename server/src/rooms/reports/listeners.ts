import type { Ctx } from '../../ground/ctx.ts';
import type { Happening, Listener } from '../../ground/outbox.ts';
import { actionOf } from './actions.ts';
import { spacesOf, whoDid } from './entry-space.ts';
import { chainEntries } from './log-chain.ts';
import { addToDays, forgetItems, putOpened } from './queries.ts';

const dayMs = 86_400_000;

/** The day of a time, counted from 1970 in UTC. */
export const dayOf = (at: number): number => Math.floor(at / dayMs);

/** What the log keeps of an event beside who, when and what: fields, each with what it was and what it became (null: nothing), or one value. */
function factsOf({ before, after, changed, number }: Record<string, unknown>): Record<string, unknown> {
  const [was, is] = [(before ?? {}) as Record<string, unknown>, (after ?? {}) as Record<string, unknown>];
  const fields = new Set([...Object.keys(was), ...Object.keys(is)]);
  const pair = (field: string): unknown[] => (field in was ? [was[field] ?? null, is[field] ?? null] : [is[field]]);
  const pairs = [...fields].map((field) => [field, pair(field)]);
  return { ...Object.fromEntries(pairs), ...(changed === undefined ? {} : { changed }), ...(number === undefined ? {} : { number }) };
}

/** The outbox row's id is the entry's: entries then stand in the order in which things happened, whoever writes them down. */
function entryOf(happening: Happening, organisationId: number) {
  const { data } = happening;
  const facts = factsOf(data);
  return {
    id: happening.id,
    at: happening.at,
    action: actionOf[happening.event] ?? 0,
    person_id: whoDid(happening) ?? null,
    person_name: happening.personName || ((data.personName as string | undefined) ?? ''),
    obj_id: (data.objId as number | undefined) ?? null,
    obj_name: (data.objName as string | undefined) ?? null,
    address: happening.address,
    detail: Object.keys(facts).length === 0 ? null : JSON.stringify(facts),
    organisation_id: organisationId,
  };
}

function openedRows(happenings: Happening[]) {
  const rows = new Map<string, { person_id: number; item_id: number; at: number }>();
  for (const { event, personId, data, at } of happenings) {
    if (event !== 'document.viewed' || personId === undefined) continue;
    rows.set(`${personId} ${String(data.objId)}`, { person_id: personId, item_id: Number(data.objId), at });
  }
  return [...rows.values()];
}

function dayRows(happenings: Happening[]) {
  const rows = new Map<string, { item_id: number; day: number; views: number; downloads: number }>();
  for (const { event, data, at } of happenings) {
    const day = dayOf(at);
    const row = rows.get(`${day} ${String(data.objId)}`) ?? { item_id: Number(data.objId), day, views: 0, downloads: 0 };
    if (event === 'document.viewed') row.views += 1;
    else row.downloads += 1;
    rows.set(`${day} ${String(data.objId)}`, row);
  }
  return [...rows.values()];
}

/** Lets go of who opened removed items and how often; the log itself stays. */
export const releaseReports = (ctx: Pick<Ctx, 'db'>, itemIds: number[]): Promise<void> => forgetItems(ctx.db, itemIds);

/** What a visitor sends is one line of the log: that it came by a link. */
const isToldByLink = ({ event, data }: Happening): boolean =>
  data['byLink'] !== undefined && (event === 'document.created' || event === 'document.revised');

export const reportListeners: Listener[] = [
  {
    name: 'reports.log',
    events: Object.keys(actionOf),
    async batch(db, all) {
      const happenings = all.filter((one) => !isToldByLink(one));
      if (happenings.length === 0) return;
      const space = await spacesOf(db, happenings);
      await chainEntries(
        db,
        happenings.map((happening) => entryOf(happening, space(happening))),
      );
    },
  },
  {
    name: 'reports.use',
    events: ['document.viewed', 'document.downloaded'],
    async batch(db, happenings) {
      const opened = openedRows(happenings);
      if (opened.length > 0) await putOpened(db, opened);
      await addToDays(db, dayRows(happenings));
    },
  },
];
