import { ArrowLeftOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useDelayed } from '../../ground/hooks/use-delayed.ts';
import { usePageQuery } from '../../ground/go.ts';
import { session } from '../../ground/session.ts';
import { useText } from '../../ground/text.ts';
import { dressedLater } from '../../ground/ui/dress.tsx';
import { ToolButton } from '../../ground/ui/tool-button.tsx';
import type { View } from './ask-view.ts';
import { useLeaveViewer } from './leave-viewer.ts';
import { useView } from './use-view.ts';
import { ViewerQuery } from './viewer-query.ts';
import styles from './viewer.module.css';

/** With the parts of the toolkit that it stands on, which whoever sees a document need not wait for. */
const Trouble = dressedLater(() => import('./trouble.tsx').then((m) => m.Trouble));

interface GateProps {
  children: (open: { view: View; query: ViewerQuery; again: () => Promise<boolean> }) => ReactNode;
}

/** Every viewer page: reads the address, asks how to show the document, and says what went wrong where it cannot. */
export function ViewerGate({ children }: GateProps): ReactNode {
  const query = usePageQuery(ViewerQuery);
  const signedIn = session.token() !== null;
  const view = useView(signedIn ? query : {});
  const late = useDelayed(view.isLoading);
  const again = async (): Promise<boolean> => (await view.refetch()).isSuccess;
  if (view.data) return children({ view: view.data, query, again });
  const why = query.id === undefined ? 'none' : signedIn ? (view.error ?? undefined) : 'signIn';
  return <Without>{(late || why !== undefined) && <Trouble why={why} retry={() => void again()} />}</Without>;
}

/** The window of a document while, or because, there is none. */
function Without({ children }: { children: ReactNode }): ReactNode {
  const t = useText('viewer');
  const leave = useLeaveViewer();
  return (
    <div className={styles.frame}>
      <header className={styles.bar}>
        <ToolButton label={t('close')} icon={<ArrowLeftOutlined />} onClick={leave} />
        <h1 className={styles.title}>{t('viewerTitle')}</h1>
      </header>
      <main className={styles.waiting}>{children}</main>
    </div>
  );
}
