import { DownloadOutlined } from '@ant-design/icons';
import { objType, right } from '@dossier/contract/core/rights';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { Button } from 'antd';
import { type ReactNode, use } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { useCall } from '../../../platform/query.ts';
import { FileIcon } from '../../../platform/ui/file-icon.tsx';
import { FileSize, RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { ReaderContext } from '../reader.ts';
import type { View } from '../view-request.ts';
import styles from './document-card.module.css';

interface DocumentCardProps {
  view: View;
  currentRev?: string | undefined;
  /** Why it is not shown; by default its type has no viewer. */
  reason?: string;
}

/** A document that is not shown: its properties, its owner, and a download. */
export function DocumentCard({ view, currentRev, reason }: DocumentCardProps): ReactNode {
  const t = useText('preview.viewer');
  const reader = use(ReaderContext);
  const detail = useCall(library.documentDetail, { id: view.id }, { enabled: !reader.isVisitor && reader.partOf === undefined });
  const revisions = useCall(content.revisions, { id: view.id }, { enabled: currentRev !== undefined && view.lent !== true });
  const revision = revisions.data?.find((candidate) => candidate.id === currentRev);
  const who = revision?.creatorName ?? detail.data?.updaterName ?? detail.data?.creatorName;
  const when = revision?.createTime ?? detail.data?.updateTime;
  const mayDownload = (view.rights & right.download) !== 0;
  return (
    <section className={styles.card} aria-label={view.name}>
      <FileIcon objType={objType.document} ext={view.ext} size={72} />
      <h2>{view.name}</h2>
      <dl>
        <div>
          <dt>{t('size')}</dt>
          <dd>
            <FileSize bytes={view.size} />
          </dd>
        </div>
        {!reader.isVisitor && reader.partOf === undefined && (
          <div>
            <dt>{t('version')}</dt>
            <dd>{view.version}</dd>
          </div>
        )}
        {who && when && (
          <div>
            <dt>{t('changed')}</dt>
            <dd>
              {who}, <RelativeTime iso={when} />
            </dd>
          </div>
        )}
      </dl>
      <p>{reason ?? t('noViewer')}</p>
      {mayDownload ? (
        <Button type="primary" icon={<DownloadOutlined />} onClick={() => void reader.download({ id: view.id, currentRev })}>
          {t('download')}
        </Button>
      ) : (
        <p>{t('downloadRefused')}</p>
      )}
    </section>
  );
}
