import { CaretRightOutlined, FolderAddOutlined, FolderOutlined, MoreOutlined, SafetyOutlined, StopOutlined } from '@ant-design/icons';
import type { TemplateFolder } from '@dossier/contract/documents/folder-templates';
import { Button, Dropdown, Input, type MenuProps } from 'antd';
import { type HTMLAttributes, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import people from '../../../platform/ui/list-page.module.css';
import { nameFault } from './template-dialogs.tsx';
import templatesCss from './templates.module.css';
import styles from './tree.module.css';
import { type FolderActions, type TemplateFolders, type TreeNode, useFolderActions, useFolderMenu } from './use-template-folders.tsx';
import { useFolderDrag, useTreeInteraction } from './use-tree-interaction.ts';

interface NameFieldProps {
  level: number;
  /** The current name; empty for a new folder. */
  name: string;
  folders: TemplateFolders;
  deeds: FolderActions;
  /** Called when the field closes, with the folder to focus. */
  done: (id?: string) => void;
}

/** Commits the input once, or cancels. */
function useNaming({ name, folders, deeds, done }: NameFieldProps) {
  const t = useText('documents.folder-templates');
  const [text, setText] = useState(name);
  const state = useRef({ ended: false, busy: false });
  const fault = nameFault(t, text);
  const leave = (): void => {
    state.current.ended = true;
    folders.setDraft(undefined);
    done();
  };
  const take = async (onBlur = false): Promise<void> => {
    const { ended, busy } = state.current;
    if (ended || busy) return;
    if (text.trim() === name || (onBlur && fault !== undefined)) return leave();
    if (fault !== undefined) return;
    state.current.busy = true;
    const taken = await deeds.name(text);
    state.current = { busy: false, ended: taken !== undefined };
    if (taken !== undefined && !onBlur) done(taken);
  };
  return { text, setText, fault: text === '' ? undefined : fault, leave, take };
}

/** Edits the name of a folder in the tree: Enter commits, Esc cancels. */
function NameField(props: NameFieldProps): ReactNode {
  const t = useText('documents.folder-templates');
  const { text, setText, fault, leave, take } = useNaming(props);
  const field = useRef<HTMLDivElement>(null);
  // the menu restores the focus to its previous owner after this is rendered
  useEffect(() => {
    const timer = setTimeout(() => field.current?.querySelector('input')?.focus(), 50);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div
      ref={field}
      role="treeitem"
      aria-level={props.level}
      aria-selected={false}
      aria-label={t('folderName')}
      tabIndex={-1}
      className={styles.naming}
      style={{ paddingInlineStart: (props.level - 1) * 16 + 28 }}
    >
      <Input
        autoFocus
        size="small"
        maxLength={255}
        autoComplete="off"
        aria-label={t('folderName')}
        placeholder={t('folderName')}
        value={text}
        status={fault === undefined ? '' : 'error'}
        title={fault ?? ''}
        onChange={(event) => setText(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={() => void take(true)}
        onKeyDown={(event) => {
          event.stopPropagation();
          // Enter of an input method only commits its composition
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter') void take();
          if (event.key === 'Escape') leave();
        }}
      />
    </div>
  );
}

/** The folders of a template, arranged by dragging and by keys. */
export function FolderTree({ folders }: { folders: TemplateFolders }): ReactNode {
  const t = useText('documents.folder-templates');
  const deeds = useFolderActions(folders);
  const { chosen } = folders;
  return (
    <section className={people.side} aria-label={t('folders')}>
      <header className={people.sideHead}>
        <h2>{t('folders')}</h2>
        <Button
          type="text"
          size="small"
          icon={<FolderAddOutlined />}
          aria-label={t('newFolder')}
          title={`${t('newFolder')} (Insert)`}
          onClick={() => chosen && deeds.add(chosen)}
        />
      </header>
      <div className={people.sideBody}>
        <TreeNodes folders={folders} deeds={deeds} />
        {folders.all.length === 1 && folders.draft === undefined && <p className={templatesCss.hint}>{t('noFoldersHint')}</p>}
      </div>
    </section>
  );
}

function TreeNodes({ folders, deeds }: { folders: TemplateFolders; deeds: FolderActions }): ReactNode {
  const t = useText('documents.folder-templates');
  const list = useRef<HTMLDivElement>(null);
  const { active, hold, onKeyDown } = useTreeInteraction({ folders, deeds, list });
  const drag = useFolderDrag({ folders, deeds });
  const { draft } = folders;
  const back = (id: string): void => {
    // after rendering: a new folder is not in the DOM yet
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-id="${id}"]`)?.focus());
  };
  return (
    <div ref={list} role="tree" aria-label={t('folders')} onKeyDown={onKeyDown}>
      {folders.twigs.map((twig) => (
        <div key={twig.folder.id} role="presentation">
          {draft !== undefined && 'rename' in draft && draft.rename === twig.folder.id ? (
            <NameField
              level={twig.level}
              name={twig.folder.name}
              folders={folders}
              deeds={deeds}
              done={(id = twig.folder.id) => back(id)}
            />
          ) : (
            <FolderTreeNode
              twig={twig}
              folders={folders}
              deeds={deeds}
              tab={twig.folder.id === active}
              over={drag.over === twig.folder.id}
              hold={hold}
              drag={drag.of(twig)}
            />
          )}
          {draft !== undefined && 'in' in draft && draft.in === twig.folder.id && (
            <NameField level={twig.level + 1} name="" folders={folders} deeds={deeds} done={(id = twig.folder.id) => back(id)} />
          )}
        </div>
      ))}
    </div>
  );
}

interface TreeNodeProps {
  twig: TreeNode;
  folders: TemplateFolders;
  deeds: FolderActions;
  /** Whether it is in the tab order: one node of the tree is. */
  tab: boolean;
  /** Whether it is the drop target. */
  over: boolean;
  hold: (id: string) => void;
  drag: HTMLAttributes<HTMLElement>;
}

/** Whether an event comes from the element itself: React passes on events of a menu that it opened. */
const isOwn = (event: MouseEvent): boolean => event.target instanceof Node && event.currentTarget.contains(event.target);

function FolderTreeNode({ twig, folders, deeds, tab, over, hold, drag }: TreeNodeProps): ReactNode {
  const t = useText('documents.folder-templates');
  const { folder, level, open, hasChildren } = twig;
  const [menu, setMenu] = useState(false);
  const items = useFolderMenu(folders, deeds)(folder);
  const name = folder.parentId === undefined ? t('topFolder') : folder.name;
  return (
    <div
      role="treeitem"
      aria-label={name}
      aria-level={level}
      aria-expanded={hasChildren ? open : undefined}
      aria-selected={folders.chosen?.id === folder.id}
      aria-setsize={twig.beside}
      aria-posinset={twig.at}
      tabIndex={tab ? 0 : -1}
      className={styles.twig}
      style={{ paddingInlineStart: (level - 1) * 16 }}
      data-id={folder.id}
      data-drop={over ? 'in' : undefined}
      onFocus={() => hold(folder.id)}
      onClick={(event) => isOwn(event) && folders.choose(folder.id)}
      onDoubleClick={(event) => isOwn(event) && deeds.rename(folder)}
      onContextMenu={(event) => {
        if (!isOwn(event)) return;
        event.preventDefault();
        setMenu(true);
      }}
      {...drag}
    >
      <Caret twig={twig} turn={folders.turn} />
      <FolderOutlined className={styles.icon ?? ''} />
      <span className={folder.parentId === undefined ? `${styles.name} ${styles.top}` : styles.name} title={name}>
        {name}
      </span>
      <Marks folder={folder} />
      <TreeNodeMenu name={name} items={items} tab={tab} open={menu} setOpen={setMenu} />
    </div>
  );
}

function Caret({ twig, turn }: { twig: TreeNode; turn: TemplateFolders['turn'] }): ReactNode {
  const { folder, hasChildren, open } = twig;
  return (
    <span
      className={styles.caret}
      data-open={open || undefined}
      aria-hidden="true"
      onClick={(event) => {
        event.stopPropagation();
        if (hasChildren) turn(folder.id, !open);
      }}
    >
      {hasChildren && <CaretRightOutlined />}
    </span>
  );
}

interface TreeNodeMenuProps {
  name: string;
  items: NonNullable<MenuProps['items']>;
  tab: boolean;
  open: boolean;
  setOpen: (open: boolean) => void;
}

function TreeNodeMenu({ name, items, tab, open, setOpen }: TreeNodeMenuProps): ReactNode {
  const t = useText('documents.folder-templates');
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      autoFocus
      open={open}
      onOpenChange={setOpen}
      menu={{ items, onClick: () => setOpen(false) }}
    >
      <Button
        type="text"
        size="small"
        tabIndex={tab ? 0 : -1}
        icon={<MoreOutlined />}
        aria-label={t('actionsOf', { name })}
        onClick={(event) => event.stopPropagation()}
      />
    </Dropdown>
  );
}

/** Icons for the particularities of a folder's rights. */
function Marks({ folder }: { folder: TemplateFolder }): ReactNode {
  const t = useText('documents.folder-templates');
  return (
    <span className={styles.marks}>
      {!folder.inherit && <StopOutlined title={t('inheritsNothing')} aria-label={t('inheritsNothing')} />}
      {folder.rights.length > 0 && (
        <SafetyOutlined title={t('nRights', { count: folder.rights.length })} aria-label={t('nRights', { count: folder.rights.length })} />
      )}
    </span>
  );
}
