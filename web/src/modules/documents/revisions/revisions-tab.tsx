import { ArrowUpOutlined, DeleteOutlined, DiffOutlined, DownloadOutlined, EyeOutlined, RollbackOutlined } from '@ant-design/icons';
import { type Revision, content } from '@dossier/contract/documents/content';
import type { Item } from '@dossier/contract/documents/library';
import { nextLabel } from '@dossier/contract/documents/version-labels';
import { editType } from '@dossier/contract/editing/editing';
import { Skeleton } from 'antd';
import { type ReactNode, use } from 'react';
import { openDialog } from '../../../platform/dialogs.ts';
import { type TextOf, joinedNames, useText } from '../../../platform/i18n.ts';
import { ItemExtensionsContext } from '../../../platform/item-actions.ts';
import { useNavigate } from '../../../platform/navigation.ts';
import { notice } from '../../../platform/notices.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { confirm } from '../../../platform/ui/confirm.tsx';
import { Empty } from '../../../platform/ui/empty.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { FileSize, RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { useDelayed } from '../../../platform/ui/hooks.ts';
import { DividedList, Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { MenuDropdown } from '../../../platform/ui/menu-dropdown.tsx';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import { can, mayRevise, refreshLists } from '../areas.ts';
import { downloadDocument } from '../download-document.ts';
import styles from '../dialogs/dialogs.module.css';
import { otherEditors } from '../holdings.ts';
import { Writers } from '../writers.tsx';
import { PromoteDialog } from './promote-dialog.tsx';
import { RevisionNote } from './revision-note.tsx';

/** All versions of a document, newest first: open, download, make current again. */
export function RevisionsTab({ item }: { item: Item }): ReactNode {
  const revisions = useCall(content.revisions, { id: item.id });
  const t = useText('documents.content');
  const late = useDelayed(revisions.isLoading);
  if (revisions.error) return <ErrorBox small error={revisions.error} retry={() => void revisions.refetch()} />;
  if (!revisions.data) return late ? <Skeleton active paragraph={{ rows: 3 }} title={false} /> : null;
  if (revisions.data.length === 0) return <Empty small title={t('noRevisions')} />;
  return (
    <DividedList as="ol" className={styles.versions} aria-label={t('versions')}>
      {revisions.data.map((revision) => (
        <RevisionRow key={revision.id} item={item} revision={revision} all={revisions.data} />
      ))}
    </DividedList>
  );
}

interface RevisionProps {
  item: Item;
  revision: Revision;
  /** All versions of the document, newest first. */
  all: Revision[];
}

function RevisionRow({ item, revision, all }: RevisionProps): ReactNode {
  const t = useText('documents.content');
  return (
    <Stack as="li" className={styles.version}>
      <Row gap={2} justify="between">
        <Row as="span" gap={2} wrap>
          <Text as="strong" strong>
            {t('versionN', { label: revision.label })}
          </Text>
          {revision.current && (
            <Text size="xs" tone="accent" className={styles.current}>
              {t('current')}
            </Text>
          )}
        </Row>
        <RevisionActions item={item} revision={revision} all={all} />
      </Row>
      <Text as="p" tone="muted">
        <Writers revision={revision} /> · <RelativeTime iso={revision.createTime} /> · <FileSize bytes={revision.size} />
      </Text>
      {revision.name !== item.name && <Text as="p">{revision.name}</Text>}
      <RevisionNote item={item} revision={revision} />
    </Stack>
  );
}

/** Says what becomes of what is written in a document that gets another version; programs of an office server keep it themselves. */
function keptBeside(t: TextOf<'documents.content'>, item: Item): string[] {
  const { editors = [], editedIn } = item;
  if (editors.length === 0 || editedIn !== editType.own) return [];
  const others = otherEditors(item);
  return [others.length === 0 ? t('restoreEditedByYou') : t('restoreEdited', { count: others.length, names: joinedNames(others) })];
}

function RevisionActions({ item, revision, all }: RevisionProps): ReactNode {
  const { id, label, current } = revision;
  const t = useText('documents.content');
  const go = useNavigate();
  const { view } = use(ItemExtensionsContext);
  const restore = useCallMutation(content.restoreRevision, { refresh: [content.revisions] });
  const makeCurrent = async (): Promise<void> => {
    const yes = await confirm({
      title: t('restoreQuestion', { label, name: item.name }),
      text: [t('restoreText'), ...keptBeside(t, item)].join(' '),
      ok: t('restore'),
    });
    if (!yes) return;
    await restore.mutateAsync({ id: item.id, currentRev: id });
    notice.success(t('restored', { label }));
    await refreshLists();
  };
  const erase = useCallMutation(content.deleteRevision, { refresh: [content.revisions] });
  const remove = async (): Promise<void> => {
    const title = t('deleteRevisionQuestion', { label, name: item.name });
    if (!(await confirm({ title, text: t('deleteRevisionText'), ok: t('deleteForGood'), danger: true }))) return;
    await erase.mutateAsync({ id: item.id, revisionId: id });
    notice.success(t('revisionDeleted', { label }));
  };
  const open = (): void => {
    void view(item, { go }, current ? undefined : id);
  };
  return (
    <Row rigid>
      {can(item.rights, 'read') && <ToolButton label={t('openRevision', { label })} icon={<EyeOutlined />} onClick={open} />}
      <CompareButton item={item} revision={revision} all={all} />
      {can(item.rights, 'download') && (
        <ToolButton
          label={t('downloadRevision', { label })}
          icon={<DownloadOutlined />}
          onClick={() => void downloadDocument({ id: item.id, currentRev: id })}
        />
      )}
      <PromoteButton item={item} revision={revision} />
      {mayRevise(item) && !current && (
        <ToolButton
          label={t('restoreRevision', { label })}
          icon={<RollbackOutlined />}
          disabled={restore.isPending}
          // A refusal has been shown by `call` already.
          onClick={() => void makeCurrent().catch(() => undefined)}
        />
      )}
      {can(item.rights, 'manage') && !current && (
        <ToolButton
          label={t('deleteRevision', { label })}
          icon={<DeleteOutlined />}
          disabled={erase.isPending}
          onClick={() => void remove().catch(() => undefined)}
        />
      )}
    </Row>
  );
}

/** Makes the current version the next major one, unless it is one. */
function PromoteButton({ item, revision }: Omit<RevisionProps, 'all'>): ReactNode {
  const t = useText('documents.content');
  const { label, current, major } = revision;
  if (!mayRevise(item) || !current || major) return null;
  return (
    <ToolButton
      label={t('promoteRevision', { label, next: nextLabel(label, true) })}
      icon={<ArrowUpOutlined />}
      onClick={() => openDialog((close) => <PromoteDialog item={item} revision={revision} close={close} />)}
    />
  );
}

/** Compares a version with another one of the same document: at once where there is only one other. */
function CompareButton({ item, revision, all }: RevisionProps): ReactNode {
  const t = useText('documents.content');
  const go = useNavigate();
  const { compare } = use(ItemExtensionsContext);
  const others = all.filter((other) => other.id !== revision.id);
  if (!compare || !can(item.rights, 'read') || others.length === 0) return null;
  const run = (other: Revision): void => {
    const [older, newer] = other.number < revision.number ? [other, revision] : [revision, other];
    compare({ id: item.id, currentRev: older.id, otherId: item.id, otherRev: newer.id }, { go });
  };
  const label = t('compareRevision', { label: revision.label });
  const [only] = others;
  if (others.length === 1 && only) return <ToolButton label={label} icon={<DiffOutlined />} onClick={() => run(only)} />;
  const items = others.map((other) => ({ key: other.id, label: t('versionN', { label: other.label }), onClick: () => run(other) }));
  return (
    <MenuDropdown menu={{ items }}>
      <span>
        <ToolButton label={label} icon={<DiffOutlined />} onClick={() => undefined} />
      </span>
    </MenuDropdown>
  );
}
