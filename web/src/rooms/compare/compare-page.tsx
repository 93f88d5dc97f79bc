import { ArrowLeftOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useGo, usePageQuery } from '../../ground/go.ts';
import { useDelayed } from '../../ground/hooks/use-delayed.ts';
import { useText } from '../../ground/text.ts';
import { Empty } from '../../ground/ui/empty.tsx';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { ToolButton } from '../../ground/ui/tool-button.tsx';
import { Waiting } from '../../ground/ui/waiting.tsx';
import { useLeaveViewer } from '../viewer/leave-viewer.ts';
import { CompareQuery } from './address.ts';
import { CompareView } from './compare-view.tsx';
import styles from './frame.module.css';
import { isPair, useComparison } from './use-comparison.ts';

/** Two revisions of a document, or two documents, and what differs between them. */
export function ComparePage(): ReactNode {
  const t = useText('compare');
  const query = usePageQuery(CompareQuery);
  const opened = useComparison(query);
  const late = useDelayed(opened.isLoading);
  const again = async (): Promise<void> => void (await opened.refetch());
  if (opened.data) return <CompareView key={JSON.stringify(query)} open={opened.data} query={query} again={again} />;
  return (
    <Without>
      {!isPair(query) ? (
        <NothingToCompare />
      ) : opened.error ? (
        <ErrorBox error={opened.error} retry={() => void again()} />
      ) : (
        late && <Waiting label={t('loading')} />
      )}
    </Without>
  );
}

/** The window while, or because, there is nothing to compare. */
function Without({ children }: { children: ReactNode }): ReactNode {
  const t = useText('compare');
  const leave = useLeaveViewer();
  return (
    <div className={styles.frame}>
      <header className={styles.bar}>
        <ToolButton label={t('close')} icon={<ArrowLeftOutlined />} onClick={leave} />
        <h1 className={styles.title}>{t('comparison')}</h1>
      </header>
      <main className={styles.waiting}>{children}</main>
    </div>
  );
}

function NothingToCompare(): ReactNode {
  const t = useText('compare');
  const go = useGo();
  const home = (
    <Button type="primary" onClick={() => go('/home')}>
      {t('toHome')}
    </Button>
  );
  return <Empty title={t('nothingToCompare')} hint={t('nothingToCompareHint')} action={home} />;
}
