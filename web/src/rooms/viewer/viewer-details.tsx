import { CloseOutlined } from '@ant-design/icons';
import { library } from '@dossier/contract/library';
import { Tabs } from 'antd';
import type { ReactNode } from 'react';
import { useItemTabs } from '../../ground/item-context.ts';
import { useText } from '../../ground/text.ts';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { useCall } from '../../ground/use-call.ts';
import { ToolButton } from '../../ground/ui/tool-button.tsx';
import styles from './viewer.module.css';

/** The details of the document that is being read, with the same tabs as beside the list. */
export function ViewerDetails({ id, close }: { id: string; close: () => void }): ReactNode {
  const t = useText('viewer');
  const detail = useCall(library.documentDetail, { id });
  const item = detail.data;
  const tabs = useItemTabs(item);
  return (
    <aside className={styles.details} aria-label={t('details')}>
      <header>
        <h2>{t('details')}</h2>
        <ToolButton label={t('closeDetails')} icon={<CloseOutlined />} hotkey="i" onClick={close} />
      </header>
      {detail.error && <ErrorBox small error={detail.error} retry={() => void detail.refetch()} />}
      {item && (
        <Tabs
          size="small"
          tabBarGutter={14}
          className={styles.tabs ?? ''}
          items={tabs.map(({ id: key, label, Component }) => ({ key, label, children: <Component item={item} /> }))}
        />
      )}
    </aside>
  );
}
