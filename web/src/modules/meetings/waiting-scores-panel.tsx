import { StarOutlined } from '@ant-design/icons';
import { scores } from '@dossier/contract/meetings/votes';
import type { ReactNode } from 'react';
import { useText } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { entryClass } from '../../platform/ui/layout.tsx';
import { AppLink } from '../../platform/ui/links.tsx';
import { ListPanel, PanelLine } from '../../platform/ui/list-panel.tsx';
import { scorePath } from './paths.ts';
import { WaitingFact } from './waiting-fact.tsx';

/** A panel of the home page: open score sheets that wait for the user's scores. */
export function WaitingScoresPanel(): ReactNode {
  const t = useText('meetings.votes');
  const found = useCall(scores.list, { waiting: true, pageNo: 1, pageSize: 8 }, { staleTime: 30_000 });
  return (
    <ListPanel icon={<StarOutlined />} title={t('waitingScores')} found={found} empty={t('noWaitingScores')}>
      {(sheet) => (
        <AppLink to={scorePath} query={{ id: sheet.id }} title={sheet.title} className={entryClass}>
          <PanelLine name={sheet.title} fact={<WaitingFact asked={sheet} short />} />
        </AppLink>
      )}
    </ListPanel>
  );
}
