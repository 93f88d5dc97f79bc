import { Tag } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../platform/i18n.ts';
import { useNavigate, usePageQuery } from '../../platform/navigation.ts';
import { idParam } from '../../platform/page-query.ts';
import { AppLink } from '../../platform/ui/links.tsx';
import { FilterBar } from '../../platform/ui/list-bars.tsx';
import { Page } from '../../platform/ui/page-layout.tsx';
import { ActivityList, KindFilter } from './activity-list.tsx';
import { type KindGroup, useActivity } from './activity-stream.ts';
import { activityPath, followingPath } from './paths.ts';

const Query = { userId: idParam };

/** What happened to all that the user may read, or what one user did there. */
export function ActivityPage(): ReactNode {
  const t = useText('activity');
  const { userId } = usePageQuery(Query);
  const [group, setGroup] = useState<KindGroup>();
  return (
    <Page narrow gap={3}>
      <FilterBar label={t('filter')}>
        <KindFilter value={group} set={setGroup} />
        {userId !== undefined && <PersonTag userId={userId} />}
        {userId === undefined && <AppLink to={followingPath}>{t('following')}</AppLink>}
      </FilterBar>
      <ActivityList scope={userId === undefined ? {} : { userId }} group={group} level={2} />
    </Page>
  );
}

/** Whose activity is shown; closed, it is everybody's again. */
function PersonTag({ userId }: { userId: string }): ReactNode {
  const t = useText('activity');
  const go = useNavigate();
  const userName = useActivity({ userId }).data?.pages[0]?.userName;
  if (userName === undefined) return null;
  return (
    <Tag closable color="blue" onClose={() => go(activityPath)}>
      {t('byPerson', { name: userName })}
    </Tag>
  );
}
