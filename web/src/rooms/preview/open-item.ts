import type { Item } from '@dossier/contract/library';
import { permissions } from '@dossier/contract/permissions';
import { objType, right } from '@dossier/contract/rights';
import { CallError, call } from '../../ground/call.ts';
import type { ItemContext } from '../../ground/item-action.ts';
import { notice } from '../../ground/notice.ts';
import { session } from '../../ground/session.ts';
import { loadWords, textOf } from '../../ground/text.ts';
import { itemPath } from '../library/area.ts';
import { loadCurrentUser } from '../session/current-user.ts';
import { tellClosed } from '../session/tell-closed.ts';
import { openSong } from '../films/audio/open-song.tsx';
import { downloadItems } from '../archives/download-items.ts';
import { viewerAddress, viewerOf } from '../viewer/extension-groups.ts';
import { openPicture } from '../pictures/open-picture.tsx';
import { throughOf } from '../pictures/through.ts';
import { doubleClick, openIn } from './preferences.ts';

type Context = Pick<ItemContext, 'go' | 'siblings' | 'sortField' | 'sortDirection' | 'keyword'>;

/** Opens a folder in its area, a document as the person's double-click setting says: download, or view. Editing views where there is no editor for the type. */
export async function openItem(item: Item, ctx: Context): Promise<void> {
  if (item.objType !== objType.document) return ctx.go(itemPath(item));
  if (session.viewsAs()) return tellClosed();
  const person = await findPerson();
  if (person?.doubleClick === doubleClick.download && item.canDownload) return downloadItems([item]);
  await viewItem(item, ctx);
}

/** Shows a document, or one of its older revisions, in the viewer of its extension, after asking whether it may be read. */
export async function viewItem(item: Item, ctx: Context, currentRev?: string): Promise<void> {
  if (session.viewsAs()) return tellClosed();
  const [person, readable] = await Promise.all([findPerson(), mayRead(item.id)]);
  if (!readable) return;
  const viewer = viewerOf(item.ext);
  const target = { id: item.id, ...(currentRev && { currentRev }), ...(ctx.keyword && { keyword: ctx.keyword }) };
  if (viewer === 'picture')
    openPicture({ ...target, name: item.name, ext: item.ext ?? '', through: currentRev ? undefined : throughOf(ctx) });
  else if (viewer === 'audio') openSong({ ...target, name: item.name });
  else openViewer(viewerAddress(viewer, { ...target, ext: item.ext }), ctx, person?.window === openIn.sameTab);
}

// Without their settings, a document still opens.
const findPerson = () => loadCurrentUser().catch(() => undefined);

async function mayRead(id: string): Promise<boolean> {
  try {
    const { hasRights } = await call(permissions.check, { rights: right.read, objIds: [id] });
    if (hasRights[0] === true) return true;
  } catch (error) {
    if (error instanceof CallError) return false;
    throw error;
  }
  await loadWords();
  notice.warning(textOf('viewer')('viewRefused'));
  return false;
}

function openViewer(address: string, ctx: Context, sameTab: boolean): void {
  // A browser that blocks new tabs gets the viewer in this one.
  if (sameTab || !window.open(address, '_blank')) ctx.go(address);
}
