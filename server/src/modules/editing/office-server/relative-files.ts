import { objType, right } from '@dossier/contract/core/rights';
import type { Context } from '../../../platform/context.ts';
import type { FileReply } from '../../../platform/http/serve.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { nameKey } from '../../../platform/text/names.ts';
import { requireContainer, requireItem } from '../../access/require-items.ts';
import { deleteItems } from '../../documents/bin.ts';
import { requireOpenContainer } from '../../documents/folders.ts';
import { freeNameIn } from '../../documents/item-names.ts';
import type { IncomingFile, Place } from '../../documents/place-document.ts';
import { changeItem } from '../../documents/update-item.ts';
import { maySaveBeside, officePage } from './check-file-info.ts';
import { receiveDocument, sizeIn } from './contents.ts';
import { type Exchange, holdForChange } from './lock-methods.ts';
import { headerOf, lockIn, nameIn, WopiRefusal } from './messages.ts';
import { putUserInfo as writeUserInfo } from './office-server.queries.ts';
import { overwrittenBy, refuseTaken, requireLegalName, type TargetName, targetNameIn } from './target-names.ts';
import { requireWritingToken, runAsEditor, siblingUrl, type WopiSession } from './wopi-tokens.ts';

/** Receives a file into a container, as a new document or over the one of its name; answers it with a token of its own. */
export async function placeFile(
  session: WopiSession,
  { request, reply }: Exchange,
  { place, target, size }: { place: Place; target: TargetName; size: number },
): Promise<FileReply> {
  const { ctx, facts } = session;
  const instead = await overwrittenBy(ctx, place, { target, request });
  const where: Partial<IncomingFile> =
    instead === undefined ? { place: place.id, same: target.isExact ? 'refuse' : 'rename' } : { document: instead.id };
  const incoming: IncomingFile = { id: newId(), revision: newId(), name: target.name, size, ...where };
  let shown = { id: incoming.id, name: target.name };
  await receiveDocument(session, incoming, {
    request,
    place,
    before: async (inner) => {
      const now = await overwrittenBy(inner, place, { target, request });
      // the name was taken or became free while the bytes came
      if (now?.id !== instead?.id) await refuseTaken(inner, place, target.name);
    },
    after: async (inner) => {
      const { item } = await requireItem(inner, right.visible, instead?.id ?? incoming.id, objType.document);
      shown = { id: item.id, name: item.name };
    },
  });
  const page = officePage(facts.origin, shown.id);
  return reply.type('application/json; charset=utf-8').send({
    Name: shown.name,
    Url: siblingUrl(session, { kind: 'files', id: shown.id, write: true }),
    HostEditUrl: page,
    HostViewUrl: page,
  });
}

const stemOf = ({ name, ext }: Pick<Place, 'name' | 'ext'>): string => (ext === '' ? name : name.slice(0, -ext.length - 1));

/** PutRelativeFile: saves under another name beside the document. */
export async function putRelativeFile(session: WopiSession, exchange: Exchange): Promise<FileReply> {
  const { ctx, facts } = session;
  const authorised = await requireItem(ctx, right.visible | right.read, facts.item, objType.document);
  if (!(await maySaveBeside(session, authorised))) throw new WopiRefusal(501);
  const { item } = authorised;
  const target = targetNameIn(exchange.request, stemOf(item));
  const size = sizeIn(exchange.request);
  const { item: place } = await requireContainer(ctx, right.visible | right.upload, item.parent_id);
  return placeFile(session, exchange, { place, target, size });
}

/** A new name for an item that the client asks for: a taken one is numbered. */
export async function renameTo(ctx: Context, item: Place, name: string): Promise<void> {
  if (name === item.name) return;
  const isOwn = nameKey(name) === item.name_key || item.parent_id === 0;
  await changeItem()(ctx, { id: String(item.id), name: isOwn ? name : await freeNameIn(ctx.db, item.parent_id, { name }) });
}

/** RenameFile: another name with the same extension. */
export async function renameFile(session: WopiSession, { request, reply }: Exchange): Promise<FileReply> {
  requireWritingToken(session);
  const requested = nameIn(request, 'x-wopi-requestedname');
  if (requested === undefined) throw new WopiRefusal(400);
  const lockId = lockIn(request);
  const renamed = await runAsEditor(session, async (ctx) => {
    const authorised = await requireItem(ctx, right.visible | right.modify, session.facts.item, objType.document);
    const { item } = authorised;
    await requireOpenContainer(ctx, item);
    const name = requireLegalName(item.ext === '' ? requested : `${requested}.${item.name.slice(-item.ext.length)}`);
    await holdForChange(ctx, item, { lockId, isFreeOk: true });
    await renameTo(ctx, item, name);
    return (await requireItem(ctx, right.visible, item.id)).item;
  }).catch((error: unknown) => {
    // a name that the rules of the site refuse
    if (error instanceof Refusal && !(error instanceof WopiRefusal) && error.answer.status === 422)
      throw new WopiRefusal(400, { headers: { 'x-wopi-invalidfilenameerror': 'The name is not allowed.' } });
    throw error;
  });
  return reply.type('application/json; charset=utf-8').send({ Name: stemOf(renamed) });
}

/** DeleteFile: into the bin, where nobody has it locked. */
export async function deleteFile(session: WopiSession, { reply }: Exchange): Promise<FileReply> {
  requireWritingToken(session);
  await runAsEditor(session, async (ctx) => {
    const { item } = await requireItem(ctx, right.visible | right.modify, session.facts.item, objType.document);
    await holdForChange(ctx, item, { lockId: undefined, isFreeOk: true });
    await deleteItems(ctx, { objIds: [String(item.id)] });
  });
  return reply.status(200).send('');
}

/** Of the protocol: ASCII of at most this length. */
const mostUserInfo = 1024;

/** PutUserInfo: what the client keeps about the user, given back with every document. */
export async function putUserInfo(session: WopiSession, { request, reply }: Exchange): Promise<FileReply> {
  if (Number(headerOf(request, 'content-length') ?? 0) > mostUserInfo) throw new WopiRefusal(400);
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request.raw as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > mostUserInfo) throw new WopiRefusal(400);
    parts.push(part);
  }
  const info = Buffer.concat(parts).toString('utf8');
  if (info.includes('\0') || !info.isWellFormed()) throw new WopiRefusal(400);
  await runAsEditor(session, (ctx) => writeUserInfo(ctx.db, { person_id: ctx.user.id, info }));
  return reply.status(200).send('');
}
