import { right } from '@dossier/contract/core/rights';
import type { Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { readVersions } from '../../platform/db/versions.ts';
import { type Subscriber, subscribe } from '../../platform/events/outbox.ts';
import { accessOfSession } from '../access/effective-rights.ts';
import { ancestorsOfAll, findItem, findItems, type ItemRow } from '../access/items.queries.ts';
import { documentDownloaded, documentRevised, folderDownloaded, revisionPromoted } from '../documents/events.ts';
import { findPerson } from '../identity/users.ts';
import { hasListeners, tellListeners } from '../notifications/live-listeners.ts';
import { acknowledged, acknowledgementAsked, acknowledgementClosed, acknowledgementReminded } from './events.ts';
import { closeSuperseded, renewRequest } from './requests/ask-people.ts';
import { noticesSubscriber, sendNotices, tellOfCompletion } from './requests/notices.ts';
import { rightsOfUsers } from './requests/people-to-ask.ts';
import { everAsked, noteOpenings, unopenedBy } from './requests/requests.queries.ts';

/** Sends their messages to those who were asked or are reminded. */
const notices = subscribe([acknowledgementAsked, acknowledgementReminded], {
  name: noticesSubscriber,
  job: ({ data }, services) => sendNotices(services, data.requestId),
});

const completion = subscribe(acknowledged, {
  name: 'acknowledgements.completion',
  async batch(db, events, services) {
    for (const requestId of new Set(events.map(({ data }) => data.requestId))) await tellOfCompletion(services, db, requestId);
  },
});

/** Asks for a later version of a document whose request wants that, in the name of who made the request; closes one that nobody could fulfil any more. */
const renewal = subscribe([documentRevised, revisionPromoted], {
  name: 'acknowledgements.renewal',
  async batch(db, events, services) {
    for (const itemId of new Set(events.map(({ data }) => data.objId))) {
      const renewed = await renewRequest(services, db, itemId);
      if (renewed === undefined) {
        const closed = await closeSuperseded(db, itemId, services.now());
        if (closed === undefined) continue;
        const about = { objId: closed.id, objName: closed.name };
        const nobody = { name: '', address: '', spaceId: closed.organisation_id };
        await services.outbox.emit(db, nobody, { event: acknowledgementClosed, data: about, at: services.now() });
        continue;
      }
      const { request, item, id } = renewed;
      const actor = { id: request.creator_id, name: (await findPerson(db, request.creator_id))?.full_name ?? '', address: '' };
      const data = { objId: item.id, objName: item.name, requestId: id };
      await services.outbox.emit(
        db,
        { ...actor, spaceId: item.organisation_id },
        { event: acknowledgementAsked, data, at: services.now() },
      );
    }
  },
});

interface Fetched {
  /** What was chosen for a zip: documents and containers. */
  itemIds: ReadonlySet<number>;
  personId: number;
  at: number;
}

/** The access lists of an item and of what is around it, below the first that was chosen; undefined where nothing around it was. */
function listsBelowChosen(
  item: Pick<ItemRow, 'id'>,
  itemIds: ReadonlySet<number>,
  around: ReadonlyMap<number, Pick<ItemRow, 'parent_id' | 'acl_id'>>,
): number[] | undefined {
  const lists: number[] = [];
  for (let id = item.id; !itemIds.has(id); ) {
    const here = around.get(id);
    if (here === undefined) return undefined;
    lists.push(here.acl_id);
    id = here.parent_id;
  }
  return lists;
}

/**
 * Notes which of the versions that a user is asked to acknowledge were in a zip: of those that they may download, what was chosen, or lies in it and not
 * in a folder that is hidden from them.
 */
async function noteOpeningsInZip(services: Services, db: Db, { itemIds, personId, at }: Fetched): Promise<void> {
  const unopened = new Map((await unopenedBy(db, personId)).map((row) => [row.item_id, row.revision_id]));
  if (unopened.size === 0) return;
  const ids = [...unopened.keys()];
  const around = new Map((await ancestorsOfAll(db, { ids: JSON.stringify(ids) })).map((row) => [row.id, row]));
  // looked up once a list: many documents have the same one
  const known = new Map<number, Awaited<ReturnType<typeof rightsOfUsers>>>();
  const may = async (item: ItemRow, needed: number): Promise<boolean> => {
    const has = known.get(item.acl_id) ?? (await rightsOfUsers({ services, db, now: at, item }));
    known.set(item.acl_id, has);
    return has(personId, needed);
  };
  for (const item of await findItems(db, ids)) {
    const revisionId = unopened.get(item.id);
    const lists = listsBelowChosen(item, itemIds, around);
    if (revisionId === undefined || lists === undefined || item.bin_id !== 0 || item.revision_id !== revisionId) continue;
    let isIn = await may(item, right.visible | right.download);
    for (const aclId of lists) isIn &&= await may({ ...item, acl_id: aclId }, right.visible);
    if (isIn) await noteOpenings(db, { itemId: item.id, revisionId, personIds: [personId], at });
  }
}

/** Notes who downloads the version that they are asked to acknowledge; what is viewed, printed or made a PDF is noted as it happens (`recordOpening`). */
const openings = subscribe([documentDownloaded, folderDownloaded], {
  name: 'acknowledgements.openings',
  async batch(db, events, services) {
    const zips = new Map<string, Fetched & { itemIds: Set<number> }>();
    for (const { event, data, personId, at } of events) {
      if (personId === undefined || data.byLink !== undefined) continue;
      const revisionId = event === documentDownloaded.name ? data.revisionId : undefined;
      if (revisionId !== undefined) {
        await noteOpenings(db, { itemId: data.objId, revisionId, personIds: [personId], at });
        continue;
      }
      const zip = zips.get(`${personId} ${at}`) ?? { itemIds: new Set(), personId, at };
      zip.itemIds.add(data.objId);
      zips.set(`${personId} ${at}`, zip);
    }
    for (const zip of zips.values()) await noteOpeningsInZip(services, db, zip);
  },
});

/**
 * Tells open pages that something about the acknowledgement of a document has changed: those of who manages it each time, those of others only with
 * what they themselves are asked. Who may not read the document is told nothing.
 */
const live = subscribe([acknowledgementAsked, acknowledged, acknowledgementClosed], {
  name: 'acknowledgements.live',
  async job({ event, data, personId = 0 }, services) {
    if (!hasListeners(services)) return;
    const db = services.database.read;
    const item = await findItem(db, data.objId);
    if (item === undefined || item.bin_id !== 0) return;
    const versions = await readVersions(db);
    const own = event === 'acknowledgement.given' ? new Map([[personId, 'given' as const]]) : await everAsked(db, item.id);
    await tellListeners(services, 'acknowledgement', async (session) => {
      if (session.spaceId !== item.organisation_id) return [];
      const bits = (await accessOfSession(services, session, versions))?.bits(item.acl_id) ?? 0;
      const isOwn = own.has(session.personId);
      if ((bits & right.visible) === 0 || (bits & right.read) === 0 || (!isOwn && (bits & right.manage) === 0)) return [];
      return [{ id: String(item.id), ...(isOwn && { own: own.get(session.personId) }) }];
    });
  },
});

export const acknowledgementSubscribers: Subscriber[] = [notices, completion, renewal, openings, live];
