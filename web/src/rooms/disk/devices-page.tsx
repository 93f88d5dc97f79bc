import { type DeviceState, disk } from '@dossier/contract/disk';
import { Button, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { openDialog } from '../../ground/dialogs.ts';
import { useText } from '../../ground/text.ts';
import { useCall } from '../../ground/use-call.ts';
import { FindBar } from '../people/find-bar.tsx';
import styles from '../people/people.module.css';
import { useAsked } from '../people/use-asked.ts';
import { AllowDialog } from './allow-dialog.tsx';
import { DevicesTable } from './devices-table.tsx';

/** The devices that open the sync disk, and who may use it. */
export function DevicesPage(): ReactNode {
  const t = useText('disk');
  const asked = useAsked();
  const [state, setState] = useState<DeviceState>();
  const found = useCall(disk.devices, { ...asked.input, ...(state && { state }) }, { keep: true });
  const choose = (chosen: DeviceState | ''): void => {
    setState(chosen === '' ? undefined : chosen);
    asked.setPage({ ...asked.page, pageNo: 1 });
  };
  return (
    <div className={styles.page}>
      <FindBar label={t('find')} wide asked={asked}>
        <Select<DeviceState | ''>
          aria-label={t('state')}
          value={state ?? ''}
          popupMatchSelectWidth={false}
          onChange={choose}
          options={[
            { value: '', label: t('allStates') },
            { value: 'activated', label: t('activated') },
            { value: 'closed', label: t('closed') },
          ]}
        />
        <Button onClick={() => openDialog((close) => <AllowDialog close={close} />)}>{t('setPeople')}</Button>
      </FindBar>
      <DevicesTable found={found} page={asked.page} setPage={asked.setPage} filtered={asked.keyword !== '' || state !== undefined} />
    </div>
  );
}
