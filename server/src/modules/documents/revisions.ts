import { codes } from '@dossier/contract/core/codes';
import { objType, right } from '@dossier/contract/core/rights';
import type { ParsedOf } from '@dossier/contract/core/route';
import type { Lang } from '@dossier/contract/core/shapes';
import type { Revision, content } from '@dossier/contract/documents/content';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { Refusal } from '../../platform/refusal.ts';
import { textOf } from '../../platform/text/texts.ts';
import { type AuthorisedItem, requireItem } from '../access/require-items.ts';
import { personNames } from '../identity/users.ts';
import { releaseBlobs } from './blob-cleanup.ts';
import { recordContent } from './content-verdicts.ts';
import { revisionDeleted } from './events.ts';
import { type AuthorisedRevision, requireRevision, seesSuperseded } from './file-tickets.ts';
import { hasLockByHand } from './locks.ts';
import { addRevision, type Place, type PlacedDocument, placeDocument, reviseDocument } from './place-document.ts';
import {
  type RevisionRow,
  authorsOf,
  blobBySha,
  deleteHolds,
  deleteOlderRevision,
  insertHolds,
  revisionById,
  revisionsByIds,
  revisionsOf,
} from './revisions/revisions.queries.ts';
import { senderOf, visitorName } from './show-items.ts';
import { carryValidity } from './validity/dates.ts';
import { labelOf } from './version-labels.ts';

/** The bytes of a revision; undefined once it is deleted. */
export async function blobOf(db: Db, revisionId: number): Promise<{ sha256: string; size: number } | undefined> {
  const [revision] = await revisionById(db, { id: revisionId });
  return revision === undefined ? undefined : { sha256: revision.sha256, size: revision.size };
}

/** The revisions with these ids, as far as they exist. */
export const revisionsOfIds = (db: Db, ids: number[]): Promise<RevisionRow[]> => revisionsByIds(db, { ids: JSON.stringify(ids) });

/** The size of stored bytes; undefined where they have no row. */
export const blobSize = async (db: Db, sha256: string): Promise<number | undefined> => (await blobBySha(db, { sha256 }))[0]?.size;

/** A content that is stored already. */
interface StoredContent {
  sha256: string;
  size: number;
}

/** The content of the newest revision of a document; undefined where its bytes are missing. */
export async function storedContentOf(ctx: Context, item: Pick<Place, 'revision_id'>): Promise<StoredContent | undefined> {
  const [revision] = await revisionById(ctx.db, { id: item.revision_id });
  return revision === undefined || !(await ctx.services.storage.has(revision.sha256))
    ? undefined
    : { sha256: revision.sha256, size: revision.size };
}

/** Creates a document from a stored content. The caller's access to it was checked before; undefined where its bytes are missing. */
export async function placeStoredContent(
  ctx: Context,
  place: Place,
  { sha256, size, name, onSameName }: StoredContent & { name: string; onSameName: 'refuse' | 'rename' | 'revision' },
): Promise<PlacedDocument | undefined> {
  // locked before the check, so that no sweep removes it meanwhile
  await recordContent(ctx, { sha256, size }, ctx.now);
  if (!(await ctx.services.storage.has(sha256))) return undefined;
  const placed = await placeDocument(ctx, place, { id: newId(), revisionId: newId(), name, size, onSameName });
  await addRevision(ctx, placed, { sha256, size, name: placed.name });
  return placed;
}

/** The label of the last version of a document that visitors of links wrote or uploaded; of the current one where there is none any more. */
export async function labelOfVisitors(db: Db, item: ItemRow): Promise<string> {
  const written = (await revisionsOf(db, item.id)).find((row) => row.link !== '' || row.visitors !== '');
  return labelOf(written ?? item);
}

/** All revisions of a document, newest first; for readers of a publishing cabinet the one in effect. */
export async function listRevisions(ctx: Context, input: { id: string }): Promise<Revision[]> {
  const authorised = await requireItem(ctx, right.visible | right.read, input.id, objType.document);
  const { item, bits } = authorised;
  const all = await revisionsOf(ctx.db, item.id);
  const rows = (await seesSuperseded(ctx, authorised)) ? all : all.filter((row) => row.id === item.revision_id);
  const nameOf = await personNames(ctx, rows.flatMap(peopleOfRevision));
  return rows.map((row) => ({
    id: String(row.id),
    number: row.number,
    label: labelOf(row),
    major: row.major === 1,
    name: row.name,
    size: row.size,
    ...((bits & right.download) !== 0 && { sha256: row.sha256 }),
    note: row.note === '' ? undefined : row.note,
    createTime: new Date(row.created_at).toISOString(),
    ...authorNames(ctx.user.lang, row, nameOf),
    current: row.id === item.revision_id,
  }));
}

/** The users whose names a revision is shown with. */
export const peopleOfRevision = (row: RevisionRow): number[] => [row.creator_id, ...authorsOf(row).people];

/** Who made a revision, and all who wrote it together in an editor, as it is shown in a language. */
export function authorNames(lang: Lang, row: RevisionRow, nameOf: (id: number) => string): Pick<Revision, 'creatorName' | 'writers'> {
  const { people, visitors } = authorsOf(row);
  const isWritten = row.writers !== '' || row.visitors !== '';
  return {
    creatorName: row.link === '' ? nameOf(row.creator_id) : senderOf(lang, row),
    ...(isWritten && { writers: [...people.map(nameOf), ...visitors.map(({ name }) => visitorName(lang, name))] }),
  };
}

/**
 * Makes an older revision the newest one again, as a further revision, so that the history stays complete. Its note says which one it was, in the
 * language of who restores it.
 */
export async function restoreRevision(ctx: Context, input: ParsedOf<typeof content.restoreRevision>) {
  const { item, revision, bits } = await requireRevision(ctx, right.visible | right.modify, input);
  if (revision.id === item.revision_id) throw new Refusal(codes.illegalOperation);
  // the current extension may let a viewer hand out what the original extension did not
  if (revision.ext !== item.ext && (bits & right.download) === 0) throw new Refusal(codes.noRightToDownload);
  const { sha256, size, name } = revision;
  await recordContent(ctx, { sha256, size }, ctx.now);
  const revisionId = newId();
  const placed = await reviseDocument(ctx, item, { revisionId, size, keepLock: await hasLockByHand(ctx, item) });
  const note = textOf(ctx.user.lang, 'documents')('restoredFrom', { label: labelOf(revision) });
  await addRevision(ctx, placed, { sha256, size, name, note });
  return { revisionId: String(revisionId) };
}

type ItemRow = AuthorisedItem['item'];

/**
 * Places a revision as a document of its own into a container, or makes it the next major version of another document, after a flow has
 * approved it. The dates of its source are those of the published document, too.
 */
export async function publishRevision(
  ctx: Context,
  { sha256, size }: Pick<RevisionRow, 'sha256' | 'size'>,
  { name, place, instead, note, source }: { name: string; place?: ItemRow; instead?: ItemRow; note: string; source: number },
): Promise<PlacedDocument | undefined> {
  await recordContent(ctx, { sha256, size }, ctx.now);
  const revisionId = newId();
  const placed =
    instead === undefined
      ? place &&
        (await placeDocument(ctx, place, { id: newId(), revisionId, name, size, onSameName: 'refuse', byFlow: true, isMajor: true }))
      : await reviseDocument(ctx, instead, { revisionId, size, byFlow: true, isMajor: true });
  if (placed !== undefined) {
    await addRevision(ctx, placed, { sha256, size, name, note });
    await carryValidity(ctx, { from: source, to: placed.documentId });
  }
  return placed;
}

/**
 * Copies a revision as a document of its own into a container that the caller may upload to, after a flow has approved it; a taken name is
 * numbered. Its author stays, its creator is the caller.
 */
export async function importRevision(
  ctx: Context,
  authorised: AuthorisedRevision,
  { name, place, note, authorId, facts }: { name: string; place: ItemRow; note: string; authorId: number; facts: Record<string, string> },
): Promise<PlacedDocument> {
  const { sha256, size } = authorised.revision;
  await recordContent(ctx, { sha256, size }, ctx.now);
  const arrived = { id: newId(), revisionId: newId(), name, size };
  const placed = await placeDocument(ctx, place, { ...arrived, onSameName: 'rename', authorId, facts });
  await addRevision(ctx, placed, { sha256, size, name: placed.name, note, authorId });
  await carryValidity(ctx, { from: authorised.item.id, to: placed.documentId });
  return placed;
}

/**
 * Deletes all revisions of a document but the one that was just placed, for good; answers the labels of those that a flow, a meeting or unsaved edits
 * need, which stay. The right to manage was checked before.
 */
export async function deleteOlderRevisions(ctx: Context, placed: PlacedDocument): Promise<string[]> {
  const kept: string[] = [];
  const gone: string[] = [];
  for (const row of await revisionsOf(ctx.db, placed.documentId)) {
    if (row.id === placed.revisionId) continue;
    if (!(await deleteOlderRevision(ctx.db, row.id))) {
      kept.push(labelOf(row));
      continue;
    }
    gone.push(row.sha256);
    const facts = { objId: placed.documentId, objName: placed.name, number: row.number, after: { version: labelOf(row) } };
    await ctx.emit(revisionDeleted, facts);
  }
  await releaseBlobs(ctx.db, { shas: gone, at: ctx.now });
  return kept;
}

/** Keeps revisions from being pruned while a holder needs them; replaces what it held before. */
export async function holdRevisions(db: Db, holderId: number, revisionIds: readonly number[]): Promise<void> {
  await deleteHolds(db, holderId);
  await insertHolds(db, holderId, revisionIds);
}

/** Releases all revisions of a holder. */
export const releaseRevisionHold = (db: Db, holderId: number): Promise<void> => deleteHolds(db, holderId);
