import { ArrowLeftOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useGo, usePageQuery } from '../../ground/go.ts';
import { session } from '../../ground/session.ts';
import { useDelayed } from '../../ground/hooks/use-delayed.ts';
import { useText } from '../../ground/text.ts';
import { Empty } from '../../ground/ui/empty.tsx';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { Waiting } from '../../ground/ui/waiting.tsx';
import { useLeaveViewer } from './leave-viewer.ts';
import { ToolButton } from '../../ground/ui/tool-button.tsx';
import { useView } from './use-view.ts';
import type { View } from './ask-view.ts';
import { ViewerQuery } from './viewer-query.ts';
import styles from './viewer.module.css';

interface GateProps {
  children: (open: { view: View; query: ViewerQuery; again: () => Promise<boolean> }) => ReactNode;
}

/** Every viewer page: reads the address, asks how to show the document, and says what went wrong where it cannot. */
export function ViewerGate({ children }: GateProps): ReactNode {
  const t = useText('viewer');
  const query = usePageQuery(ViewerQuery);
  const signedIn = session.token() !== null;
  const view = useView(signedIn ? query : {});
  const late = useDelayed(view.isLoading);
  const again = async (): Promise<boolean> => (await view.refetch()).isSuccess;
  if (view.data) return children({ view: view.data, query, again });
  return (
    <Without>
      {query.id === undefined ? (
        <NoDocument />
      ) : !signedIn ? (
        <SignInFirst />
      ) : view.error ? (
        <ErrorBox error={view.error} retry={() => void again()} />
      ) : (
        late && <Waiting label={t('loading')} />
      )}
    </Without>
  );
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

/** What whoever has not signed in sees at an address that is open to everybody. */
function SignInFirst(): ReactNode {
  const t = useText('viewer');
  const go = useGo();
  const leave = (): void => go('/login', { redirect: location.pathname + location.search });
  const door = (
    <Button type="primary" onClick={leave}>
      {t('signIn')}
    </Button>
  );
  return <Empty title={t('signInFirst')} hint={t('signInFirstHint')} action={door} />;
}

function NoDocument(): ReactNode {
  const t = useText('viewer');
  const go = useGo();
  const home = (
    <Button type="primary" onClick={() => go('/home')}>
      {t('toHome')}
    </Button>
  );
  return <Empty title={t('nothingToShow')} hint={t('nothingToShowHint')} action={home} />;
}
