import { EyeOutlined, FilePdfOutlined } from '@ant-design/icons';
import { permissions } from '@dossier/contract/access/permissions';
import { objType, right } from '@dossier/contract/core/rights';
import type { Item } from '@dossier/contract/documents/library';
import { CallError, call } from '../../platform/call.ts';
import { loadTexts, textOf } from '../../platform/i18n.ts';
import { type ItemAction, type ItemContext, itemAction } from '../../platform/item-actions.ts';
import { notice } from '../../platform/notices.ts';
import { session } from '../../platform/sessions.ts';
import { can, itemPath } from '../documents/areas.ts';
import { downloadItems } from '../documents/content-actions.tsx';
import { loadCurrentUser } from '../identity/current-user.ts';
import { notifyViewAsClosed } from '../identity/view-as.ts';
import { openImage, sequenceSourceOf } from './images/open-image.tsx';
import { openAudio } from './media/open-audio.tsx';
import { viewerAddress, viewerOf } from './viewer-address.ts';
import { downloadPdf, offersPdf } from './viewer/pdf-download.ts';

/** The values of the double-click setting. */
const doubleClick = { download: 1, view: 2, edit: 3 } as const;

/** The values of the window setting. */
const openIn = { newTab: 1, sameTab: 2 } as const;

type Context = Pick<ItemContext, 'go' | 'siblings' | 'sortField' | 'sortDirection' | 'keyword'>;

/**
 * Opens a folder in its area, a document according to the user's double-click setting: download or view. Editing falls back to viewing
 * where the type has no editor.
 */
export async function openItem(item: Item, ctx: Context): Promise<void> {
  if (item.objType !== objType.document) return ctx.go(itemPath(item));
  if (session.viewsAs()) return notifyViewAsClosed();
  const person = await findPerson();
  if (person?.doubleClick === doubleClick.download && item.canDownload) return downloadItems([item]);
  await viewItem(item, ctx);
}

/** Shows a document, or one of its older revisions, in the viewer for its extension, after a check of the right to read. */
export async function viewItem(item: Item, ctx: Context, currentRev?: string): Promise<void> {
  if (session.viewsAs()) return notifyViewAsClosed();
  const [person, readable] = await Promise.all([findPerson(), mayRead(item.id)]);
  if (!readable) return;
  const viewer = viewerOf(item.ext);
  const target = { id: item.id, ...(currentRev && { currentRev }), ...(ctx.keyword && { keyword: ctx.keyword }) };
  if (viewer === 'picture')
    openImage({ ...target, name: item.name, ext: item.ext ?? '', through: currentRev ? undefined : sequenceSourceOf(ctx) });
  else if (viewer === 'audio') openAudio({ ...target, name: item.name });
  else openViewer(viewerAddress(viewer, { ...target, ext: item.ext }), ctx, person?.window === openIn.sameTab);
}

// Without the user's settings, a document still opens.
const findPerson = () => loadCurrentUser().catch(() => undefined);

async function mayRead(id: string): Promise<boolean> {
  try {
    const { hasRights } = await call(permissions.check, { rights: right.read, objIds: [id] });
    if (hasRights[0] === true) return true;
  } catch (error) {
    if (error instanceof CallError) return false;
    throw error;
  }
  await loadTexts();
  notice.warning(textOf('preview.viewer')('viewRefused'));
  return false;
}

function openViewer(address: string, ctx: Context, sameTab: boolean): void {
  // A browser that blocks new tabs opens the viewer in this one.
  if (sameTab || !window.open(address, '_blank')) ctx.go(address);
}

/** The preview actions in an item's menu. */
export const previewActions: ItemAction[] = [
  itemAction('preview.viewer', {
    id: 'viewer.view',
    label: (t) => t('view'),
    icon: <EyeOutlined />,
    group: 1,
    shown: ([item, ...more]) => more.length === 0 && item?.objType === objType.document && can(item.rights, 'read'),
    run: async ([item], ctx) => {
      if (item) await viewItem(item, ctx);
    },
  }),
  itemAction('preview.viewer', {
    id: 'viewer.pdf',
    label: (t) => t('downloadPdf'),
    short: () => 'PDF',
    icon: <FilePdfOutlined />,
    group: 1,
    shown: ([item, ...more]) => more.length === 0 && item?.objType === objType.document && offersPdf(item),
    run: async ([item]) => {
      if (item) await downloadPdf(item);
    },
  }),
];
