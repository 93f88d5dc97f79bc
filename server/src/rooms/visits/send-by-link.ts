import { codes } from '@dossier/contract/codes';
import { objType, right } from '@dossier/contract/rights';
import type { links } from '@dossier/contract/shares';
import type { ParsedOf } from '@dossier/contract/route';
import type { VisitCtx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { extOf } from '../../ground/text/names.ts';
import { openCheckIn, openUpload } from '../content/open-upload.ts';
import { needItem } from '../library/need-items.ts';
import { needLink } from './link-items.ts';
import { nameFrom } from './sender-name.ts';

/** Opens an upload into a shared folder: it never takes the place of anything, lies in the giver's space, and its name tells who sent it. */
export async function uploadByLink(ctx: VisitCtx, { token, ...file }: ParsedOf<typeof links.upload>) {
  await needLink(ctx, token);
  if ((ctx.visit.bits & right.upload) === 0) throw new Refusal(codes.shareNoUpload);
  return openUpload(ctx, { ...file, name: nameFrom(ctx.visit, file.name), onSameName: 'rename', extract: false });
}

/** Opens an upload of a new revision of a shared document; its note tells who sent it. */
export async function checkInByLink(ctx: VisitCtx, { token, note, name, ...file }: ParsedOf<typeof links.checkIn>) {
  await needLink(ctx, token);
  if ((ctx.visit.bits & right.modify) === 0) throw new Refusal(codes.noRightToEdit);
  const { item } = await needItem(ctx, right.visible | right.modify, file.id, objType.document);
  // a text in the place of a PDF would be lost to everybody who looks at it under the old name
  if (extOf(name) !== item.ext) throw new Refusal(codes.shareOtherExtension);
  // a note of nobody known must not read as one of somebody whose name stands in it
  const told = [ctx.visit.name || '?', note?.trim() ?? ''].filter((part) => part !== '').join(': ');
  return openCheckIn(ctx, { ...file, major: false, note: told.slice(0, 500) });
}
