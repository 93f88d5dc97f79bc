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

export type Template = OutputOf<typeof templates.tree>;

/** A folder of a template as the tree shows it. */
export interface TreeNode {
  folder: TemplateFolder;
  level: number;
  hasChildren: boolean;
  open: boolean;
  /** How many stand beside it, itself among them, and which of them it is. */
  beside: number;
  at: number;
}

/** What is being typed in the tree: the name of a new folder, or another one of a folder. */
type DraftFolder = { in: string } | { rename: string };

/** The tree of a template: what of it is folded up, looked at, and being named. */
export interface TemplateFolders {
  twigs: TreeNode[];
  all: readonly TemplateFolder[];
  find: (id: string) => TemplateFolder | undefined;
  chosen: TemplateFolder | undefined;
  choose: (id: string) => void;
  turn: (id: string, open: boolean) => void;
  draft: DraftFolder | undefined;
  setDraft: (draft: DraftFolder | undefined) => void;
  /** The names from the top down to a folder; of the top none. */
  way: (id: string) => string[];
  isWithin: (id: string, topId: string) => boolean;
}

/** Reads the folders of a template as a tree, all of it open at first. */
export function useTemplateFolders({ id, list }: Template): TemplateFolders {
  const [held, choose] = useState(id);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [draft, setDraft] = useState<DraftFolder>();
  const byId = new Map(list.map((folder) => [folder.id, folder]));
  const byParent = Map.groupBy(list, (folder) => folder.parentId ?? '');
  const grow = (parentId: string, level: number): TreeNode[] =>
    (byParent.get(parentId) ?? []).flatMap((folder, index, beside) => {
      const hasChildren = byParent.has(folder.id);
      const open = hasChildren && !folded.has(folder.id);
      const twig = { folder, level, hasChildren, open, beside: beside.length, at: index + 1 };
      return [twig, ...(open ? grow(folder.id, level + 1) : [])];
    });
  const wayTo = (folderId: string): TemplateFolder[] => {
    const folder = byId.get(folderId);
    return folder?.parentId === undefined ? [] : [...wayTo(folder.parentId), folder];
  };
  const turn = (folderId: string, open: boolean): void => {
    const next = new Set(folded);
    if (open) next.delete(folderId);
    else next.add(folderId);
    setFolded(next);
  };
  return {
    all: list,
    twigs: grow('', 1),
    find: (folderId) => byId.get(folderId),
    chosen: byId.get(held) ?? list[0],
    choose,
    turn,
    draft,
    setDraft: (next) => {
      if (next !== undefined && 'in' in next) turn(next.in, true);
      setDraft(next);
    },
    way: (folderId) => wayTo(folderId).map(({ name }) => name),
    isWithin: (folderId, topId) => folderId === topId || wayTo(folderId).some((folder) => folder.id === topId),
  };
}

interface MoveFolderOptions {
  folder: TemplateFolder;
  folders: TemplateFolders;
  move: (folder: TemplateFolder, parentId: string) => Promise<void>;
}

/** Asks into which folder of the template another one is to go. */
function openMoveFolder(terms: MoveFolderOptions): void {
  openDialog((close) => <MoveFolder {...terms} close={close} />);
}

function MoveFolder({ folder, folders, move, close }: MoveFolderOptions & { close: () => void }): ReactNode {
  const t = useText('documents.folder-templates');
  const places = folders.all
    .filter(({ id }) => id !== folder.parentId && !folders.isWithin(id, folder.id))
    .map(({ id }) => ({ value: id, label: folders.way(id).join('/') || t('topFolder') }));
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

/** What can be done with the folders of a template. */
export interface FolderActions {
  /** Begins to name a new folder in a folder. */
  add: (parent: TemplateFolder) => void;
  rename: (folder: TemplateFolder) => void;
  remove: (folder: TemplateFolder) => void;
  move: (folder: TemplateFolder, parentId: string) => Promise<void>;
  /** Gives the name that was typed; answers the folder that has it, undefined where it was refused. */
  name: (text: string) => Promise<string | undefined>;
}

/** A template was changed: what is shown of it is read anew. */
export const refreshTemplate = (): Promise<void> => invalidateRoutes(templates.tree, templates.list, templates.choices);

const isTop = (folder: TemplateFolder): boolean => folder.parentId === undefined;

export function useFolderActions(folders: TemplateFolders): FolderActions {
  const t = useText('documents.folder-templates');
  const doing = (work: Promise<void>): void => void work.catch(() => undefined);
  const remove = async (folder: TemplateFolder): Promise<void> => {
    const { id, name, parentId = '' } = folder;
    await call(templates.deleteFolder, { id });
    if (folders.chosen !== undefined && folders.isWithin(folders.chosen.id, id)) folders.choose(parentId);
    await refreshTemplate();
    const back = async (): Promise<void> => {
      await call(templates.restoreFolder, { id });
      await refreshTemplate();
    };
    notice.undo(t('removed', { name }), { label: t('undo'), about: [id], run: () => doing(back()) });
  };
  const move = async (folder: TemplateFolder, parentId: string): Promise<void> => {
    const from = folder.parentId;
    if (from === undefined || from === parentId) return;
    const to = async (place: string): Promise<void> => {
      await call(templates.moveFolder, { id: folder.id, parentId: place });
      await refreshTemplate();
    };
    await to(parentId);
    notice.undo(t('moved', { name: folder.name }), { label: t('undo'), about: [folder.id], run: () => doing(to(from)) });
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
      if (!isTop(folder)) doing(remove(folder));
    },
    name: (text) => named(folders, text.trim()),
  };
}

/** The same as a menu on a folder. */
export function useFolderMenu(folders: TemplateFolders, deeds: FolderActions): (folder: TemplateFolder) => NonNullable<MenuProps['items']> {
  const t = useText('documents.folder-templates');
  const { add, rename, move, remove } = deeds;
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
    // The refusal has been shown; what was typed stays to be mended.
    return undefined;
  }
}
