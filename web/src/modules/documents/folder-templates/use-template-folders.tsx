import { DeleteOutlined, DragOutlined, EditOutlined, FolderAddOutlined } from '@ant-design/icons';
import type { OutputOf } from '@dossier/contract/core/route';
import { type TemplateFolder, templates } from '@dossier/contract/documents/folder-templates';
import { Form, type MenuProps, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { call } from '../../../platform/call.ts';
import { openDialog } from '../../../platform/dialogs.ts';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { invalidateRoutes } from '../../../platform/query.ts';
import { FormDialog } from '../../../platform/ui/form-dialog.tsx';
import type { TreeNode } from '../../../platform/ui/tree-view.tsx';

export type Template = OutputOf<typeof templates.tree>;

/** A folder of a template as a tree node. */
export interface FolderNode extends TreeNode {
  folder: TemplateFolder;
}

/** The name being edited: of a new folder, or of an existing one. */
type DraftFolder = { in: string } | { rename: string };

/** The tree of a template, with its collapsed nodes, selected node and name field. */
export interface TemplateFolders {
  nodes: FolderNode[];
  all: readonly TemplateFolder[];
  find: (id: string) => TemplateFolder | undefined;
  chosen: TemplateFolder | undefined;
  choose: (id: string) => void;
  setOpen: (id: string, open: boolean) => void;
  draft: DraftFolder | undefined;
  setDraft: (draft: DraftFolder | undefined) => void;
  /** The names from the top down to a folder; empty for the root. */
  path: (id: string) => string[];
  isWithin: (id: string, topId: string) => boolean;
}

/** The folders of a template as a tree, fully expanded at first. */
export function useTemplateFolders({ id, list }: Template): TemplateFolders {
  const t = useText('documents.folder-templates');
  const [selectedId, choose] = useState(id);
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const [draft, setDraft] = useState<DraftFolder>();
  const byId = new Map(list.map((folder) => [folder.id, folder]));
  const byParent = Map.groupBy(list, (folder) => folder.parentId ?? '');
  const nodesBelow = (parentId: string, level: number): FolderNode[] =>
    (byParent.get(parentId) ?? []).flatMap((folder, index, siblings) => {
      const isRoot = folder.parentId === undefined;
      const hasChildren = byParent.has(folder.id);
      const open = hasChildren && !collapsed.has(folder.id);
      const name = isRoot ? t('topFolder') : folder.name;
      const shape = { id: folder.id, name, isPlaceholder: isRoot, level, hasChildren, open };
      const node = { ...shape, setSize: siblings.length, position: index + 1, folder };
      return [node, ...(open ? nodesBelow(folder.id, level + 1) : [])];
    });
  const pathTo = (folderId: string): TemplateFolder[] => {
    const folder = byId.get(folderId);
    return folder?.parentId === undefined ? [] : [...pathTo(folder.parentId), folder];
  };
  const setOpen = (folderId: string, open: boolean): void => {
    const next = new Set(collapsed);
    if (open) next.delete(folderId);
    else next.add(folderId);
    setCollapsed(next);
  };
  return {
    all: list,
    nodes: nodesBelow('', 1),
    find: (folderId) => byId.get(folderId),
    chosen: byId.get(selectedId) ?? list[0],
    choose,
    setOpen,
    draft,
    setDraft: (next) => {
      if (next !== undefined && 'in' in next) setOpen(next.in, true);
      setDraft(next);
    },
    path: (folderId) => pathTo(folderId).map(({ name }) => name),
    isWithin: (folderId, topId) => folderId === topId || pathTo(folderId).some((folder) => folder.id === topId),
  };
}

interface MoveFolderOptions {
  folder: TemplateFolder;
  folders: TemplateFolders;
  move: (folder: TemplateFolder, parentId: string) => Promise<void>;
}

/** Moves a folder of a template into another one. */
function openMoveFolder(terms: MoveFolderOptions): void {
  openDialog((close) => <MoveFolder {...terms} close={close} />);
}

function MoveFolder({ folder, folders, move, close }: MoveFolderOptions & { close: () => void }): ReactNode {
  const t = useText('documents.folder-templates');
  const places = folders.all
    .filter(({ id }) => id !== folder.parentId && !folders.isWithin(id, folder.id))
    .map(({ id }) => ({ value: id, label: folders.path(id).join('/') || t('topFolder') }));
  return (
    <FormDialog<{ parentId: string }>
      title={t('moveTitle', { name: folder.name })}
      ok={t('move')}
      save={({ parentId }) => move(folder, parentId)}
      close={close}
    >
      <Form.Item name="parentId" label={t('newPlace')} rules={[{ required: true, message: t('newPlaceNeeded') }]}>
        <Select showSearch={{ optionFilterProp: 'label' }} options={places} notFoundContent={t('nothingFound')} />
      </Form.Item>
    </FormDialog>
  );
}

/** The actions on the folders of a template. */
export interface FolderActions {
  /** Opens the name field of a new folder. */
  add: (parent: TemplateFolder) => void;
  rename: (folder: TemplateFolder) => void;
  remove: (folder: TemplateFolder) => void;
  move: (folder: TemplateFolder, parentId: string) => Promise<void>;
  /** Commits the name; returns the folder's id, undefined where it was refused. */
  name: (text: string) => Promise<string | undefined>;
}

/** Refetches the template after a change. */
export const refreshTemplate = (): Promise<void> => invalidateRoutes(templates.tree, templates.list, templates.choices);

const isTop = (folder: TemplateFolder): boolean => folder.parentId === undefined;

export function useFolderActions(folders: TemplateFolders): FolderActions {
  const t = useText('documents.folder-templates');
  const ignoreRefusal = (work: Promise<void>): void => void work.catch(() => undefined);
  const remove = async (folder: TemplateFolder): Promise<void> => {
    const { id, name, parentId = '' } = folder;
    await call(templates.deleteFolder, { id });
    if (folders.chosen !== undefined && folders.isWithin(folders.chosen.id, id)) folders.choose(parentId);
    await refreshTemplate();
    const back = async (): Promise<void> => {
      await call(templates.restoreFolder, { id });
      await refreshTemplate();
    };
    notice.undo(t('removed', { name }), { label: t('undo'), about: [id], run: () => ignoreRefusal(back()) });
  };
  const move = async (folder: TemplateFolder, parentId: string): Promise<void> => {
    const from = folder.parentId;
    if (from === undefined || from === parentId) return;
    const to = async (place: string): Promise<void> => {
      await call(templates.moveFolder, { id: folder.id, parentId: place });
      await refreshTemplate();
    };
    await to(parentId);
    notice.undo(t('moved', { name: folder.name }), { label: t('undo'), about: [folder.id], run: () => ignoreRefusal(to(from)) });
  };
  const add = (parent: TemplateFolder): void => folders.setDraft({ in: parent.id });
  const rename = (folder: TemplateFolder): void => {
    if (!isTop(folder)) folders.setDraft({ rename: folder.id });
  };
  return {
    add,
    rename,
    move,
    remove: (folder) => {
      if (!isTop(folder)) ignoreRefusal(remove(folder));
    },
    name: (text) => named(folders, text.trim()),
  };
}

/** The folder actions as a menu. */
export function useFolderMenu(
  folders: TemplateFolders,
  actions: FolderActions,
): (folder: TemplateFolder) => NonNullable<MenuProps['items']> {
  const t = useText('documents.folder-templates');
  const { add, rename, move, remove } = actions;
  return (folder) => [
    { key: 'add', icon: <FolderAddOutlined />, label: t('newFolder'), extra: 'Insert', onClick: () => add(folder) },
    ...(isTop(folder)
      ? []
      : [
          { key: 'rename', icon: <EditOutlined />, label: t('rename'), extra: 'F2', onClick: () => rename(folder) },
          { key: 'move', icon: <DragOutlined />, label: t('moveTo'), onClick: () => openMoveFolder({ folder, folders, move }) },
          { key: 'remove', icon: <DeleteOutlined />, label: t('delete'), danger: true, extra: 'Del', onClick: () => remove(folder) },
        ]),
  ];
}

async function named({ draft, find, setDraft, choose }: TemplateFolders, name: string): Promise<string | undefined> {
  if (draft === undefined) return undefined;
  try {
    const id = 'rename' in draft ? draft.rename : (await call(templates.createFolder, { parentId: draft.in, name })).id;
    if ('rename' in draft && find(id)?.name !== name) await call(templates.renameFolder, { id, name });
    await refreshTemplate();
    choose(id);
    setDraft(undefined);
    return id;
  } catch {
    // The refusal has been shown; the input stays for correction.
    return undefined;
  }
}
