import { codes } from '@dossier/contract/codes';
import { objType, right } from '@dossier/contract/rights';
import type { Ctx, House } from '../../ground/ctx.ts';
import { hashOf } from '../../ground/blobs/disk.ts';
import type { Db } from '../../ground/db/database.ts';
import { Refusal } from '../../ground/refusal.ts';
import { ensureFolders } from '../library/create-folder.ts';
import type { Numbers } from '../library/name-rules.ts';
import { type Held, needItem, needPlace } from '../library/need-items.ts';
import { type Placed, placeDocument, reviseDocument } from '../library/place-document.ts';
import { needSessionIn } from '../session/admit.ts';
import { type Acting, asPerson } from './person-context.ts';
import { insertRevision, noteArrived, revisionById } from './queries.ts';
import { BytesGone, dropPart, holdBytes, noteBytes, storeBytes, type Whole } from './store-bytes.ts';
import type { UploadFacts } from './upload-ticket.ts';

/** A folder or cabinet as rows tell of it. */
export type Place = Held['item'];

/** What must be known of bytes to put them in their place; an archive's entry is no one's open upload. */
export type Arriving = Omit<UploadFacts, 'person' | 'session' | 'space'>;

/** The document that an upload became, once it stands; undefined before. */
export async function findFinished(house: House, facts: Pick<Arriving, 'revision'>): Promise<number | undefined> {
  const [row] = await revisionById(house.database.read, { id: facts.revision });
  return row?.document_id;
}

/** Verifies the bytes, stores them once, and then writes the rows: a document stands only on bytes that are on disk. */
export async function finishUpload(house: House, facts: Arriving, { who, whole }: { who: Acting; whole: Whole }) {
  // looked at while the bytes still wait in their part: whoever signs in again goes on from there
  if (whole.bytes === undefined) await needSession(house, who);
  const sha256 = whole.sha256 ?? (await hashOf(whole.part));
  try {
    if (facts.sha256 !== undefined && facts.sha256 !== sha256) throw new Refusal(codes.uploadHashWrong);
    for (let attempt = 1; ; attempt++) {
      const kept = await storeBytes(house, { ...whole, sha256 });
      try {
        const documentId = await asPerson(house, who, async (ctx) => {
          await needSession(house, who, ctx.db);
          return settle(ctx, facts, sha256);
        });
        if (!kept) await dropPart(whole);
        return documentId;
      } catch (error) {
        if (error instanceof BytesGone && attempt < 3) continue;
        // bytes that no document took are known, so that a sweep finds them
        if (error instanceof Refusal && kept) await noteBytes(house, [{ sha256, size: facts.size }]);
        throw error;
      }
    }
  } catch (error) {
    // refused for good: the next attempt begins anew
    if (error instanceof Refusal) await dropPart(whole);
    throw error;
  }
}

/** Bytes that a session brings stand only if it still does, in the same space; a job has none. */
export async function needSession(house: House, { sessionId, spaceId }: Acting, db?: Db): Promise<void> {
  if (sessionId !== undefined) await needSessionIn(house, { session: sessionId, space: spaceId }, db);
}

async function settle(ctx: Ctx, facts: Arriving, sha256: string): Promise<number | undefined> {
  await holdBytes(ctx, [{ sha256, size: facts.size }]);
  if (facts.document !== undefined) {
    const { item } = await needItem(ctx, right.visible | right.modify, facts.document, objType.document);
    const placed = await reviseDocument(ctx, item, { revisionId: facts.revision, size: facts.size });
    await addRevision(ctx, placed, { sha256, size: facts.size, name: facts.name, note: facts.note, major: facts.major });
    await ctx.visit?.arrived(ctx, { documentId: placed.documentId, placeId: item.parent_id, name: placed.name, isNew: false });
    return placed.documentId;
  }
  const { item: top } = await needPlace(ctx, right.visible | right.upload, facts.place ?? 0);
  const place = await ensureFolders(ctx, top, { path: facts.path ?? [] });
  if (facts.extract === true) {
    // a repeated last piece must not unpack it twice
    if (!(await noteArrived(ctx.db, { id: facts.id, at: ctx.now }))) return undefined;
    await ctx.say('archive.arrived', { objId: place.id, objName: facts.name, sha256, spaceId: ctx.user.organisationId });
    return undefined;
  }
  return (await settleIn(ctx, place, { facts, sha256 })).documentId;
}

/** Makes a document, or a revision of one, of stored bytes that this transaction holds. */
export async function settleIn(
  ctx: Ctx,
  place: Place,
  { facts, sha256, ...known }: { facts: Arriving; sha256: string; numbers?: Numbers; isNameFree?: boolean },
): Promise<Placed> {
  const arrived = { id: facts.id, revisionId: facts.revision, name: facts.name, size: facts.size, onSameName: facts.same ?? 'refuse' };
  const placed = await placeDocument(ctx, place, { ...arrived, ...known });
  await addRevision(ctx, placed, { sha256, size: facts.size, name: placed.name });
  await ctx.visit?.arrived(ctx, { documentId: placed.documentId, placeId: place.id, name: placed.name, isNew: true });
  return placed;
}

/** Writes the row that ties a document's revision to its bytes. */
export async function addRevision(
  ctx: Ctx,
  placed: Placed,
  bytes: { sha256: string; size: number; name: string; note?: string; major?: boolean; authorId?: number },
): Promise<void> {
  await insertRevision(ctx.db, {
    id: placed.revisionId,
    document_id: placed.documentId,
    number: placed.number,
    sha256: bytes.sha256,
    size: bytes.size,
    name: bytes.name,
    ext: placed.ext,
    note: bytes.note ?? '',
    major: bytes.major === true ? 1 : 0,
    creator_id: bytes.authorId ?? ctx.user.id,
    created_at: ctx.now,
    visitor: ctx.visit?.name ?? '',
    link: ctx.visit?.shareName ?? '',
  });
}
