import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { codes } from '@dossier/contract/core/codes';
import { objType, right } from '@dossier/contract/core/rights';
import type { Lang } from '@dossier/contract/core/shapes';
import type { Context, Services } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import { currentRequester } from '../../../platform/jobs/current-work.ts';
import { LimitedMap } from '../../../platform/limited-map.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Content } from '../../../platform/storage/storage.ts';
import { extOf } from '../../../platform/text/names.ts';
import { textOf } from '../../../platform/text/texts.ts';
import { copyOwnRights, haveSameOwnRights } from '../../access/grant-rights.ts';
import { findItem, type ItemRow } from '../../access/items.queries.ts';
import { findVisibleItems, requireContainer, requireItem } from '../../access/require-items.ts';
import { saveBeside, saveFromEditor } from '../../documents/editor-saves.ts';
import { releaseLock } from '../../documents/locks.ts';
import { lockBlobs, placeBytes } from '../../documents/place-document.ts';
import { blobOf } from '../../documents/revisions.ts';
import { type RunAs, runAs, runInTurnOf } from '../../identity/run-as.ts';
import { findPerson } from '../../identity/users.ts';
import { requireSoundDraft } from '../files/check-draft.ts';
import { type CopyHiding, sharedCopies, visitorEditRecorders } from '../visitor-edits.ts';
import { type Journal, readBytes, type Written } from '../journals/journal.ts';
import { journals } from '../journals/journals.ts';
import { isFileSession, lockOfSession, lostAfterMs } from './edit-sessions.ts';
import { copiesOf, type CopySource, insertCopy } from './edited-copies.queries.ts';
import {
  deleteUpdates,
  type EditSessionRow,
  forgetWriters,
  insertUpdates,
  noLock,
  presenceSince,
  sessionById,
  updateIds,
  updateSession,
  type VisitorWriter,
  visitorsOf,
  writersOf,
} from './edit-sessions.queries.ts';

/** Leaves room for the note and the number of a copy's name, which has 255 bytes at most. */
const maxStemBytes = 140;

/** The document was given a revision from elsewhere since the session began or last saved. */
class RevisedElsewhere extends Error {}

/** Another draft took the place of the one that was read, or it was taken back. */
class DraftReplaced extends Error {}

/** What became of a save: nothing had changed, a revision, or a document beside the one that has a revision from elsewhere. */
export type SaveResult = { kind: 'unchanged' | 'saved'; encoding: string } | { kind: 'copied'; copy?: { id: number; name: string } };

interface Save extends Writers {
  session: EditSessionRow;
  content: Content;
  /** What the session notes besides. */
  noted?: Written['noted'];
  /** Whether more was written since the content was read; asked in the transaction that notes the revision. */
  isChangedSince: (db: Db) => Promise<boolean>;
  /** The draft that the content was made of, where it is another one. */
  draft?: Content;
  /** The content is the journal, of which no file can be made. */
  isJournal?: true | undefined;
}

const unchanged: SaveResult = { kind: 'unchanged', encoding: '' };

/** Running saves by session: each reads what the one before has made. */
const saving = new WeakMap<Services, Map<number, Promise<unknown>>>();

/** Does work in the queue of a session's saves: no save runs meanwhile on this server. Not within a transaction. */
export async function inTurnOfSaves<T>(services: Services, sessionId: number, work: () => Promise<T>): Promise<T> {
  const running = saving.get(services) ?? new Map<number, Promise<unknown>>();
  saving.set(services, running);
  const before = running.get(sessionId) ?? Promise.resolve();
  const turn = before.catch(() => undefined).then(work);
  running.set(sessionId, turn);
  try {
    return await turn;
  } finally {
    if (running.get(sessionId) === turn) running.delete(sessionId);
  }
}

/**
 * Makes a revision of what was written in a session, or a document beside one that has a revision from elsewhere, by the rights of the last writer
 * who still has them, else of `helper`, who opens the document now.
 */
export const saveSession = (services: Services, sessionId: number, helper?: RunAs): Promise<SaveResult> =>
  inTurnOfSaves(services, sessionId, () => saveOnce(services, sessionId, helper));

/**
 * Versions that visitors wrote alone are in the long run so far apart, as each may be a whole file on disk until it is swept; a few may follow each other
 * at once.
 */
const visitorSavesEveryMs = 10_000;
const visitorSavesAtOnce = 3;
/** When the next version of visitors would be due if none followed another at once, by document. */
const dueSaves = new LimitedMap<number>(10_000);

/** Takes the turn of a version by visitors; answers after how many milliseconds it comes, undefined where that is beyond `most`: then none is taken. */
function takeVisitorsTurn(documentId: number, most: number): number | undefined {
  const now = performance.now();
  const due = Math.max(now, dueSaves.get(String(documentId)) ?? 0);
  const wait = Math.max(due - now - (visitorSavesAtOnce - 1) * visitorSavesEveryMs, 0);
  if (wait > most) return undefined;
  dueSaves.set(String(documentId), due + visitorSavesEveryMs);
  return wait;
}

/** Waits until visitors may make the next version of a document; 429 where others wait already. */
export async function untilVisitorsMaySave({ stopping }: Services, documentId: number): Promise<void> {
  const wait = takeVisitorsTurn(documentId, visitorSavesEveryMs);
  if (wait === undefined) throw new Refusal(codes.tooManyRequests);
  if (wait > 0) await delay(wait, undefined, { signal: stopping });
}

/** Saves a session that its last writer leaves. What visitors wrote alone waits for the sweep where they made versions a moment ago. */
export async function saveAtEnd(services: Services, sessionId: number): Promise<SaveResult> {
  const { read } = services.database;
  const [session] = await sessionById(read, { id: sessionId });
  if (session === undefined || session.changed_at === 0) return unchanged;
  const isOfVisitors = (await writersOf(read, sessionId)).length === 0;
  if (isOfVisitors && takeVisitorsTurn(session.document_id, 0) === undefined) return unchanged;
  return saveSession(services, sessionId);
}

async function saveOnce(services: Services, sessionId: number, helper: RunAs | undefined): Promise<SaveResult> {
  const { read } = services.database;
  const [session] = await sessionById(read, { id: sessionId });
  if (session === undefined || session.changed_at === 0) return unchanged;
  const people = (await writersOf(read, sessionId)).map((row) => row.person_id);
  const visitors = await visitorsOf(read, sessionId);
  if (people.length + visitors.length === 0) {
    await services.database.write((db) => noteClean(db, sessionId));
    return unchanged;
  }
  const spaceId = session.organisation_id;
  const by = [
    ...people.map((personId): RunAs => ({ personId, spaceId, address: '' })),
    ...visitors.map((visitor) => giverFor(visitor, spaceId)),
    ...(helper === undefined ? [] : [helper]),
  ];
  const writers: Writers = { people, visitors, by };
  const save = (): Promise<SaveResult> =>
    isFileSession(session) ? saveDraft(services, session, writers) : saveJournal(services, session, writers);
  const [writer] = by;
  // what is saved now and then waits behind other work of who wrote it, not behind that of everybody
  return writer === undefined || currentRequester().by !== '' ? save() : runInTurnOf(writer, save);
}

/** A session in which nobody wrote has nothing to save: a whole file begins with the version of the session. */
async function noteClean(db: Db, sessionId: number): Promise<void> {
  const [session] = await sessionById(db, { id: sessionId });
  if (session === undefined || session.changed_at === 0) return;
  if ((await writersOf(db, sessionId)).length + (await visitorsOf(db, sessionId)).length > 0) return;
  const blob = isFileSession(session) ? await blobOf(db, session.revision_id) : undefined;
  await updateSession(db, sessionId, { changed_at: 0, ...(blob && { draft_sha256: blob.sha256, draft_size: blob.size }) });
}

/** Who wrote, and by whose rights it may be saved, the first who has them. */
interface Writers {
  people: number[];
  visitors: VisitorWriter[];
  by: RunAs[];
}

/**
 * What a visitor wrote is saved by the rights of the link's giver, in the visitor's name. The share was asked when it was taken; it may be over since.
 */
const giverFor = ({ person_id, share_id, name, address }: VisitorWriter, spaceId: number): RunAs => ({
  personId: person_id,
  spaceId,
  address,
  actor: { name, address, spaceId, byLink: share_id },
});

/** How often a save begins anew because a newer draft took the place of the one that it had read. */
const maxAttempts = 5;

/** Saves the draft of a whole file, by the rights of the last writer who still has them. A refusal leaves the draft. */
async function saveDraft(services: Services, from: EditSessionRow, writers: Writers): Promise<SaveResult> {
  const { read } = services.database;
  for (let session = from, attempt = 1; ; attempt++) {
    if (session.changed_at === 0) return unchanged;
    const content = { sha256: session.draft_sha256, size: session.draft_size };
    const isChangedSince = async (db: Db): Promise<boolean> =>
      (await sessionById(db, { id: session.id }))[0]?.draft_sha256 !== content.sha256;
    const save: Save = { session, ...writers, content, isChangedSince };
    const base = await blobOf(read, session.revision_id);
    if (base?.sha256 === content.sha256) {
      await services.database.write((db) => noteSaved(db, save, {}));
      return unchanged;
    }
    try {
      // a base that was deleted meanwhile has nothing to compare with: the draft must at least be whole; beside a revision from elsewhere what users wrote
      // damages none, and what visitors wrote might be anything
      const isChecked = writers.visitors.length > 0 || !(await isRevisedElsewhere(services, session));
      const added = isChecked ? await requireSoundDraft(services, session, { base: base ?? content, draft: content }) : undefined;
      if (added !== undefined) return await saveCompleted(services, save, added);
      return await byWriter(save, (who) => placeContent(services, save, { who, encoding: '' }));
    } catch (error) {
      const [now] = await sessionById(read, { id: session.id });
      const isSame = now?.draft_sha256 === content.sha256 && now.changed_at !== 0;
      if (now === undefined || isSame || attempt === maxAttempts)
        throw error instanceof DraftReplaced ? new Refusal(codes.changedMeanwhile) : error;
      session = now;
    }
  }
}

/**
 * Saves what the journal of a session makes as a revision of the document, by the rights of the last writer who still has them. Where the document
 * has a revision from elsewhere, it becomes a document beside it. A refusal leaves the journal.
 */
async function saveJournal(services: Services, session: EditSessionRow, writers: Writers): Promise<SaveResult> {
  const base = await blobOf(services.database.read, session.revision_id);
  const { bytes, encoding, noted, isChangedSince, isJournal } = await writtenJournal(services, session, base);
  const content = { sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.length };
  const save: Save = { session, ...writers, content, noted, isChangedSince, isJournal };
  if (content.sha256 === base?.sha256) {
    await services.database.write((db) => noteSaved(db, save, {}));
    return { kind: 'unchanged', encoding };
  }
  return byWriter(save, (who) => placeBytes(services, bytes, () => placeContent(services, save, { who, encoding })));
}

/** Saves a draft with the bytes that its version has behind it. */
async function saveCompleted(services: Services, save: Save, added: Buffer): Promise<SaveResult> {
  const bytes = Buffer.concat([await readBytes(services, save.content), added]);
  const content = { sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.length };
  const completed: Save = { ...save, content, draft: save.content };
  return byWriter(completed, (who) => placeBytes(services, bytes, () => placeContent(services, completed, { who, encoding: '' })));
}

const isRevisedElsewhere = async ({ database }: Services, session: EditSessionRow): Promise<boolean> =>
  (await findItem(database.read, session.document_id))?.revision_id !== session.revision_id;

/**
 * The file of a journal. Where it cannot be written, as its edits damage the file or the revision that they belong to is gone, and the document has a
 * revision from elsewhere, it is what was not saved, as JSON without who wrote it: kept beside the document, hidden from visitors, as words that were
 * taken out are in it, it keeps nobody from editing that.
 */
async function writtenJournal(
  services: Services,
  session: EditSessionRow,
  base: Content | undefined,
): Promise<Written & { isJournal?: true }> {
  try {
    return await journalOf(session).write(services, session, base);
  } catch (error) {
    const isUnwritable = error instanceof Refusal && (error.answer === codes.editDamaged || base === undefined);
    if (!isUnwritable || !(await isRevisedElsewhere(services, session))) throw error;
    const rows = await updateIds(services.database.read, session.id);
    const bytes = Buffer.from(JSON.stringify(await journalOf(session).unsaved(services, session)));
    const isChangedSince = async (db: Db): Promise<boolean> => (await updateIds(db, session.id)).length > rows.length;
    return { bytes, encoding: '', isChangedSince, isJournal: true };
  }
}

function journalOf({ kind }: EditSessionRow): Journal {
  const journal = journals[kind as keyof typeof journals] as Journal | undefined;
  if (journal === undefined) throw new Error(`no journal of the kind ${kind}`);
  return journal;
}

/** Tries those in turn by whose rights it may be saved: who has left the house or lost the right saves nothing. Throws the first refusal. */
async function byWriter<T>({ by }: Save, work: (who: RunAs) => Promise<T>): Promise<T> {
  let refusal: unknown;
  for (const who of by) {
    try {
      return await work(who);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refusal ??= error;
    }
  }
  throw refusal;
}

async function placeContent(services: Services, save: Save, { who, encoding }: { who: RunAs; encoding: string }): Promise<SaveResult> {
  try {
    await runAs(services, who, async (ctx) => {
      await lockBlobs(ctx, [save.content]);
      const { item } = await requireItem(ctx, right.visible | right.modify, save.session.document_id, objType.document);
      const [session] = await sessionById(ctx.db, { id: save.session.id });
      requireSameDraft(session, save);
      if (session === undefined || item.revision_id !== session.revision_id || save.isJournal) throw new RevisedElsewhere();
      // another server has saved meanwhile: what was read here is older
      if (session.revision_id !== save.session.revision_id) throw new Refusal(codes.changedMeanwhile);
      const placed = await saveFromEditor(ctx, item, {
        ...save.content,
        ownRevisionId: session.own_revision_id,
        authors: { people: save.people, visitors: save.visitors },
        lock: lockOfSession(session),
      });
      await recordVisitors(ctx, save, { id: item.id, name: item.name });
      await noteSaved(ctx.db, save, { revision_id: placed.revisionId, own_revision_id: placed.revisionId });
    });
    return { kind: 'saved', encoding };
  } catch (error) {
    if (!(error instanceof RevisedElsewhere)) throw error;
    return { kind: 'copied', ...(await placeCopy(services, save, who)) };
  }
}

/** The draft of a whole file as it is in the transaction that places it: one that was taken back meanwhile becomes no version. */
function requireSameDraft(session: EditSessionRow | undefined, { content, draft = content }: Save): void {
  if (session !== undefined && isFileSession(session) && (session.changed_at === 0 || session.draft_sha256 !== draft.sha256))
    throw new DraftReplaced();
}

/** Tells the givers of links and the operation log what visitors wrote. */
async function recordVisitors(ctx: Context, { visitors }: Save, item: { id: number; name: string }): Promise<void> {
  for (const { share_id: shareId, visitor_key: key, name, address } of visitors)
    for (const record of visitorEditRecorders.all()) await record(ctx, { shareId, key, name, address }, item);
}

/** Notes that a revision has what was read of the session; what came since is saved next time. */
async function noteSaved(db: Db, { session, noted, ...save }: Save, changes: Partial<EditSessionRow>): Promise<void> {
  const [now] = await sessionById(db, { id: session.id });
  // taken back meanwhile on another server
  const isChangedSince = now?.changed_at !== 0 && (await save.isChangedSince(db));
  // what was given up while this was saved stays given up
  const base = noted && now && { base_seq: Math.max(noted.base_seq, now.base_seq) };
  await updateSession(db, session.id, { ...base, ...changes, changed_at: isChangedSince ? session.active_at : 0 });
  if (!isChangedSince) await forgetWriters(db, session.id);
}

/** The name of the copy that keeps what was typed, without the number that a taken name gets. */
function copyName(name: string, note: string): string {
  const ext = extOf(name);
  let stem = ext === '' ? name : name.slice(0, -ext.length - 1);
  while (Buffer.byteLength(stem) > maxStemBytes) stem = [...stem].slice(0, -1).join('');
  return `${stem} (${note})${ext === '' ? '' : `.${ext}`}`;
}

/**
 * The language of the last user who wrote, by whose rights the copy need not be made; where only visitors wrote, that of their link's giver, in whose
 * folder it lies.
 */
async function languageOfWords({ db, user }: Context, { people, visitors }: Save): Promise<Lang> {
  const author = await findPerson(db, people[0] ?? visitors[0]?.person_id ?? 0);
  return (author?.lang as Lang | undefined) ?? user.lang;
}

/** What visitors wrote alone, so that a visitor who causes conflicts makes one document; what users wrote is a document of its own each time. */
function copySource({ people, visitors }: Save, { id }: ItemRow, name: string): CopySource | undefined {
  const [visitor] = visitors;
  if (people.length > 0 || visitor === undefined) return undefined;
  return { document_id: id, share_id: visitor.share_id, visitor_key: visitor.visitor_key, name };
}

/** The copy that was made of such words before, while those who see it are those who would see a new one. */
async function copyToRevise(
  ctx: Context,
  item: ItemRow,
  { source, hidden }: { source: CopySource; hidden: CopyHiding },
): Promise<ItemRow | undefined> {
  const known = await copiesOf(ctx.db, { ...source, parent: item.parent_id });
  const visible = await findVisibleItems(
    ctx,
    known.map(({ id }) => id),
  );
  for (const { item: copy, bits } of visible) {
    if ((bits & right.modify) === 0 || !(await haveSameOwnRights(ctx, item, copy))) continue;
    const alike = await Promise.all(sharedCopies.all().map((copies) => copies.isHiddenAlike(ctx, hidden, copy)));
    if (alike.every(Boolean)) return copy;
  }
  return undefined;
}

/** Keeps what was written in a session as a document beside the one that has a revision from elsewhere. */
async function placeCopy(services: Services, save: Save, who: RunAs): Promise<{ copy: { id: number; name: string } }> {
  const { session, content } = save;
  return runAs(services, who, async (ctx) => {
    await lockBlobs(ctx, [content]);
    const [present] = await sessionById(ctx.db, { id: session.id });
    requireSameDraft(present, save);
    const { item } = await requireItem(ctx, right.visible, session.document_id, objType.document);
    const { item: place } = await requireContainer(ctx, right.visible | right.upload, item.parent_id);
    // without a name: visitors of a shared folder see it, who know of no employee; its version has its writers
    const note = textOf(await languageOfWords(ctx, save), 'documents')('editedCopy');
    const name = copyName(save.isJournal ? `${item.name}.json` : item.name, note);
    const source = copySource(save, item, name);
    const hidden = save.isJournal ? 'fromAll' : item;
    const into = source === undefined ? undefined : await copyToRevise(ctx, item, { source, hidden });
    const placed = await saveBeside(ctx, place, { ...content, name, authors: { people: save.people, visitors: save.visitors }, into });
    const copy = into === undefined ? await findItem(ctx.db, placed.documentId) : undefined;
    if (copy !== undefined) {
      // who may not see the document does not see its words beside it
      await copyOwnRights(ctx, item, copy);
      for (const copies of sharedCopies.all()) await copies.hide(ctx, hidden, copy);
      if (source !== undefined) await insertCopy(ctx.db, { ...source, copy_id: copy.id });
    }
    await recordVisitors(ctx, save, { id: placed.documentId, name: placed.name });
    // what came while the copy was made waits for another one, with all that is in this one
    await noteSaved(ctx.db, { ...save, noted: undefined }, { ended_at: ctx.now });
    const lock = lockOfSession(session);
    if (lock !== undefined) await releaseLock(ctx.db, lock);
    return { copy: { id: placed.documentId, name: placed.name } };
  });
}

/** Ends a session in which nobody is left: releases its lock, and joins its journal into one row. */
export async function endSession(services: Services, sessionId: number): Promise<void> {
  const joined = await joinedJournal(services, sessionId);
  const now = services.now();
  await services.database.write(async (db) => {
    const [session] = await sessionById(db, { id: sessionId });
    if (session === undefined || session.ended_at !== 0) return;
    if ((await presenceSince(db, { sessionId, since: now - lostAfterMs })) > 0) return;
    const lock = lockOfSession(session);
    if (lock !== undefined) await releaseLock(db, lock);
    if (joined !== undefined) {
      await deleteUpdates(db, sessionId, joined.ids);
      await insertUpdates(db, [{ id: newId(), session_id: sessionId, person_id: 0, data: joined.data }]);
    }
    // a visitor who comes back goes on with the own version of a whole file
    const ownRevisionId = session.share_session_id === 0 ? 0 : session.own_revision_id;
    await updateSession(db, sessionId, { ended_at: now, own_revision_id: ownRevisionId, ...noLock });
  });
}

/** A journal that cannot be read stays as it is: the lock is released nevertheless. */
async function joinedJournal(services: Services, sessionId: number): Promise<{ ids: number[]; data: string } | undefined> {
  try {
    const [session] = await sessionById(services.database.read, { id: sessionId });
    return session === undefined || isFileSession(session) ? undefined : await journalOf(session).join(services, sessionId);
  } catch (error) {
    services.log.error({ err: error, session: sessionId }, 'the journal of an editing session cannot be read');
    return undefined;
  }
}

/** Keeps what was typed in a session whose document has a revision from elsewhere; 1008 where that is not possible at present. */
export async function keepUnsaved(services: Services, session: EditSessionRow, helper: RunAs | undefined): Promise<void> {
  await saveSession(services, session.id, helper);
  const [now] = await sessionById(services.database.read, { id: session.id });
  if (now !== undefined && now.changed_at !== 0) throw new Refusal(codes.changedMeanwhile);
}
