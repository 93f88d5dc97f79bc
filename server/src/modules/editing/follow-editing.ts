import { right } from '@dossier/contract/core/rights';
import type { EditState } from '@dossier/contract/documents/library';
import type { Services } from '../../platform/context.ts';
import { readVersions } from '../../platform/db/versions.ts';
import { subscribe } from '../../platform/events/outbox.ts';
import { accessOfSession } from '../access/effective-rights.ts';
import { findItems, type ItemRow } from '../access/items.queries.ts';
import { documentCheckedOut, documentCheckOutUndone, documentLocked, documentRevised, documentUnlocked } from '../documents/events.ts';
import { mayUnlock } from '../documents/locks.ts';
import { lockFields, visitorName } from '../documents/show-items.ts';
import type { ListeningSession } from '../identity/authentication.ts';
import { personNames } from '../identity/users.ts';
import { hasListeners, tellListeners } from '../notifications/live-listeners.ts';
import { editFieldsFor, editingOf, usersAmong } from './editors.ts';
import { presentLocks } from './office-server/office-server.queries.ts';
import { lostAfterMs } from './sessions/edit-sessions.ts';
import { visitorsWithLocks } from './visitor-edits.ts';
import { openEditing } from './sessions/edit-sessions.queries.ts';

type Turns = WeakMap<Services, Promise<void>>;

/** Does something after what was begun before it has ended, well or not. */
function inTurn(turns: Turns, services: Services, what: () => Promise<void>): Promise<void> {
  const before = turns.get(services) ?? Promise.resolve();
  const turn = before.catch(() => undefined).then(what);
  turns.set(services, turn);
  return turn;
}

const announcing: Turns = new WeakMap();

/**
 * Tells the open lists and viewers who edits some documents now, who has locked them, and which version they have: those of whoever sees the document.
 * One after the other, so that none is overtaken by a later one that has read more.
 */
const announceEditing = (services: Services, ids: readonly number[]): Promise<void> =>
  inTurn(announcing, services, () => announceNow(services, ids));

/** The rights are those kept from the last calls of the listeners, so that nothing is asked for each of them. */
async function announceNow(services: Services, ids: readonly number[]): Promise<void> {
  const db = services.database.read;
  const items = (await findItems(db, ids)).filter((item) => item.bin_id === 0);
  if (items.length === 0) return;
  const versions = await readVersions(db);
  const editing = await editingOf(db, items, services.now());
  const visitors = await visitorsWithLocks(db, items);
  const holders = items.map((item) => item.lock_person_id);
  const nameOf = await personNames({ services, db, user: { versions } }, [...holders, ...usersAmong(editing)]);
  const stateFor = (item: ItemRow, { personId, lang }: ListeningSession, bits: number): EditState & { id: string } => {
    const one = editing.get(item.id);
    const visitor = visitors.get(item.id);
    const isHolder = item.lock_person_id === personId && visitor === undefined;
    const lockUserName = visitor === undefined ? nameOf(item.lock_person_id) : visitorName(lang, visitor);
    // the giver of a link closes that to end what its visitors write
    const canUnlock = visitor === undefined ? mayUnlock(item, { personId, bits }) : (bits & right.manage) !== 0;
    const lock = { lockUserName, ...lockFields(item), lockedByMe: isHolder, mayUnlock: canUnlock };
    return {
      id: String(item.id),
      revision: String(item.revision_id),
      ...(one && editFieldsFor({ personId, lang }, one, nameOf)),
      ...(item.lock_person_id !== 0 && lock),
    };
  };
  await tellListeners(services, 'item', async (session) => {
    const access = await accessOfSession(services, session, versions);
    if (access === undefined) return [];
    return items.flatMap((item) => {
      const bits = item.organisation_id === session.spaceId ? access.bits(item.acl_id) : 0;
      return (bits & right.visible) === 0 ? [] : [stateFor(item, session, bits)];
    });
  });
}

/** Who edited what when it was last looked at, in one text a document. */
const seen = new WeakMap<Services, Map<number, string>>();

const looking: Turns = new WeakMap();

/**
 * Looks at who edits what while anybody listens, and announces what changed. From the rows alone, as editors come and go on other servers of the
 * same database too, and are lost with them. One look after the other, so that two do not announce the same.
 */
export const followEditing = (services: Services): Promise<void> => inTurn(looking, services, () => look(services));

async function look(services: Services): Promise<void> {
  if (!hasListeners(services)) return void seen.delete(services);
  const [db, now] = [services.database.read, services.now()];
  const rows = await openEditing(db, { since: now - lostAfterMs });
  const locks = await presentLocks(db, { now });
  const facts = [
    ...rows.map((row) => ({ id: row.document_id, fact: `${row.lock_person_id}:${row.person_id ?? ''}:${row.visitor ?? ''}` })),
    ...locks.map((row) => ({ id: row.item_id, fact: `office:${row.person_id}:${row.locked_at}` })),
  ];
  const present = new Map(
    [...Map.groupBy(facts, ({ id }) => id)].map(([id, group]) => [
      id,
      group
        .map(({ fact }) => fact)
        .toSorted()
        .join(' '),
    ]),
  );
  const before = seen.get(services) ?? new Map<number, string>();
  seen.set(services, present);
  const changed = new Set([...before.keys(), ...present.keys()]).values().filter((id) => before.get(id) !== present.get(id));
  await announceEditing(services, [...changed]);
}

/** After a lock by hand, or of the sync disk, and with each version. */
export const lockAnnouncer = subscribe([documentLocked, documentCheckedOut, documentUnlocked, documentCheckOutUndone, documentRevised], {
  name: 'editing.locks',
  async job({ data }, services) {
    if (hasListeners(services) && data.objId !== undefined) await announceEditing(services, [data.objId]);
  },
});
