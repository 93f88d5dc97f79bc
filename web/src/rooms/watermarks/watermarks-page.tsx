import { PlusOutlined } from '@ant-design/icons';
import { watermarks } from '@dossier/contract/watermarks';
import { Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useDelayed } from '../../ground/hooks/use-delayed.ts';
import { useText } from '../../ground/text.ts';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { useCall } from '../../ground/use-call.ts';
import people from '../people/people.module.css';
import { openWatermark } from './open-watermark.tsx';
import { WatermarkList } from './watermark-list.tsx';
import styles from './watermarks.module.css';

/** The watermarks of the organisation, in the order in which they are looked through. */
export function WatermarksPage(): ReactNode {
  const t = useText('watermarks');
  const found = useCall(watermarks.list, {});
  const late = useDelayed(found.isPending);
  return (
    <div className={people.page}>
      <div className={people.bar}>
        <p className={styles.lead}>{t('lead')}</p>
        <Button type="primary" icon={<PlusOutlined />} onClick={() => openWatermark()}>
          {t('newWatermark')}
        </Button>
      </div>
      {found.error && !found.data && <ErrorBox error={found.error} retry={() => void found.refetch()} />}
      {found.data ? <WatermarkList list={found.data.list} /> : late && !found.error && <Skeleton active className={styles.waiting ?? ''} />}
    </div>
  );
}
