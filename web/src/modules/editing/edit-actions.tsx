import {
  EditOutlined,
  EyeOutlined,
  FileAddOutlined,
  FileTextOutlined,
  FormOutlined,
  MessageOutlined,
  SwapOutlined,
} from '@ant-design/icons';
import { documentTemplates } from '@dossier/contract/classification/document-templates';
import { codes } from '@dossier/contract/core/codes';
import { objType, right } from '@dossier/contract/core/rights';
import type { OutputOf } from '@dossier/contract/core/route';
import type { Item } from '@dossier/contract/documents/library';
import { editType, editing } from '@dossier/contract/editing/editing';
import { Suspense, lazy } from 'react';
import { CallError, call } from '../../platform/call.ts';
import { openDialog } from '../../platform/dialogs.ts';
import { notice } from '../../platform/notices.ts';
import { type ItemAction, type ItemContext, everyday, everydayGroup, itemAction } from '../../platform/item-actions.ts';
import { queryClient } from '../../platform/query.ts';
import { session } from '../../platform/sessions.ts';
import { refreshLists } from '../documents/areas.ts';
import { knownPerson, loadCurrentUser } from '../identity/current-user.ts';
import { editorAddress } from '../preview/viewer-address.ts';
import { openItem } from '../preview/preview-actions.tsx';
import { type WayOut, askForRelease, editorsOf, endHolding, isJoinable, isOpenTo, waysToFree } from './held-documents.ts';
import type { NewDocument } from './new-document-dialog.tsx';

/** The values of the settings for a double click and for windows. */
const doubleClickEdits = 3;
const sameTab = 2;

const isEditable = (item: Item | undefined): item is Item => item?.objType === objType.document && item.canEdit && !session.viewsAs();

/** Where a document is edited, or viewed where it cannot be; the page of the editor says more of a lock than a notice could. */
async function addressOf({ id, ext = '' }: Pick<Item, 'id' | 'ext'>, editor: number | undefined): Promise<string> {
  try {
    const input = { id, ...(editor !== undefined && { editor }) };
    const place: Partial<OutputOf<typeof editing.preEdit>> = await call(editing.preEdit, input, { quiet: true });
    // 4614 passes as a success without data
    return place.pageUrl ?? `/docpreview?id=${id}`;
  } catch (error) {
    if (error instanceof CallError && error.code === codes.documentLocked.code) return editorAddress({ id, ext }, editor ?? editType.own);
    if (error instanceof CallError) notice.error(error.message);
    throw error;
  }
}

/** Opens a document in an editor, or in the one that the site prefers: in a tab of its own, unless the user's settings say otherwise. */
const openEditor = (item: Pick<Item, 'id' | 'ext'>, go: ItemContext['go'], editor?: number): Promise<void> =>
  openPage(addressOf(item, editor), go);

async function openPage(wanted: Promise<string> | string, go: ItemContext['go']): Promise<void> {
  const [person, address] = await Promise.all([loadCurrentUser().catch(() => undefined), wanted]);
  // a browser that blocks new tabs opens the editor in this one
  if (person?.window === sameTab || !window.open(address, '_blank')) go(address);
}

/** Opens a document that was made a moment ago, where it can be edited. */
async function editIfEditable({ id, name }: { id: string; name: string }, go: ItemContext['go']): Promise<void> {
  const ext = name.slice(name.lastIndexOf('.') + 1);
  const place: Partial<OutputOf<typeof editing.preEdit>> = await call(editing.preEdit, { id }, { quiet: true });
  if (place.pageUrl !== undefined) await openEditor({ id, ext }, go);
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

/** Asks for type and name of a new document, creates it, empty or from a template, and opens its editor. */
function createDocument(parentId: string, go: ItemContext['go']): void {
  const create = async ({ name, templateId }: NewDocument): Promise<void> => {
    const made =
      templateId === undefined
        ? { ...(await call(editing.create, { parentId, name })), name }
        : await call(documentTemplates.use, { id: templateId, parentId, name });
    await refreshLists();
    await openEditor({ id: made.id, ext: made.name.slice(made.name.lastIndexOf('.') + 1) }, go);
  };
  openDialog((close) => (
    <Suspense>
      <NewDocumentDialog create={create} close={close} />
    </Suspense>
  ));
}

const mayCreate = (ctx: ItemContext): boolean =>
  ctx.place === 'list' && ctx.parentId !== undefined && ctx.fedByFlows !== true && ((ctx.parentRights ?? 0) & right.upload) !== 0;

/** The texts of the editors, where a document has several. */
const editorTexts: Record<number, 'editBuiltIn' | 'editOffice'> = { [editType.own]: 'editBuiltIn', [editType.officeServer]: 'editOffice' };

/** Opens a document in the first or second of its editors. */
const editAction = (place: 0 | 1): ItemAction =>
  itemAction('editing.editor', {
    id: place === 0 ? 'editing.edit' : 'editing.editOther',
    label: (t, [item]) => {
      const text = editorTexts[item?.editTypes?.[place] ?? 0];
      return t(text ?? 'edit');
    },
    ...(place === 0
      ? { short: (t) => t('edit'), key: 'e', icon: <EditOutlined />, group: everydayGroup, rank: everyday.edit }
      : { icon: <FormOutlined />, group: 2 }),
    shown: ([item, ...more]) => {
      if (more.length > 0 || !isEditable(item)) return false;
      const editor = editorsOf(item)[place];
      return editor !== undefined && isOpenTo(item, editor);
    },
    run: async ([item], ctx) => {
      if (item) await openEditor(item, ctx.go, editorsOf(item)[place]);
    },
  });

/** Opens the editor of a document that another user held until now. */
async function takeOver(item: Item, ctx: ItemContext): Promise<void> {
  if (!(await endHolding(item))) return;
  await refreshLists();
  // where all may write together, who opens the editor would hold the document for the others
  if (isJoinable(item)) return;
  // a viewer gives way to the editor
  if (ctx.place === 'viewer') ctx.go(await addressOf(item, undefined));
  else await openEditor(item, ctx.go);
}

async function followLive(item: Item, ctx: ItemContext): Promise<void> {
  const address = `${editorAddress(item, editType.own)}&follow=1`;
  if (ctx.place === 'viewer') ctx.go(address);
  else await openPage(address, ctx.go);
}

const waysOut: Record<WayOut, Pick<ItemAction, 'icon' | 'id'> & { text: 'askRelease' | 'follow' | 'takeOver'; run: typeof takeOver }> = {
  follow: { id: 'editing.follow', text: 'follow', icon: <EyeOutlined />, run: followLive },
  ask: { id: 'editing.askRelease', text: 'askRelease', icon: <MessageOutlined />, run: (item) => askForRelease(item) },
  takeOver: { id: 'editing.takeOver', text: 'takeOver', icon: <SwapOutlined />, run: takeOver },
};

/** The ways out of a document that another user holds. */
const freeActions = (['follow', 'ask', 'takeOver'] as const).map((way): ItemAction => {
  const { id, text, icon, run } = waysOut[way];
  return itemAction('editing.editor', {
    id,
    label: (t) => t(text),
    icon,
    group: 4,
    frees: true,
    shown: ([item, ...more]) => more.length === 0 && item !== undefined && waysToFree(item).includes(way),
    run: async ([item], ctx) => {
      if (item) await run(item, ctx);
    },
  });
});

const templates = { route: documentTemplates.choices, input: {} } as const;

const mayUseTemplates = ({ place, parentId, parentRights = 0 }: ItemContext): boolean =>
  place === 'list' && parentId !== undefined && (parentRights & right.upload) !== 0 && knownPerson()?.guest === false;

/** Whether the organisation offers templates; not before that is known. */
const hasTemplates = (): boolean =>
  (queryClient.getQueryData<OutputOf<typeof documentTemplates.choices>>([templates.route.path, templates.input]) ?? []).length > 0;

/** The actions of the editors in an item's menu, and of a folder. */
export const editActions: ItemAction[] = [
  editAction(0),
  editAction(1),
  ...freeActions,
  itemAction('editing.editor', {
    id: 'editing.new',
    label: (t) => t('newDocument'),
    short: (t) => t('newShort'),
    icon: <FileAddOutlined />,
    group: 10,
    place: true,
    shown: (_, ctx) => mayCreate(ctx),
    run: (_, { parentId, go }) => {
      if (parentId !== undefined) createDocument(parentId, go);
    },
  }),
  itemAction('classification.cards', {
    id: 'cards.new',
    label: (t) => t('fromTemplateDots'),
    short: (t) => t('fromTemplateShort'),
    icon: <FileTextOutlined />,
    group: 10,
    place: true,
    asks: (ctx) => (mayUseTemplates(ctx) ? templates : undefined),
    shown: (_, ctx) => mayUseTemplates(ctx) && hasTemplates(),
    run: async (_, { parentId, go }) => {
      if (parentId === undefined) return;
      const { openNewFromTemplate } = await import('../classification/new-from-template.tsx');
      openNewFromTemplate(parentId, (made) => editIfEditable(made, go));
    },
  }),
];
