import { SearchOutlined } from '@ant-design/icons';
import { online } from '@dossier/contract/online';
import { Input } from 'antd';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { useText } from '../../ground/text.ts';
import { useCall } from '../../ground/use-call.ts';
import { ClearSign } from '../../ground/ui/clear-sign.tsx';
import styles from './people.module.css';
import { type SessionsAsked, SessionsTable } from './sessions-table.tsx';

/** Who is signed in, on which device and from where, with the way to end it. */
export function SessionsPage(): ReactNode {
  const t = useText('people');
  const [text, setText] = useState('');
  const [asked, setAsked] = useState<SessionsAsked>({ pageNo: 1, pageSize: 30, sortDirection: 'desc' });
  const keyword = useDeferredValue(text.trim());
  const found = useCall(online.onlineSessions, { ...asked, ...(keyword && { keyword }) }, { keep: true });
  return (
    <div className={styles.page}>
      <div className={styles.bar}>
        <Input
          className={`${styles.filter} ${styles.wide}`}
          allowClear={{ clearIcon: <ClearSign /> }}
          prefix={<SearchOutlined />}
          placeholder={t('findSessions')}
          aria-label={t('findSessions')}
          maxLength={200}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setAsked({ ...asked, pageNo: 1 });
          }}
        />
        <span className={styles.gap} />
        <span className={styles.login} role="status">
          {found.data && t('sessionCount', { n: found.data.totalNumber })}
        </span>
      </div>
      <SessionsTable found={found} asked={asked} setAsked={setAsked} />
    </div>
  );
}
