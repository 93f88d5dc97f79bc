import { DownloadOutlined, ReloadOutlined } from '@ant-design/icons';
import { extensions } from '@dossier/contract/file-types';
import { looks } from '@dossier/contract/looks';
import { objType, right } from '@dossier/contract/rights';
import type { OutputOf } from '@dossier/contract/route';
import { Button } from 'antd';
import { type ReactNode, use } from 'react';
import { CallError, call } from '../../ground/call.ts';
import { useText } from '../../ground/text.ts';
import { FileIcon } from '../../ground/ui/file-icon.tsx';
import type { View } from '../viewer/ask-view.ts';
import { ReaderContext } from '../viewer/reader.ts';
import styles from './made-gate.module.css';

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

interface NotMadeProps {
  view: View;
  currentRev: string | undefined;
  as: 'pages' | undefined;
  state: OutputOf<typeof looks.state>;
  retry: () => void;
}

/** Why that which a document is shown by could not be made, with what can be done then. */
export function NotMade({ view, currentRev, as, state, retry }: NotMadeProps): ReactNode {
  const t = useText('viewer');
  const reader = use(ReaderContext);
  const tryAgain = async (): Promise<void> => {
    try {
      await call(looks.again, { look: view.look, as });
      retry();
    } catch (error) {
      // what the server refuses has been said
      if (!(error instanceof CallError)) throw error;
    }
  };
  const mayDownload = (view.rights & right.download) !== 0;
  return (
    <section className={styles.box} role="alert">
      <FileIcon objType={objType.document} ext={view.ext} size={56} />
      <h2>{t('notPrepared')}</h2>
      <p>{t(state.reason === 'no-engine' && extensions.drawing.has(view.ext) ? 'failNoDwgReader' : reasons[state.reason ?? 'crashed'])}</p>
      <div className={styles.ways}>
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
      </div>
    </section>
  );
}
