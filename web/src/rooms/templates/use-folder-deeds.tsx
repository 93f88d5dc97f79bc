import { DeleteOutlined, DragOutlined, EditOutlined, FolderAddOutlined } from '@ant-design/icons';
import { type TemplateFolder, templates } from '@dossier/contract/templates';
import type { MenuProps } from 'antd';
import { call } from '../../ground/call.ts';
import { notice } from '../../ground/notice.ts';
import { refresh } from '../../ground/query.ts';
import { useText } from '../../ground/text.ts';
import { openMoveFolder } from './move-folder.tsx';
import type { Folders } from './use-folders.ts';

/** What can be done with the folders of a template. */
export interface FolderDeeds {
  /** Begins to name a new folder in a folder. */
  add: (parent: TemplateFolder) => void;
  rename: (folder: TemplateFolder) => void;
  remove: (folder: TemplateFolder) => void;
  move: (folder: TemplateFolder, parentId: string) => Promise<void>;
  /** Gives the name that was typed; answers the folder that has it, undefined where it was refused. */
  name: (text: string) => Promise<string | undefined>;
}

/** A template was changed: what is shown of it is read anew. */
export const refreshTemplate = (): Promise<void> => refresh(templates.tree, templates.list, templates.choices);

const isTop = (folder: TemplateFolder): boolean => folder.parentId === undefined;

export function useFolderDeeds(folders: Folders): FolderDeeds {
  const t = useText('templates');
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
export function useFolderMenu(folders: Folders, deeds: FolderDeeds): (folder: TemplateFolder) => NonNullable<MenuProps['items']> {
  const t = useText('templates');
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

async function named({ draft, find, setDraft, choose }: Folders, name: string): Promise<string | undefined> {
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
