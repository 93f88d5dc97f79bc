import { objType, right } from '@dossier/contract/core/rights';
import type { Context } from '../../../platform/context.ts';
import type { FileRequest } from '../../../platform/http/serve.ts';
import { checkName, extOf } from '../../../platform/text/names.ts';
import type { AuthorisedItem } from '../../access/require-items.ts';
import { freeNameIn } from '../../documents/item-names.ts';
import { childNamed } from '../../documents/walk-tree.ts';
import { lockStateOf } from '../office-locks.ts';
import { headerOf, lockMismatch, nameIn, utf7, WopiRefusal } from './messages.ts';

type Place = AuthorisedItem['item'];

/** What a client asks a new file or container to be called: about so (`suggested`), or exactly so. */
export interface TargetName {
  name: string;
  isExact: boolean;
}

const mostStem = 120;

/** A legal name near to a suggested one. */
function legalName(name: string): string | undefined {
  const cleaned = name.replace(/[\\/:*?"<>|\p{Cc}\p{Cf}]/gu, '_').replace(/^[\s.]+|[\s.]+$/gu, '');
  const ext = extOf(cleaned);
  const stem = ext === '' ? cleaned : cleaned.slice(0, -ext.length - 1);
  const checked = checkName(ext === '' ? cleaned : `${Array.from(stem).slice(0, mostStem).join('')}.${ext}`);
  return checked.ok ? checked.name : undefined;
}

/** A name of the client that must be legal as it is; 400 with one that would be, in the header that the protocol has for it. */
export function requireLegalName(name: string, { legal = legalName(name) }: { legal?: string | undefined } = {}): string {
  const checked = checkName(name);
  if (checked.ok) return checked.name;
  const headers = {
    'x-wopi-invalidfilenameerror': 'The name is not allowed.',
    ...(legal && { 'x-wopi-validrelativetarget': utf7(legal) }),
  };
  throw new WopiRefusal(400, { headers });
}

/** The name in the headers of a request; a suggestion that is only an extension goes onto `stem`. */
export function targetNameIn(request: FileRequest, stem: string): TargetName {
  const suggested = nameIn(request, 'x-wopi-suggestedtarget');
  const exact = nameIn(request, 'x-wopi-relativetarget');
  // the protocol forbids both, and expects this status
  if (suggested !== undefined && exact !== undefined) throw new WopiRefusal(501);
  if (exact !== undefined) return { name: requireLegalName(exact), isExact: true };
  const legal = suggested === undefined ? undefined : legalName(/^\.[^.]+$/.test(suggested) ? `${stem}${suggested}` : suggested);
  if (legal === undefined) throw new WopiRefusal(400);
  return { name: legal, isExact: false };
}

/** 409 for a taken name, with one that is free. */
export async function refuseTaken(ctx: Context, place: Place, name: string): Promise<never> {
  throw new WopiRefusal(409, { headers: { 'x-wopi-validrelativetarget': utf7(await freeNameIn(ctx.db, place.id, { name })) } });
}

/**
 * The document that a request overwrites: undefined where the name is free, or is numbered as it was only suggested. 409 where it is taken
 * and the client did not ask to overwrite it, or may not, or somebody has it locked.
 */
export async function overwrittenBy(
  ctx: Context,
  place: Place,
  { target, request }: { target: TargetName; request: FileRequest },
): Promise<Place | undefined> {
  if (!target.isExact) return undefined;
  const taken = await freeNameIn(ctx.db, place.id, target);
  if (taken === target.name) return undefined;
  const found = await childNamed(ctx, place, target.name);
  const mayOverwrite = headerOf(request, 'x-wopi-overwriterelativetarget')?.toLowerCase() === 'true';
  if (!mayOverwrite || found === undefined || found.item.kind !== objType.document || (found.bits & right.modify) === 0)
    return refuseTaken(ctx, place, target.name);
  const state = await lockStateOf(ctx, found.item);
  if (state.by === 'office') throw lockMismatch(state.row.lock_id, 'The document of this name is locked.');
  if (state.by === 'other') throw lockMismatch('', 'Somebody else has locked the document of this name.');
  return found.item;
}
