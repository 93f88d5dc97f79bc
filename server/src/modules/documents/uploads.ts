import { codes } from '@dossier/contract/core/codes';
import { objType, right } from '@dossier/contract/core/rights';
import type { ParsedOf } from '@dossier/contract/core/route';
import type { attachments } from '@dossier/contract/documents/attachments';
import type { content } from '@dossier/contract/documents/content';
import type { Context } from '../../platform/context.ts';
import { addressBlock } from '../../platform/http/address-block.ts';
import { newId } from '../../platform/ids.ts';
import { yieldToEventLoop } from '../../platform/jobs/yield-to-event-loop.ts';
import { Refusal } from '../../platform/refusal.ts';
import { nameKey } from '../../platform/text/names.ts';
import { accessOf } from '../access/effective-rights.ts';
import { type AuthorisedItem, requireContainer, requireItem } from '../access/require-items.ts';
import { type QuotaPlace, requireQuota } from '../identity/quotas.ts';
import { requireAttachable } from './attachments/attachable.ts';
import { placeOfFlow, requireFlowAttachable } from './flow-attachments.ts';
import { refusalOf, unreadableContents } from './content-verdicts.ts';
import { ensureFolders, maximumDepth, requireOpenContainer } from './folders.ts';
import { checkNames, nameColumns, requireAcceptedName } from './item-names.ts';
import { requireUnlocked } from './locks.ts';
import {
  countOpenUpload,
  countersOfPerson,
  releaseUploads,
  uncountOpenUploads,
  requireDiskSpace,
  reserveUpload,
  type UploadCounter,
  uploadUrl,
  uploadValidSeconds,
  visitorUploadLimits,
} from './open-uploads.ts';
import { requireFreeName } from './place-document.ts';
import { placeStoredContent } from './revisions.ts';
import { documentWithBytes } from './revisions/revisions.queries.ts';

/** The names of the folders of a path; refuses illegal ones. */
function folderNamesOf(folderPath: string | undefined): string[] {
  const names = (folderPath ?? '').split('/').filter((name) => name !== '');
  // no folder is that deep, and validating thousands of names takes time
  if (names.length > maximumDepth) throw new Refusal(codes.folderTooDeep);
  return names.map((name) => nameColumns(name).name);
}

async function requireSpace(ctx: Context, place: QuotaPlace, coming: { name: string; size: number }): Promise<void> {
  await requireQuota(ctx, place, coming);
  await requireDiskSpace(ctx.services, coming.size);
}

type UploadRequest = ParsedOf<typeof content.preUpload>;

/** Refuses an upload into an authorised container, as far as possible before its bytes are sent; answers its names. */
export async function requireUploadAllowed(
  ctx: Context,
  place: AuthorisedItem['item'],
  wanted: Pick<UploadRequest, 'name' | 'size' | 'folderPath'> & { same: UploadRequest['onSameName'] | 'any' },
): Promise<{ name: string; path: string[] }> {
  const path = folderNamesOf(wanted.folderPath);
  const { name } = nameColumns(wanted.name);
  for (const given of [...path, name]) await requireAcceptedName(ctx, given);
  // below folders that may be missing the name is checked once they exist
  if (path.length === 0 && wanted.same !== 'any') await requireFreeName(ctx, place, { name, onSameName: wanted.same });
  await requireSpace(ctx, place, { name, size: wanted.size });
  return { name, path };
}

const shareSessionOf = ({ shareSession }: Context): { shareSessionId?: number } =>
  shareSession === undefined ? {} : { shareSessionId: shareSession.id };
/** The counters of an upload: a share link visitor uses up neither those of the link's owner nor those of other visitors. */
function countersFor({ user, shareSession, address }: Context): UploadCounter[] {
  if (shareSession === undefined) return countersOfPerson(user.id);
  const { one, address: from, all } = visitorUploadLimits;
  return [
    { key: `${shareSession.shareId} ${shareSession.key}`, most: one },
    { key: `${shareSession.shareId} from ${addressBlock(address)}`, most: from },
    { key: `${shareSession.shareId}`, most: all },
  ];
}

/** Promises an upload its room, and counts it among those of who brings it. */
async function reserveCounted(ctx: Context, place: QuotaPlace, upload: { id: number; revision: number; size: number }): Promise<void> {
  await reserveUpload(ctx, place, upload);
  try {
    const until = ctx.now + uploadValidSeconds * 1000;
    await countOpenUpload(ctx.services, countersFor(ctx), { id: upload.id, revision: upload.revision, size: upload.size, until });
  } catch (error) {
    await releaseUploads(ctx.services, [upload.id]);
    throw error;
  }
}

/**
 * Does work that receives bytes which become part of a document later, as a picture of a slide: meanwhile they count among the uploads of who brings them,
 * and are promised room on the disk and in the quotas of their place.
 */
export async function whileUploading<T>(
  ctx: Context,
  place: QuotaPlace,
  { size, work }: { size: number; work: () => Promise<T> },
): Promise<T> {
  const upload = { id: newId(), revision: newId(), size };
  await reserveCounted(ctx, place, upload);
  try {
    return await work();
  } finally {
    for (const { key } of countersFor(ctx)) uncountOpenUploads(ctx.services, key, new Set([upload.id]));
    await releaseUploads(ctx.services, [upload.id]);
  }
}

/** Opens an upload into a place: all that can be refused now is. Only the room that it needs is noted before the bytes are in. */
export async function openUpload(ctx: Context, input: UploadRequest) {
  const { item: place } = await requireContainer(ctx, right.visible | right.upload, input.parentId);
  const { name, path } = await requireUploadAllowed(ctx, place, { ...input, same: input.extract ? 'rename' : input.onSameName });
  if (input.extract && !/\.zip$/i.test(name)) throw new Refusal(codes.onlyZipExtraction);
  const id = newId();
  const { size, sha256, extract, onSameName: same } = input;
  const { id: person, sessionId: session, organisationId: space } = ctx.user;
  const facts = { id, revision: newId(), person, session, space, ...shareSessionOf(ctx), place: place.id, name, size, sha256, same };
  const url = uploadUrl(ctx.services, { ...facts, ...(path.length > 0 && { path }), ...(extract && { extract }) });
  await reserveCounted(ctx, place, facts);
  return { id: String(id), uploadUrl: url };
}

/** Opens an upload of an attachment. */
export async function openAttachmentUpload(ctx: Context, input: ParsedOf<typeof attachments.preUpload>) {
  const { place, ...to } = await holderOfUpload(ctx, input);
  const { name } = nameColumns(input.name);
  await requireAcceptedName(ctx, name);
  await requireSpace(ctx, place, { name, size: input.size });
  const id = newId();
  const { size, sha256 } = input;
  const { id: person, sessionId: session, organisationId: space } = ctx.user;
  const facts = { id, revision: newId(), person, session, space, ...to, name, size, sha256, same: 'rename' as const };
  const url = uploadUrl(ctx.services, facts);
  await reserveCounted(ctx, place, facts);
  return { id: String(id), uploadUrl: url };
}

/** What an attachment comes to: a document, or a flow. */
async function holderOfUpload(
  ctx: Context,
  { objId = '', flowId }: Pick<ParsedOf<typeof attachments.preUpload>, 'objId' | 'flowId'>,
): Promise<{ place: QuotaPlace; attachTo?: number; attachToFlow?: number }> {
  if (flowId !== undefined) {
    const flow = await requireFlowAttachable(ctx, flowId);
    return { place: placeOfFlow(flow), attachToFlow: flow.id };
  }
  const document = await requireAttachable(ctx, objId);
  return { place: document, attachTo: document.id };
}

/** Opens an upload of a new revision. */
export async function openCheckIn(ctx: Context, input: ParsedOf<typeof content.preCheckIn>) {
  const { item } = await requireItem(ctx, right.visible | right.modify, input.id, objType.document);
  await requireUnlocked(ctx, item);
  await requireOpenContainer(ctx, item);
  const name = input.name === undefined ? item.name : nameColumns(input.name).name;
  await requireSpace(ctx, item, { name: item.name, size: input.size });
  const revision = newId();
  const { size, sha256, major, note, keepLock } = input;
  const { id: person, sessionId: session, organisationId: space } = ctx.user;
  const facts = {
    id: newId(),
    revision,
    person,
    session,
    space,
    ...shareSessionOf(ctx),
    document: item.id,
    name,
    size,
    sha256,
    major,
    note,
    keepLock,
  };
  const url = uploadUrl(ctx.services, facts);
  await reserveCounted(ctx, item, facts);
  return { revisionId: String(revision), uploadUrl: url };
}

/**
 * Completes an upload without a transfer, where the caller may download the same bytes anyway; otherwise it does not reveal whether they
 * are stored.
 */
export async function uploadWithoutTransfer(ctx: Context, input: ParsedOf<typeof content.apass>): Promise<{ done: boolean; id?: string }> {
  const { item: top } = await requireContainer(ctx, right.visible | right.upload, input.parentId);
  const { sha256, size } = input;
  const access = await accessOf(ctx);
  const [acls, managed] = [JSON.stringify(access.idsWith(right.download)), JSON.stringify(access.idsWith(right.manage))];
  const known = await documentWithBytes(ctx.db, { sha256, acls, managed, organisationId: ctx.user.organisationId });
  if (known === undefined || known.size !== size || input.extract || !(await ctx.services.storage.has(sha256))) return { done: false };
  // one that waits for a scanner is not transferred again, one with a virus is refused
  const verdicts = await unreadableContents(ctx.services, ctx.db, [sha256]);
  if (refusalOf(verdicts.get(sha256) ?? '') === codes.contentInfected) throw new Refusal(codes.contentInfected);
  const place = await ensureFolders(ctx, top, { path: folderNamesOf(input.folderPath) });
  const { name, onSameName } = input;
  const placed = await placeStoredContent(ctx, place, { sha256, size, name, onSameName });
  return placed === undefined ? { done: false } : { done: true, id: String(placed.documentId) };
}

/** A node of a tree of paths, keyed by names, so that a folder shared by many paths is queried once. */
interface PathNode {
  name: string;
  /** The paths that end here, as given. */
  wholes: string[];
  below: Map<string, PathNode>;
}

const newNode = (name: string): PathNode => ({ name, wholes: [], below: new Map() });

/** Merges paths into a tree; undefined where it has more nodes than `most`. */
export async function pathTree(
  paths: readonly { names: readonly string[]; whole?: string }[],
  most: number,
): Promise<{ top: PathNode; depth: number } | undefined> {
  const yieldIfDue = yieldToEventLoop();
  const keys = new Map<string, string>();
  const keyOf = (name: string): string => {
    const known = keys.get(name) ?? nameKey(name);
    keys.set(name, known);
    return known;
  };
  const top = newNode('');
  let [count, depth] = [0, 0];
  for (const { names, whole } of paths) {
    await yieldIfDue();
    depth = Math.max(depth, names.length);
    let here = top;
    for (const name of names) {
      const key = keyOf(name);
      let next = here.below.get(key);
      if (next === undefined) {
        if ((count += 1) > most) return undefined;
        here.below.set(key, (next = newNode(name)));
      }
      here = next;
    }
    if (whole !== undefined) here.wholes.push(whole);
  }
  return { top, depth };
}

/** Files and folders in the paths of one call together. */
const mostPlaces = 25_000;

/** Which file paths below a container are taken; folders are followed as far as the caller may upload into them. */
export async function checkUploadPaths(ctx: Context, input: ParsedOf<typeof content.checkNames>) {
  await requireContainer(ctx, right.visible | right.upload, input.parentId);
  const yieldIfDue = yieldToEventLoop();
  const tree = await pathTree(pathsOf(input.names), mostPlaces);
  if (tree === undefined) throw new Refusal(codes.invalidParams);
  const taken: { name: string; id: string }[] = [];
  const waiting = [{ parentId: input.parentId, below: tree.top.below }];
  for (let level = waiting.pop(); level !== undefined; level = waiting.pop()) {
    await yieldIfDue();
    const { parentId, below } = level;
    for (const { id, kind, node } of await takenNamesIn(ctx, parentId, below)) {
      // a hidden item takes the name too, but neither its id nor what it is is revealed: nothing can be put below it either way
      const wholes = id === undefined || kind === objType.document ? await endsBelow(node) : node.wholes;
      for (const name of wholes) taken.push({ name, id: id ?? parentId });
      if (kind !== objType.document && id !== undefined && node.below.size > 0) waiting.push({ parentId: id, below: node.below });
    }
  }
  return { taken };
}

/** The legal paths, each once. */
function pathsOf(wholes: readonly string[]): { whole: string; names: string[] }[] {
  const paths = [...new Set(wholes)].map((whole) => ({ whole, names: whole.split('/').filter((name) => name !== '') }));
  return paths.filter(({ names }) => names.length > 0 && names.length <= maximumDepth);
}

interface TakenPath {
  id: string | undefined;
  kind: number | undefined;
  node: PathNode;
}

async function takenNamesIn(ctx: Context, parentId: string, below: PathNode['below']): Promise<TakenPath[]> {
  try {
    const { taken } = await checkNames(ctx, { parentId, names: [...below.values()].map(({ name }) => name) });
    return taken.flatMap(({ id, name, objType: kind }) => {
      const node = below.get(nameKey(name));
      return node === undefined ? [] : [{ id, kind, node }];
    });
  } catch (error) {
    // the upload itself will be refused, with the reason
    if (error instanceof Refusal) return [];
    throw error;
  }
}

/** All paths that end at a node or below it: a document in place of a folder takes them all. */
async function endsBelow(top: PathNode): Promise<string[]> {
  const yieldIfDue = yieldToEventLoop();
  const ends: string[] = [];
  const waiting = [top];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    await yieldIfDue();
    ends.push(...node.wholes);
    for (const next of node.below.values()) waiting.push(next);
  }
  return ends;
}
