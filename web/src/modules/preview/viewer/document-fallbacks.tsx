import { DownloadOutlined } from '@ant-design/icons';
import { objType, right } from '@dossier/contract/core/rights';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { Button } from 'antd';
import { type ReactNode, use } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { useNavigate } from '../../../platform/navigation.ts';
import { useCall } from '../../../platform/query.ts';
import { Empty } from '../../../platform/ui/empty.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { FileIcon } from '../../../platform/ui/file-icon.tsx';
import { FileSize, RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { Text } from '../../../platform/ui/layout.tsx';
import { Facts } from '../../../platform/ui/page-layout.tsx';
import { Spinner } from '../../../platform/ui/spinner.tsx';
import { RequestAccess } from '../../access/request-access.tsx';
import { Writers } from '../../documents/writers.tsx';
import { ReaderContext } from '../reader.ts';
import type { View } from '../view-request.ts';
import { ViewerCard, ViewerMessage } from '../viewer-parts.tsx';

interface ViewerNoticeProps {
  /** Why there is no document; undefined while it is loading. */
  why: 'none' | 'signIn' | Error | undefined;
  /** The document that the address names. */
  id: string | undefined;
  retry: () => void;
}

/** Shown while there is no document. */
export function ViewerNotice({ why, id, retry }: ViewerNoticeProps): ReactNode {
  const t = useText('preview.viewer');
  if (why === undefined) return <Spinner label={t('loading')} />;
  if (why === 'none') return <NoDocument />;
  if (why === 'signIn') return <SignInFirst />;
  return id === undefined ? (
    <ErrorBox error={why} retry={retry} />
  ) : (
    <RequestAccess objId={id} error={why} retry={retry} way={<HomeLink />} />
  );
}

/** Shown at a public address to a user who is not signed in. */
function SignInFirst(): ReactNode {
  const t = useText('preview.viewer');
  const go = useNavigate();
  const leave = (): void => go('/login', { redirect: location.pathname + location.search });
  const door = (
    <Button type="primary" onClick={leave}>
      {t('signIn')}
    </Button>
  );
  return <Empty title={t('signInFirst')} hint={t('signInFirstHint')} action={door} />;
}

function HomeLink({ primary = false }: { primary?: boolean }): ReactNode {
  const t = useText('preview.viewer');
  const go = useNavigate();
  return (
    <Button type={primary ? 'primary' : 'default'} onClick={() => go('/home')}>
      {t('toHome')}
    </Button>
  );
}

function NoDocument(): ReactNode {
  const t = useText('preview.viewer');
  return <Empty title={t('nothingToShow')} hint={t('nothingToShowHint')} action={<HomeLink primary />} />;
}

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
  const who = (revision && <Writers revision={revision} />) ?? detail.data?.updaterName ?? detail.data?.creatorName;
  const when = revision?.createTime ?? detail.data?.updateTime;
  const mayDownload = (view.rights & right.download) !== 0;
  return (
    <ViewerCard aria-label={view.name} icon={<FileIcon objType={objType.document} ext={view.ext} size={72} />} title={view.name}>
      <Facts
        facts={[
          [t('size'), <FileSize key="size" bytes={view.size} />],
          !reader.isVisitor && reader.partOf === undefined && [t('version'), view.versionLabel],
          who && when ? [t('changed'), <Changed key="changed" who={who} when={when} />] : undefined,
        ]}
      />
      <Text as="p" tone="muted">
        {reason ?? t('noViewer')}
      </Text>
      {mayDownload ? (
        <Button type="primary" icon={<DownloadOutlined />} onClick={() => void reader.download({ id: view.id, currentRev })}>
          {t('download')}
        </Button>
      ) : (
        <Text as="p" tone="muted">
          {t('downloadRefused')}
        </Text>
      )}
    </ViewerCard>
  );
}

function Changed({ who, when }: { who: ReactNode; when: string }): ReactNode {
  return (
    <>
      {who}, <RelativeTime iso={when} />
    </>
  );
}

/** Shown in place of a document that failed to load: the reason, and a retry. */
export function ReloadNotice({ reason, again }: { reason: string; again: () => void }): ReactNode {
  const t = useText('preview.viewer');
  return (
    <ViewerMessage role="alert">
      <Text as="p">{reason}</Text>
      <Button type="primary" onClick={again}>
        {t('reload')}
      </Button>
    </ViewerMessage>
  );
}
