import { ArrowLeftOutlined, EditOutlined, FolderAddOutlined, FolderOutlined, SafetyOutlined, StopOutlined } from '@ant-design/icons';
import { codes } from '@dossier/contract/core/codes';
import { type TemplateFolder, templates } from '@dossier/contract/documents/folder-templates';
import { Button, Input, Skeleton, Switch } from 'antd';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { usePageQuery } from '../../../platform/navigation.ts';
import { idParam } from '../../../platform/page-query.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { Empty } from '../../../platform/ui/empty.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { useDelayed } from '../../../platform/ui/hooks.ts';
import { Heading, Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { AppLink } from '../../../platform/ui/links.tsx';
import { Page, Split } from '../../../platform/ui/page-layout.tsx';
import { SidePane } from '../../../platform/ui/page-layout.tsx';
import { type TreeDrag, useTreeDrag } from '../../../platform/ui/tree-drag.ts';
import { TreeView, treeIndent } from '../../../platform/ui/tree-view.tsx';
import { templatesPath } from '../areas.ts';
import { nameFault, openEditTemplate } from './template-dialogs.tsx';
import { FolderRights } from './template-rights.tsx';
import styles from './templates.module.css';
import {
  type FolderActions,
  type FolderNode,
  type Template,
  type TemplateFolders,
  useFolderActions,
  useFolderMenu,
  useTemplateFolders,
} from './use-template-folders.tsx';

const TemplateQuery = { id: idParam };

/** A folder template: its folders, and their rights. */
export function TemplatePage(): ReactNode {
  const t = useText('documents.folder-templates');
  const { id = '' } = usePageQuery(TemplateQuery);
  const found = useCall(templates.tree, { id }, { enabled: id !== '' });
  const late = useDelayed(found.isPending);
  const link = <AppLink to={templatesPath}>{t('allTemplates')}</AppLink>;
  if (id === '') return <Empty heading title={t('noTemplate')} action={link} />;
  if (found.error !== null && found.data === undefined)
    return (
      <ErrorBox error={found.error} retry={() => void found.refetch()} way={found.error.code === codes.templateMissing.code && link} />
    );
  if (found.data === undefined) return <Page>{late && <Skeleton active />}</Page>;
  return <Editor key={id} template={found.data} />;
}

function Editor({ template }: { template: Template }): ReactNode {
  const t = useText('documents.folder-templates');
  const folders = useTemplateFolders(template);
  return (
    <Stack grow className={styles.editor}>
      <Head template={template} />
      <Split sideLabel={t('folders')} side={<FolderTree folders={folders} />}>
        {folders.chosen && <FolderRights key={folders.chosen.id} folder={folders.chosen} way={folders.path(folders.chosen.id)} />}
      </Split>
    </Stack>
  );
}

function Head({ template }: { template: Template }): ReactNode {
  const t = useText('documents.folder-templates');
  const update = useCallMutation(templates.update, { refresh: [templates.tree, templates.list, templates.choices] });
  const label = useId();
  const { id, name, description, enabled } = template;
  return (
    <Row as="header" gap={2} wrap rigid className={styles.head}>
      <AppLink to={templatesPath} aria-label={t('allTemplates')} title={t('allTemplates')}>
        <ArrowLeftOutlined />
      </AppLink>
      <Heading level={1} truncate title={name}>
        {name}
      </Heading>
      <Button
        type="text"
        icon={<EditOutlined />}
        aria-label={t('editTemplate')}
        title={t('editTemplate')}
        onClick={() => openEditTemplate(template)}
      />
      <Row as="label" gap={2} id={label} title={t('offeredHint')}>
        <Switch
          size="small"
          aria-labelledby={label}
          checked={enabled}
          loading={update.isPending}
          onChange={(next) => void update.mutateAsync({ id, enabled: next }).catch(() => undefined)}
        />
        {t('offered')}
      </Row>
      {description !== '' && (
        <Text as="p" size="s" tone="muted" className={styles.description}>
          {description}
        </Text>
      )}
    </Row>
  );
}

interface NameFieldProps {
  level: number;
  /** The current name; empty for a new folder. */
  name: string;
  folders: TemplateFolders;
  actions: FolderActions;
  /** Called when the field closes, with the folder to focus. */
  done: (id?: string) => void;
}

/** Commits the input once, or cancels. */
function useNaming({ name, folders, actions, done }: NameFieldProps) {
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
    const taken = await actions.name(text);
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
      style={{ marginInlineStart: treeIndent(props.level) }}
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

/** Moves folders into others by dragging. */
function useFolderDrag(folders: TemplateFolders, actions: FolderActions): TreeDrag<FolderNode> {
  return useTreeDrag<FolderNode>({
    type: 'application/x-dossier-template-folder',
    nodes: folders.nodes,
    mayDrag: ({ folder }) => folder.parentId !== undefined && folders.draft === undefined,
    accepts: ({ folder }, where, target) =>
      target !== undefined && where === 'in' && folder.parentId !== target.id && !folders.isWithin(target.id, folder.id),
    drop: ({ folder }, { id }) => void actions.move(folder, id).catch(() => undefined),
    setOpen: ({ id }, open) => folders.setOpen(id, open),
  });
}

/** The folders of a template, arranged by dragging and by keys. */
function FolderTree({ folders }: { folders: TemplateFolders }): ReactNode {
  const t = useText('documents.folder-templates');
  const actions = useFolderActions(folders);
  const { chosen } = folders;
  const add = (
    <Button
      type="text"
      size="small"
      icon={<FolderAddOutlined />}
      aria-label={t('newFolder')}
      title={`${t('newFolder')} (Insert)`}
      onClick={() => chosen && actions.add(chosen)}
    />
  );
  return (
    <SidePane title={t('folders')} action={add}>
      <FolderNodes folders={folders} actions={actions} />
      {folders.all.length === 1 && folders.draft === undefined && (
        <Text as="p" size="s" tone="muted">
          {t('noFoldersHint')}
        </Text>
      )}
    </SidePane>
  );
}

function FolderNodes({ folders, actions }: { folders: TemplateFolders; actions: FolderActions }): ReactNode {
  const t = useText('documents.folder-templates');
  const drag = useFolderDrag(folders, actions);
  const menuOf = useFolderMenu(folders, actions);
  const { draft } = folders;
  // after rendering: a new folder is not in the DOM yet
  const focus = (id: string): void =>
    void requestAnimationFrame(() => document.querySelector<HTMLElement>(`[role=treeitem][data-id="${id}"]`)?.focus());
  const nameField = (node: FolderNode, name?: string): ReactNode => (
    <NameField
      level={name === undefined ? node.level + 1 : node.level}
      name={name ?? ''}
      folders={folders}
      actions={actions}
      done={(id = node.id) => focus(id)}
    />
  );
  return (
    <TreeView
      label={t('folders')}
      nodes={folders.nodes}
      selected={folders.chosen?.id}
      select={({ id }) => folders.choose(id)}
      setOpen={({ id }, open) => folders.setOpen(id, open)}
      renderIcon={() => <FolderOutlined className={styles.icon ?? ''} />}
      renderTrailing={({ folder }) => <Marks folder={folder} />}
      menuOf={({ folder }) => menuOf(folder)}
      menuName={({ name }) => t('actionsOf', { name })}
      keysOf={({ folder }, focusPrevious) => ({
        Insert: () => actions.add(folder),
        F2: () => actions.rename(folder),
        Delete: () => {
          focusPrevious();
          actions.remove(folder);
        },
      })}
      onDoubleClick={({ folder }) => actions.rename(folder)}
      drag={drag}
      renderFieldInPlace={(node) => draft !== undefined && 'rename' in draft && draft.rename === node.id && nameField(node, node.name)}
      renderFieldBelow={(node) => draft !== undefined && 'in' in draft && draft.in === node.id && nameField(node)}
    />
  );
}

/** Icons for the particularities of a folder's rights. */
function Marks({ folder }: { folder: TemplateFolder }): ReactNode {
  const t = useText('documents.folder-templates');
  const rightsText = t('nRights', { count: folder.rights.length });
  return (
    <Row as="span" gap={1} rigid className={styles.marks}>
      {!folder.inherit && <StopOutlined title={t('inheritsNothing')} aria-label={t('inheritsNothing')} />}
      {folder.rights.length > 0 && <SafetyOutlined title={rightsText} aria-label={rightsText} />}
    </Row>
  );
}
