import { codes } from '@dossier/contract/core/codes';
import { isEditedByVisitors } from '@dossier/contract/core/file-types';
import { objType, right } from '@dossier/contract/core/rights';
import type { ParsedOf } from '@dossier/contract/core/route';
import type { linkEditing } from '@dossier/contract/editing/link-editing';
import { sharePaths } from '@dossier/contract/sharing/share-pages';
import type { ShareContext } from '../../../platform/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { requireItem } from '../../access/require-items.ts';
import { openForEditing, requireEditable } from './edit-sessions.ts';
import { sessionOfDocument } from './edit-sessions.queries.ts';
import { keepUnsaved } from './save-session.ts';

/** Requires that a shared document is of a type and size that visitors edit, and that the call names the link of its share session. */
async function requireEditorOfVisitors(ctx: ShareContext, { token, id }: { token: string; id: string }): Promise<void> {
  if (!ctx.shareSession.isOf(token)) throw new Refusal(codes.linkNotSignedIn);
  const { item } = await requireItem(ctx, right.visible | right.read, id, objType.document);
  if (!isEditedByVisitors(item.ext, item.size)) throw new Refusal(codes.editFallsBackToView);
}

/** Where the visitor of a link edits a shared document; 4614 where it can only be viewed. */
export async function preEditByLink(ctx: ShareContext, { token, id }: ParsedOf<typeof linkEditing.preEdit>) {
  await requireEditorOfVisitors(ctx, { token, id });
  const [session] = await sessionOfDocument(ctx.db, { document: Number(id) });
  await requireEditable(ctx, id, session);
  return { pageUrl: `${sharePaths.desk.edit}?${new URLSearchParams({ token, id }).toString()}` };
}

/** Opens a shared document for editing by the visitor of a link, as `openForEditing` does for users. */
export async function openByLink(ctx: ShareContext, { token, ...input }: ParsedOf<typeof linkEditing.open>) {
  await requireEditorOfVisitors(ctx, { token, id: input.id });
  return openForEditing(ctx, input, keepUnsaved);
}
