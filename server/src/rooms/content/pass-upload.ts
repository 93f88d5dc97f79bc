import type { content } from '@dossier/contract/content';
import { right } from '@dossier/contract/rights';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { ensureFolders } from '../library/create-folder.ts';
import { needPlace } from '../library/need-items.ts';
import { accessOf } from '../permissions/access.ts';
import { pathOf } from './open-upload.ts';
import { placeStored } from './place-bytes.ts';
import { documentWithBytes } from './queries.ts';

/** Completes an upload without a transfer, where the caller may fetch the same bytes anyway; otherwise it says nothing of what is stored. */
export async function passUpload(ctx: Ctx, input: ParsedOf<typeof content.apass>): Promise<{ done: boolean; id?: string }> {
  const { item: top } = await needPlace(ctx, right.visible | right.upload, input.parentId);
  const { sha256, size } = input;
  const acls = JSON.stringify((await accessOf(ctx)).idsWith(right.download));
  const known = await documentWithBytes(ctx.db, { sha256, acls, organisationId: ctx.user.organisationId });
  if (known === undefined || known.size !== size || input.extract || !ctx.house.blobs.stands(sha256)) return { done: false };
  const place = await ensureFolders(ctx, top, { path: pathOf(input.folderPath) });
  const { name, onSameName } = input;
  const placed = await placeStored(ctx, place, { sha256, size, name, onSameName });
  return placed === undefined ? { done: false } : { done: true, id: String(placed.documentId) };
}
