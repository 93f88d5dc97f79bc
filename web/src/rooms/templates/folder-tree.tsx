import { CaretRightOutlined, FolderAddOutlined, FolderOutlined, MoreOutlined, SafetyOutlined, StopOutlined } from '@ant-design/icons';
import type { TemplateFolder } from '@dossier/contract/templates';
import { Button, Dropdown, type MenuProps } from 'antd';
import { type HTMLAttributes, type MouseEvent, type ReactNode, useRef, useState } from 'react';
import { useText } from '../../ground/text.ts';
import people from '../people/people.module.css';
import { NameField } from './name-field.tsx';
import styles from './templates.module.css';
import treeStyles from './tree.module.css';
import { type FolderDeeds, useFolderDeeds, useFolderMenu } from './use-folder-deeds.tsx';
import { useFolderDrag, useFolderHand } from './use-folder-hand.ts';
import type { Folders, Twig } from './use-folders.ts';

/** The folders of a template, to be put in order by hand. */
export function FolderTree({ folders }: { folders: Folders }): ReactNode {
  const t = useText('templates');
  const deeds = useFolderDeeds(folders);
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
        <Twigs folders={folders} deeds={deeds} />
        {folders.all.length === 1 && folders.draft === undefined && <p className={styles.hint}>{t('noFoldersHint')}</p>}
      </div>
    </section>
  );
}

function Twigs({ folders, deeds }: { folders: Folders; deeds: FolderDeeds }): ReactNode {
  const t = useText('templates');
  const list = useRef<HTMLDivElement>(null);
  const { active, hold, onKeyDown } = useFolderHand({ folders, deeds, list });
  const drag = useFolderDrag({ folders, deeds });
  const { draft } = folders;
  const back = (id: string): void => {
    // once it is drawn: a folder that was just made is not there yet
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
            <FolderTwig
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

interface TwigProps {
  twig: Twig;
  folders: Folders;
  deeds: FolderDeeds;
  /** Whether Tab leads to it: one of the tree does. */
  tab: boolean;
  /** Whether what is dragged would be dropped here. */
  over: boolean;
  hold: (id: string) => void;
  drag: HTMLAttributes<HTMLElement>;
}

/** Whether something happened in the element itself: what happens in a menu that it opened is told to it too. */
const isOwn = (event: MouseEvent): boolean => event.target instanceof Node && event.currentTarget.contains(event.target);

function FolderTwig({ twig, folders, deeds, tab, over, hold, drag }: TwigProps): ReactNode {
  const t = useText('templates');
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
      className={treeStyles.twig}
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
      <FolderOutlined className={treeStyles.icon ?? ''} />
      <span className={folder.parentId === undefined ? `${treeStyles.name} ${treeStyles.top}` : treeStyles.name} title={name}>
        {name}
      </span>
      <Marks folder={folder} />
      <TwigMenu name={name} items={items} tab={tab} open={menu} setOpen={setMenu} />
    </div>
  );
}

function Caret({ twig, turn }: { twig: Twig; turn: Folders['turn'] }): ReactNode {
  const { folder, hasChildren, open } = twig;
  return (
    <span
      className={treeStyles.caret}
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

interface TwigMenuProps {
  name: string;
  items: NonNullable<MenuProps['items']>;
  tab: boolean;
  open: boolean;
  setOpen: (open: boolean) => void;
}

function TwigMenu({ name, items, tab, open, setOpen }: TwigMenuProps): ReactNode {
  const t = useText('templates');
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

/** What is special about the rights of a folder. */
function Marks({ folder }: { folder: TemplateFolder }): ReactNode {
  const t = useText('templates');
  return (
    <span className={treeStyles.marks}>
      {!folder.inherit && <StopOutlined title={t('inheritsNothing')} aria-label={t('inheritsNothing')} />}
      {folder.rights.length > 0 && (
        <SafetyOutlined title={t('nRights', { n: folder.rights.length })} aria-label={t('nRights', { n: folder.rights.length })} />
      )}
    </span>
  );
}
