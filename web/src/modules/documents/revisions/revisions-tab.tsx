import { DiffOutlined, DownloadOutlined, EyeOutlined, RollbackOutlined } from '@ant-design/icons';
import { type Revision, content } from '@dossier/contract/documents/content';
import type { Item } from '@dossier/contract/documents/library';
import { Dropdown, Skeleton } from 'antd';
import { type ReactNode, use } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { ItemExtensionsContext } from '../../../platform/item-actions.ts';
import { useNavigate } from '../../../platform/navigation.ts';
import { notice } from '../../../platform/notices.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { confirm } from '../../../platform/ui/confirm.tsx';
import { Empty } from '../../../platform/ui/empty.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { FileSize, RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { useDelayed } from '../../../platform/ui/hooks.ts';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import { can, refreshLists } from '../areas.ts';
import { downloadDocument } from '../download-document.ts';
import styles from './revisions.module.css';

/** All versions of a document, newest first: open, download, make current again. */
export function RevisionsTab({ item }: { item: Item }): ReactNode {
  const revisions = useCall(content.revisions, { id: item.id });
  const t = useText('documents.content');
  const late = useDelayed(revisions.isLoading);
  if (revisions.error) return <ErrorBox small error={revisions.error} retry={() => void revisions.refetch()} />;
  if (!revisions.data) return late ? <Skeleton active paragraph={{ rows: 3 }} title={false} /> : null;
  if (revisions.data.length === 0) return <Empty small title={t('noRevisions')} />;
  return (
    <ol className={styles.list} aria-label={t('versions')}>
      {revisions.data.map((revision) => (
        <RevisionRow key={revision.id} item={item} revision={revision} all={revisions.data} />
      ))}
    </ol>
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
    <li className={styles.row}>
      <div className={styles.facts}>
        <strong>{t('versionN', { count: revision.number })}</strong>
        {revision.current && <span className={styles.current}>{t('current')}</span>}
        <span className={styles.size}>
          <FileSize bytes={revision.size} />
        </span>
        <p>
          {revision.creatorName}, <RelativeTime iso={revision.createTime} />
        </p>
        {revision.note && <p className={styles.note}>{revision.note}</p>}
        {revision.name !== item.name && <p className={styles.note}>{revision.name}</p>}
      </div>
      <RevisionActions item={item} revision={revision} all={all} />
    </li>
  );
}

function RevisionActions({ item, revision, all }: RevisionProps): ReactNode {
  const { id, number, current } = revision;
  const t = useText('documents.content');
  const go = useNavigate();
  const { view } = use(ItemExtensionsContext);
  const restore = useCallMutation(content.restoreRevision, { refresh: [content.revisions] });
  const makeCurrent = async (): Promise<void> => {
    const yes = await confirm({
      title: t('restoreQuestion', { count: number, name: item.name }),
      text: t('restoreText'),
      ok: t('restore'),
    });
    if (!yes) return;
    await restore.mutateAsync({ id: item.id, currentRev: id });
    notice.success(t('restored', { count: number }));
    await refreshLists();
  };
  const open = (): void => {
    void view(item, { go }, current ? undefined : id);
  };
  return (
    <div className={styles.deeds}>
      {can(item.rights, 'read') && <ToolButton label={t('openRevision', { count: number })} icon={<EyeOutlined />} onClick={open} />}
      <CompareButton item={item} revision={revision} all={all} />
      {can(item.rights, 'download') && (
        <ToolButton
          label={t('downloadRevision', { count: number })}
          icon={<DownloadOutlined />}
          onClick={() => void downloadDocument({ id: item.id, currentRev: id })}
        />
      )}
      {can(item.rights, 'modify') && !current && (
        <ToolButton
          label={t('restoreRevision', { count: number })}
          icon={<RollbackOutlined />}
          disabled={restore.isPending}
          // A refusal has been shown by `call` already.
          onClick={() => void makeCurrent().catch(() => undefined)}
        />
      )}
    </div>
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
  const label = t('compareRevision', { count: revision.number });
  const [only] = others;
  if (others.length === 1 && only) return <ToolButton label={label} icon={<DiffOutlined />} onClick={() => run(only)} />;
  const items = others.map((other) => ({ key: other.id, label: t('versionN', { count: other.number }), onClick: () => run(other) }));
  return (
    <Dropdown menu={{ items, className: styles.menu ?? '' }} trigger={['click']}>
      <span>
        <ToolButton label={label} icon={<DiffOutlined />} onClick={() => undefined} />
      </span>
    </Dropdown>
  );
}
