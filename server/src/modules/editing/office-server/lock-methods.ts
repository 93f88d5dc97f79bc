import { objType, right } from '@dossier/contract/core/rights';
import type { Context } from '../../../platform/context.ts';
import type { FileReply, FileRequest } from '../../../platform/http/serve.ts';
import type { ItemRow } from '../../access/items.queries.ts';
import { requireItem } from '../../access/require-items.ts';
import { requireOpenContainer } from '../../documents/folders.ts';
import { endOfficeLock, type LockState, lockStateOf, passOfficeLock, renewOfficeLock, takeOfficeLock } from '../office-locks.ts';
import { versionOf } from './check-file-info.ts';
import { headerOf, lockIn, lockMismatch, requireLockIn } from './messages.ts';
import type { OfficeLockRow } from './office-server.queries.ts';
import { requireWritingToken, runAsEditor, type WopiSession } from './wopi-tokens.ts';

export interface Exchange {
  request: FileRequest;
  reply: FileReply;
}

/** The answer of a method that has none but its headers. */
const answered = (reply: FileReply, item: ItemRow): FileReply => reply.status(200).header('x-wopi-itemversion', versionOf(item)).send('');

/** Refuses, as the client's lock is not the present one. */
function mismatch(state: LockState): never {
  if (state.by === 'other') throw lockMismatch('', 'Somebody else has locked the document in Dossier.');
  throw state.by === 'office'
    ? lockMismatch(state.row.lock_id, 'The document is locked with another lock.')
    : lockMismatch('', 'The document is not locked.');
}

/** The present lock of the protocol, where it is the one of the request. */
async function requireLock(ctx: Context, item: ItemRow, lockId: string | undefined): Promise<OfficeLockRow> {
  const state = await lockStateOf(ctx, item);
  return state.by === 'office' && state.row.lock_id === lockId ? state.row : mismatch(state);
}

const writable = (ctx: Context, { facts }: WopiSession) => requireItem(ctx, right.visible | right.modify, facts.item, objType.document);

/** Lock, or UnlockAndRelock where the request names an old lock. */
export async function lock(session: WopiSession, { request, reply }: Exchange): Promise<FileReply> {
  requireWritingToken(session);
  const lockId = requireLockIn(request);
  const old = lockIn(request, 'x-wopi-oldlock');
  const item = await runAsEditor(session, async (ctx) => {
    const authorised = await writable(ctx, session);
    await requireOpenContainer(ctx, authorised.item);
    if (headerOf(request, 'x-wopi-oldlock') !== undefined) {
      await renewOfficeLock(ctx, await requireLock(ctx, authorised.item, old), lockId);
      return authorised.item;
    }
    const state = await lockStateOf(ctx, authorised.item);
    if (state.by === 'nobody') await takeOfficeLock(ctx, authorised.item, lockId);
    else await renewOfficeLock(ctx, await requireLock(ctx, authorised.item, lockId));
    return authorised.item;
  });
  return answered(reply, item);
}

export async function refreshLock(session: WopiSession, { request, reply }: Exchange): Promise<FileReply> {
  requireWritingToken(session);
  const lockId = requireLockIn(request);
  const item = await runAsEditor(session, async (ctx) => {
    const authorised = await writable(ctx, session);
    await renewOfficeLock(ctx, await requireLock(ctx, authorised.item, lockId));
    return authorised.item;
  });
  return answered(reply, item);
}

/** Also for who lost the right to modify meanwhile: nothing but the lock changes. */
export async function unlock(session: WopiSession, { request, reply }: Exchange): Promise<FileReply> {
  requireWritingToken(session);
  const lockId = requireLockIn(request);
  const item = await runAsEditor(session, async (ctx) => {
    const authorised = await requireItem(ctx, right.visible, session.facts.item, objType.document);
    await endOfficeLock(ctx, authorised.item, await requireLock(ctx, authorised.item, lockId));
    return authorised.item;
  });
  return answered(reply, item);
}

export async function getLock({ ctx, facts }: WopiSession, { reply }: Exchange): Promise<FileReply> {
  const { item } = await requireItem(ctx, right.visible | right.read, facts.item, objType.document);
  const state = await lockStateOf(ctx, item);
  if (state.by === 'other') mismatch(state);
  return reply
    .status(200)
    .header('x-wopi-lock', state.by === 'office' ? state.row.lock_id : '')
    .send('');
}

/**
 * Before a change by a client: 409 unless the document is locked with the lock of the request, which then becomes the caller's. `isFreeOk`:
 * whether an unlocked document may be changed.
 */
export async function holdForChange(
  ctx: Context,
  item: ItemRow,
  { lockId, isFreeOk }: { lockId: string | undefined; isFreeOk: boolean },
): Promise<void> {
  const state = await lockStateOf(ctx, item);
  if (state.by === 'nobody' && isFreeOk) return;
  await passOfficeLock(ctx, item, await requireLock(ctx, item, lockId));
}

/** The same question, on a reader: nothing changes. */
export async function requireHeldForChange(
  ctx: Context,
  item: ItemRow,
  { lockId, isFreeOk }: { lockId: string | undefined; isFreeOk: boolean },
): Promise<void> {
  const state = await lockStateOf(ctx, item);
  if (state.by !== 'nobody' || !isFreeOk) await requireLock(ctx, item, lockId);
}
