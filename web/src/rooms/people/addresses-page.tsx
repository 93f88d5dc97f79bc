import { PlusOutlined } from '@ant-design/icons';
import { addresses } from '@dossier/contract/addresses';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import { useCall } from '../../ground/use-call.ts';
import { useMay } from '../../ground/office.ts';
import { openSegment } from './address-dialog.tsx';
import { AddressesTable } from './addresses-table.tsx';
import { FindBar } from './find-bar.tsx';
import styles from './people.module.css';
import { TryAddress } from './try-address.tsx';
import { useAsked } from './use-asked.ts';

/** From where people may sign in, fetch originals and administrate, and a place to try it. */
export function AddressesPage(): ReactNode {
  const t = useText('people');
  const may = useMay();
  const asked = useAsked();
  const found = useCall(addresses.segments, asked.input, { keep: true });
  const empty = { title: t(asked.keyword ? 'noSegmentFound' : 'noSegments') };
  return (
    <div className={styles.page}>
      <FindBar label={t('findSegments')} asked={asked}>
        {may('addresses.edit') && (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => openSegment()}>
            {t('newSegment')}
          </Button>
        )}
      </FindBar>
      <AddressesTable found={found} page={asked.page} setPage={asked.setPage} empty={empty} />
      {/* not before the list has its height */}
      {!found.isPending && <TryAddress />}
    </div>
  );
}
