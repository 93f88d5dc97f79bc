import { DownloadOutlined, ReloadOutlined } from '@ant-design/icons';
import { extensions, isPlayed } from '@dossier/contract/core/file-types';
import { objType, right } from '@dossier/contract/core/rights';
import type { OutputOf } from '@dossier/contract/core/route';
import { previewByToken } from '@dossier/contract/preview/preview-token';
import { Button, Progress } from 'antd';
import { type ReactNode, use } from 'react';
import { CallError, call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { FileIcon } from '../../../platform/ui/file-icon.tsx';
import { Row, Text } from '../../../platform/ui/layout.tsx';
import { ReaderContext } from '../reader.ts';
import type { View } from '../view-request.ts';
import { ViewerCard } from '../viewer-parts.tsx';
import styles from './viewer.module.css';

/** The progress of a rendition; `done` from 0 to 1. */
export function BeingPrepared({ ext, done }: { ext: string; done: number }): ReactNode {
  const t = useText('preview.viewer');
  return (
    <ViewerCard role="status" icon={<FileIcon objType={objType.document} ext={ext} size={56} />} title={t('beingPrepared')}>
      <Progress
        className={styles.progress}
        percent={Math.max(5, Math.round(done * 100))}
        showInfo={false}
        status="active"
        aria-label={t('beingPrepared')}
      />
      <Text as="p" tone="muted">
        {t(isPlayed(ext) ? 'filmPreparedHint' : 'beingPreparedHint')}
      </Text>
    </ViewerCard>
  );
}

const reasons = {
  timeout: 'failTimeout',
  memory: 'failMemory',
  crashed: 'failCrashed',
  broken: 'failBroken',
  encrypted: 'failEncrypted',
  'too-large': 'failTooLarge',
  unsupported: 'failUnsupported',
  'no-output': 'failNoOutput',
  'no-engine': 'failNoEngine',
  'no-room': 'failNoRoom',
  busy: 'failBusy',
} as const;

interface RenditionFailedProps {
  view: View;
  currentRev: string | undefined;
  as: 'pages' | undefined;
  state: OutputOf<typeof previewByToken.state>;
  retry: () => void;
}

/** Why a rendition failed, with the alternatives. */
export function RenditionFailed({ view, currentRev, as, state, retry }: RenditionFailedProps): ReactNode {
  const t = useText('preview.viewer');
  const reader = use(ReaderContext);
  const tryAgain = async (): Promise<void> => {
    try {
      await call(previewByToken.again, { look: view.look, as });
      retry();
    } catch (error) {
      // a refusal has been shown
      if (!(error instanceof CallError)) throw error;
    }
  };
  const mayDownload = (view.rights & right.download) !== 0;
  return (
    <ViewerCard role="alert" icon={<FileIcon objType={objType.document} ext={view.ext} size={56} />} title={t('notPrepared')}>
      <Text as="p" tone="muted">
        {t(state.reason === 'no-engine' && extensions.drawing.has(view.ext) ? 'failNoDwgReader' : reasons[state.reason ?? 'crashed'])}
      </Text>
      <Row gap={2} wrap justify="center">
        {state.reason !== 'encrypted' && (
          <Button icon={<ReloadOutlined />} onClick={() => void tryAgain()}>
            {t('tryAgain')}
          </Button>
        )}
        {mayDownload && (
          <Button type="primary" icon={<DownloadOutlined />} onClick={() => void reader.download({ id: view.id, currentRev })}>
            {t('download')}
          </Button>
        )}
      </Row>
    </ViewerCard>
  );
}
