import type { ReactNode } from 'react';
import { Button, Spin } from 'antd';
import { useGo, usePageQuery } from '../../../ground/go.ts';
import { useDelayed } from '../../../ground/hooks/use-delayed.ts';
import { useText } from '../../../ground/text.ts';
import { Empty } from '../../../ground/ui/empty.tsx';
import { ErrorBox } from '../../../ground/ui/error-box.tsx';
import { useView, type View, ViewerQuery } from './use-view.ts';
import styles from './viewer.module.css';

interface GateProps {
  children: (open: { view: View; query: ViewerQuery; again: () => void }) => ReactNode;
}

/** Every viewer page: reads the address, asks how to show the document, and says what went wrong where it cannot. */
export function ViewerGate({ children }: GateProps): ReactNode {
  const t = useText('content');
  const go = useGo();
  const query = usePageQuery(ViewerQuery);
  const view = useView(query);
  const late = useDelayed(view.isLoading);
  if (query.id === undefined) {
    const home = (
      <Button type="primary" onClick={() => go('/home')}>
        {t('toHome')}
      </Button>
    );
    return <Empty title={t('nothingToShow')} hint={t('nothingToShowHint')} action={home} />;
  }
  if (view.data) return children({ view: view.data, query, again: () => void view.refetch() });
  if (view.error) return <ErrorBox error={view.error} retry={() => void view.refetch()} />;
  return <div className={styles.waiting}>{late && <Spin aria-label={t('loading')} />}</div>;
}
