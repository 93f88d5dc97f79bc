import { PlusOutlined, SearchOutlined } from '@ant-design/icons';
import { people } from '@dossier/contract/people';
import { Button, Input } from 'antd';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { useText } from '../../ground/text.ts';
import { ClearSign } from '../../ground/ui/clear-sign.tsx';
import { useCall } from '../../ground/use-call.ts';
import { openCreateOrganisation } from './create-organisation.tsx';
import { OrganisationsTable } from './organisations-table.tsx';
import styles from './people.module.css';
import type { PageOf } from './people-table.tsx';

/** The organisations of the site: who is in them, how much they hold, until when they are open. */
export function OrganisationsPage(): ReactNode {
  const t = useText('people');
  const [text, setText] = useState('');
  const [page, setPage] = useState<PageOf>({ pageNo: 1, pageSize: 30 });
  const keyword = useDeferredValue(text.trim());
  const found = useCall(people.organisations, { ...page, ...(keyword && { keyword }) }, { keep: true });
  return (
    <div className={styles.page}>
      <div className={styles.bar}>
        <Input
          className={styles.filter ?? ''}
          allowClear={{ clearIcon: <ClearSign /> }}
          prefix={<SearchOutlined />}
          placeholder={t('findOrganisations')}
          aria-label={t('findOrganisations')}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setPage({ ...page, pageNo: 1 });
          }}
        />
        <span className={styles.gap} />
        <Button type="primary" icon={<PlusOutlined />} onClick={openCreateOrganisation}>
          {t('newOrganisation')}
        </Button>
      </div>
      <OrganisationsTable found={found} page={page} setPage={setPage} />
    </div>
  );
}
