import { EditOutlined, FileAddOutlined } from '@ant-design/icons';
import { codes } from '@dossier/contract/core/codes';
import { editorOf, editorPage } from '@dossier/contract/core/file-types';
import { objType, right } from '@dossier/contract/core/rights';
import type { OutputOf } from '@dossier/contract/core/route';
import type { Item } from '@dossier/contract/documents/library';
import { editing } from '@dossier/contract/editing/editing';
import { Suspense, lazy } from 'react';
import { CallError, call } from '../../platform/call.ts';
import { openDialog } from '../../platform/dialogs.ts';
import { notice } from '../../platform/notices.ts';
import { type ItemAction, type ItemContext, itemAction } from '../../platform/item-actions.ts';
import { session } from '../../platform/sessions.ts';
import { refreshLists } from '../documents/areas.ts';
import { loadCurrentUser } from '../identity/current-user.ts';
import { openItem } from '../preview/preview-actions.tsx';

/** The values of the settings for a double click and for windows. */
const doubleClickEdits = 3;
const sameTab = 2;

const isEditable = (item: Item | undefined): item is Item => item?.objType === objType.document && item.canEdit && !session.viewsAs();

/** Where a document is edited, or viewed where it cannot be; the page of the editor says more of a lock than a notice could. */
async function editorAddress(id: string, ext: string): Promise<string> {
  try {
    const place: Partial<OutputOf<typeof editing.preEdit>> = await call(editing.preEdit, { id }, { quiet: true });
    // 4614 passes as a success without data
    return place.pageUrl ?? `/docpreview?id=${id}`;
  } catch (error) {
    if (error instanceof CallError && error.code === codes.documentLocked.code) return `${editorPage(ext)}?id=${id}`;
    if (error instanceof CallError) notice.error(error.message);
    throw error;
  }
}

/** Whether others may join those who edit it: Word documents have one writer at a time. */
const isJoinable = (item: Item): boolean => item.editors !== undefined && editorOf(item.ext ?? '') !== 'word';

/** Opens a document in its editor: in a tab of its own, unless the user's settings say otherwise. */
async function openEditor({ id, ext = '' }: Pick<Item, 'id' | 'ext'>, go: ItemContext['go']): Promise<void> {
  const [person, address] = await Promise.all([loadCurrentUser().catch(() => undefined), editorAddress(id, ext)]);
  // a browser that blocks new tabs opens the editor in this one
  if (person?.window === sameTab || !window.open(address, '_blank')) go(address);
}

/** Opens an item by the user's setting for a double click: a document that can be edited in its editor, all else as it is shown. */
export async function openOrEdit(item: Item, ctx: ItemContext): Promise<void> {
  if (isEditable(item)) {
    const person = await loadCurrentUser().catch(() => undefined);
    if (person?.doubleClick === doubleClickEdits) return openEditor(item, ctx.go);
  }
  return openItem(item, ctx);
}

const NewDocumentDialog = lazy(() => import('./new-document-dialog.tsx').then((m) => ({ default: m.NewDocumentDialog })));

/** Asks for type and name of a new document, creates it and opens its editor. */
function createDocument(parentId: string, go: ItemContext['go']): void {
  const create = async (name: string): Promise<void> => {
    const { id } = await call(editing.create, { parentId, name });
    await refreshLists();
    await openEditor({ id, ext: name.slice(name.lastIndexOf('.') + 1) }, go);
  };
  openDialog((close) => (
    <Suspense>
      <NewDocumentDialog create={create} close={close} />
    </Suspense>
  ));
}

const mayCreate = (ctx: ItemContext): boolean =>
  ctx.place === 'list' && ctx.parentId !== undefined && ctx.fedByFlows !== true && ((ctx.parentRights ?? 0) & right.upload) !== 0;

/** The actions of the editors in an item's menu, and of a folder. */
export const editActions: ItemAction[] = [
  itemAction('editing.editor', {
    id: 'editing.edit',
    label: (t) => t('edit'),
    icon: <EditOutlined />,
    group: 1,
    key: 'e',
    shown: ([item, ...more]) =>
      more.length === 0 && isEditable(item) && (item.lockUserName === undefined || item.lockedByMe === true || isJoinable(item)),
    run: async ([item], ctx) => {
      if (item) await openEditor(item, ctx.go);
    },
  }),
  itemAction('editing.editor', {
    id: 'editing.new',
    label: (t) => t('newDocument'),
    icon: <FileAddOutlined />,
    group: 10,
    place: true,
    shown: (_, ctx) => mayCreate(ctx),
    run: (_, { parentId, go }) => {
      if (parentId !== undefined) createDocument(parentId, go);
    },
  }),
];
