import { type ShareState, shareStates } from '@dossier/contract/share-shapes';
import { shares } from '@dossier/contract/shares';
import { Segmented } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../ground/text.ts';
import { useCall } from '../../ground/use-call.ts';
import { FindBar } from '../people/find-bar.tsx';
import people from '../people/people.module.css';
import { useAsked } from '../people/use-asked.ts';
import { SharesTable } from './shares-table.tsx';

/** What the person shares, and how it stands. */
export function MySharesPage(): ReactNode {
  const t = useText('shares');
  const asked = useAsked();
  const [status, setStatus] = useState<ShareState | 'all'>('all');
  const found = useCall(shares.list, { ...asked.input, ...(status !== 'all' && { status }) }, { keep: true });
  const choose = (next: ShareState | 'all'): void => {
    setStatus(next);
    asked.setPage({ ...asked.page, pageNo: 1 });
  };
  return (
    <div className={people.page}>
      <FindBar label={t('findShares')} asked={asked}>
        <Segmented<ShareState | 'all'>
          aria-label={t('status')}
          value={status}
          onChange={choose}
          options={[{ value: 'all', label: t('state_all') }, ...shareStates.map((state) => ({ value: state, label: t(`state_${state}`) }))]}
        />
      </FindBar>
      <SharesTable found={found} page={asked.page} setPage={asked.setPage} searched={asked.keyword !== '' || status !== 'all'} />
    </div>
  );
}
