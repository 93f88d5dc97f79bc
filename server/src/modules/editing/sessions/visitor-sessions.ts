import { codes } from '@dossier/contract/core/codes';
import { visitorEditorOf } from '@dossier/contract/core/file-types';
import { objType, right } from '@dossier/contract/core/rights';
import type { ParsedOf } from '@dossier/contract/core/route';
import type { FileSession } from '@dossier/contract/editing/editing';
import type { linkEditing } from '@dossier/contract/editing/link-editing';
import { sharePaths } from '@dossier/contract/sharing/share-pages';
import type { Context, ShareContext } from '../../../platform/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { ItemRow } from '../../access/items.queries.ts';
import { requireItem } from '../../access/require-items.ts';
import { commentsOfFile } from '../files/follow-file.ts';
import { closeFile, discardFile, keepFile, openFile, saveFile, withoutNames } from '../files/file-sessions.ts';
import { inLanguage, openForEditing, requireEditable, requireVisitorMayEdit } from './edit-sessions.ts';
import { sessionOfDocument } from './edit-sessions.queries.ts';
import { keepUnsaved } from './save-session.ts';

function requireOwnLink({ shareSession }: ShareContext, token: string): void {
  if (!shareSession.isOf(token)) throw new Refusal(codes.linkNotSignedIn);
}

/** Requires that a shared document is of a type and size that visitors edit, and that the call names the link of its share session. */
async function requireEditorOfVisitors(ctx: ShareContext, { token, id }: { token: string; id: string }): Promise<ItemRow> {
  requireOwnLink(ctx, token);
  const { item } = await requireItem(ctx, right.visible | right.read, id, objType.document);
  if (visitorEditorOf(item.ext, item.size) === undefined) throw new Refusal(codes.editFallsBackToView);
  return item;
}

/** Where the visitor of a link edits a shared document; 4614 where it can only be viewed. */
export async function preEditByLink(ctx: ShareContext, { token, id, lang }: ParsedOf<typeof linkEditing.preEdit>) {
  const { ext } = await requireEditorOfVisitors(ctx, { token, id });
  const [session] = await sessionOfDocument(ctx.db, { document: Number(id) });
  await requireEditable(inLanguage(ctx, lang), id, session);
  return { pageUrl: `${sharePaths.desk.edit}?${new URLSearchParams({ token, id }).toString()}`, ext };
}

/** Opens a shared document for editing by the visitor of a link, as `openForEditing` does for users. */
export async function openByLink(ctx: ShareContext, { token, ...input }: ParsedOf<typeof linkEditing.open>) {
  await requireEditorOfVisitors(ctx, { token, id: input.id });
  return openForEditing(inLanguage(ctx, input.lang), input, (...unsaved) => withoutNames(ctx, () => keepUnsaved(...unsaved)));
}

/** Opens a shared Word document for its visitor, as `openFile` does for users. */
export async function openFileByLink(ctx: ShareContext, { token, ...input }: ParsedOf<typeof linkEditing.openFile>) {
  await requireEditorOfVisitors(ctx, { token, id: input.id });
  return openFile(inLanguage(ctx, input.lang), input);
}

/** The comments of a shared Word document that its visitor may edit. */
export async function commentsByLink(ctx: ShareContext, { token, id }: ParsedOf<typeof linkEditing.wordComments>) {
  await requireEditorOfVisitors(ctx, { token, id });
  requireVisitorMayEdit(ctx);
  return commentsOfFile(ctx, { id });
}

type VisitorWindow = ParsedOf<typeof linkEditing.keepFile>;
type WindowCall = (ctx: Context, input: Pick<VisitorWindow, 'sessionId' | 'windowId'>) => Promise<FileSession>;

/** A call about a window with a Word document, for the visitor whose window it is. */
const byLink =
  (work: WindowCall) =>
  (ctx: ShareContext, { token, lang, ...ids }: VisitorWindow): Promise<FileSession> => {
    requireOwnLink(ctx, token);
    return work(inLanguage(ctx, lang), ids);
  };

export const keepFileByLink = byLink(keepFile);
export const saveFileByLink = byLink(saveFile);
export const discardFileByLink = byLink(discardFile);
export const closeFileByLink = byLink(closeFile);
