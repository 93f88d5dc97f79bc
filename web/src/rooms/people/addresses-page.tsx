import { PlusOutlined, SearchOutlined } from '@ant-design/icons';
import { addresses } from '@dossier/contract/addresses';
import { Button, Input } from 'antd';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { useText } from '../../ground/text.ts';
import { ClearSign } from '../../ground/ui/clear-sign.tsx';
import { useCall } from '../../ground/use-call.ts';
import { openSegment } from './address-dialog.tsx';
import { AddressesTable } from './addresses-table.tsx';
import styles from './people.module.css';
import type { PageOf } from './people-table.tsx';
import { TryAddress } from './try-address.tsx';

/** From where people may sign in, fetch originals and administrate, and a place to try it. */
export function AddressesPage(): ReactNode {
  const t = useText('people');
  const [text, setText] = useState('');
  const [page, setPage] = useState<PageOf>({ pageNo: 1, pageSize: 30 });
  const keyword = useDeferredValue(text.trim());
  const found = useCall(addresses.segments, { ...page, ...(keyword && { keyword }) }, { keep: true });
  return (
    <div className={styles.page}>
      <div className={styles.bar}>
        <Input
          className={styles.filter ?? ''}
          allowClear={{ clearIcon: <ClearSign /> }}
          prefix={<SearchOutlined />}
          placeholder={t('findSegments')}
          aria-label={t('findSegments')}
          maxLength={200}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setPage({ ...page, pageNo: 1 });
          }}
        />
        <span className={styles.gap} />
        <Button type="primary" icon={<PlusOutlined />} onClick={() => openSegment()}>
          {t('newSegment')}
        </Button>
      </div>
      <AddressesTable found={found} page={page} setPage={setPage} empty={t(keyword ? 'noSegmentFound' : 'noSegments')} />
      {/* not before the list has its height */}
      {!found.isPending && <TryAddress />}
    </div>
  );
}
