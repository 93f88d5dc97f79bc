import { CloseOutlined } from '@ant-design/icons';
import { library } from '@dossier/contract/library';
import { Tabs } from 'antd';
import { type ReactNode, Suspense } from 'react';
import { useItemTabs } from '../../ground/item-context.ts';
import { useText } from '../../ground/text.ts';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { Size } from '../../ground/ui/size.tsx';
import { useCall } from '../../ground/use-call.ts';
import { ToolButton } from '../../ground/ui/tool-button.tsx';
import type { View } from './ask-view.ts';
import styles from './viewer.module.css';

/** The details of the document that is being read, with the same tabs as beside the list. */
export function ViewerDetails({ id, close }: { id: string; close: () => void }): ReactNode {
  const detail = useCall(library.documentDetail, { id });
  const item = detail.data;
  const tabs = useItemTabs(item);
  return (
    <Pane close={close}>
      {detail.error && <ErrorBox small error={detail.error} retry={() => void detail.refetch()} />}
      {item && (
        <Tabs
          size="small"
          tabBarGutter={14}
          className={styles.tabs ?? ''}
          items={tabs.map(({ id: key, label, Component }) => ({
            key,
            label,
            children: (
              <Suspense>
                <Component item={item} />
              </Suspense>
            ),
          }))}
        />
      )}
    </Pane>
  );
}

/** The details of a file that lies in a document: what there is to tell of it apart. */
export function PartDetails({ view, partOf, close }: { view: View; partOf: string; close: () => void }): ReactNode {
  const t = useText('viewer');
  return (
    <Pane close={close}>
      <dl className={styles.facts}>
        <dt>{t('name')}</dt>
        <dd>{view.name}</dd>
        <dt>{t('size')}</dt>
        <dd>
          <Size bytes={view.size} />
        </dd>
        <dt>{t('liesIn')}</dt>
        <dd>{partOf}</dd>
      </dl>
    </Pane>
  );
}

function Pane({ close, children }: { close: () => void; children: ReactNode }): ReactNode {
  const t = useText('viewer');
  return (
    <aside className={styles.details} aria-label={t('details')}>
      <header>
        <h2>{t('details')}</h2>
        <ToolButton label={t('closeDetails')} icon={<CloseOutlined />} hotkey="i" onClick={close} />
      </header>
      {children}
    </aside>
  );
}
