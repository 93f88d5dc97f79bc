import { BarChartOutlined } from '@ant-design/icons';
import { votes } from '@dossier/contract/meetings/votes';
import type { ReactNode } from 'react';
import { useText } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { entryClass } from '../../platform/ui/layout.tsx';
import { AppLink } from '../../platform/ui/links.tsx';
import { ListPanel, PanelLine } from '../../platform/ui/list-panel.tsx';
import { votePath } from './paths.ts';
import { WaitingFact } from './waiting-fact.tsx';

/** A panel of the home page: open votes that wait for the user's. */
export function WaitingVotesPanel(): ReactNode {
  const t = useText('meetings.votes');
  const found = useCall(votes.list, { waiting: true, pageNo: 1, pageSize: 8 }, { staleTime: 30_000 });
  return (
    <ListPanel icon={<BarChartOutlined />} title={t('waitingVotes')} found={found} empty={t('noWaitingVotes')}>
      {(vote) => (
        <AppLink to={votePath} query={{ id: vote.id }} title={vote.question} className={entryClass}>
          <PanelLine name={vote.question} fact={<WaitingFact asked={vote} short />} />
        </AppLink>
      )}
    </ListPanel>
  );
}
