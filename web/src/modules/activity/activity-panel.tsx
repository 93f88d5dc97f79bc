import { HistoryOutlined } from '@ant-design/icons';
import { activity } from '@dossier/contract/activity/activity';
import type { ReactNode } from 'react';
import { useText } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { Row } from '../../platform/ui/layout.tsx';
import { AppLink } from '../../platform/ui/links.tsx';
import { ListPanel } from '../../platform/ui/list-panel.tsx';
import { ActivityEntry } from './activity-entry.tsx';
import { activityPath } from './paths.ts';

/** A panel of the home page: what others did lately to what the user may read. */
export function ActivityPanel(): ReactNode {
  const t = useText('activity');
  const found = useCall(activity.list, { others: true, pageSize: 8 }, { staleTime: 30_000 });
  return (
    <ListPanel
      icon={<HistoryOutlined />}
      title={t('activity')}
      found={found}
      empty={t('nothingOfOthers')}
      all={
        <AppLink to={activityPath} aria-label={t('allActivity')}>
          {t('all')}
        </AppLink>
      }
    >
      {(line) => (
        <Row pad={[1, 2]}>
          <ActivityEntry line={line} />
        </Row>
      )}
    </ListPanel>
  );
}
