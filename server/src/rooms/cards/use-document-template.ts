import { codes } from '@dossier/contract/codes';
import type { documentTemplates } from '@dossier/contract/document-templates';
import { right } from '@dossier/contract/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { extOf } from '../../ground/text/names.ts';
import { isPlainGuest } from '../circles/principals.ts';
import { placeStored } from '../content/place-bytes.ts';
import { needPlace } from '../library/need-items.ts';
import { countUse, type DocumentTemplateRow, offeredTemplates } from './document-template-queries.ts';

/** What the caller may begin a document with. What an organisation keeps for its own is not for guests. */
async function offered({ db, user }: Ctx): Promise<DocumentTemplateRow[]> {
  if (isPlainGuest(user)) return [];
  return offeredTemplates(db, user.organisationId, JSON.stringify(user.principals.departments));
}

export async function listTemplateChoices(ctx: Ctx): Promise<OutputOf<typeof documentTemplates.choices>> {
  return (await offered(ctx)).map(({ id, name, description, ext, size }) => ({ id: String(id), name, description, ext, size }));
}

/** The name as it was given, with the extension of the file where it has another one: by that a viewer shows a document. */
const named = (given: string, ext: string): string => (ext === '' || extOf(given) === ext ? given : `${given.trim()}.${ext}`);

/** Makes a document from a template. */
export async function createFromTemplate(
  ctx: Ctx,
  { id, parentId, name, onSameName }: ParsedOf<typeof documentTemplates.use>,
): Promise<OutputOf<typeof documentTemplates.use>> {
  const { item: place } = await needPlace(ctx, right.visible | right.upload, parentId);
  const template = (await offered(ctx)).find((row) => row.id === Number(id));
  if (template === undefined) throw new Refusal(codes.documentTemplateMissing);
  const { sha256, size, ext } = template;
  const placed = await placeStored(ctx, place, { sha256, size, name: named(name, ext), onSameName });
  if (placed === undefined) throw new Refusal(codes.documentTemplateMissing);
  await countUse(ctx.db, template.id);
  return { id: String(placed.documentId), name: placed.name };
}
