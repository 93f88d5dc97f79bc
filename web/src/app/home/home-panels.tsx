import {
  BarChartOutlined,
  BookOutlined,
  BulbOutlined,
  ClockCircleOutlined,
  CloudDownloadOutlined,
  DownloadOutlined,
  FileAddOutlined,
  StarOutlined,
} from '@ant-design/icons';
import { home } from '@dossier/contract/core/home';
import { module } from '@dossier/contract/core/rights';
import type { ReactNode } from 'react';
import { AccessRequestsPanel, DueReviewsPanel } from '../../modules/access/waiting-panels.tsx';
import { PendingAcknowledgementsPanel } from '../../modules/acknowledgements/pending-panel.tsx';
import { ActivityPanel } from '../../modules/activity/activity-panel.tsx';
import { CustomFoldersPanel } from '../../modules/classification/custom-folders-panel.tsx';
import { TagPanel } from '../../modules/classification/tag-panel.tsx';
import { useCurrentUser } from '../../modules/identity/current-user.ts';
import { UpcomingMeetingsPanel } from '../../modules/meetings/upcoming-meetings-panel.tsx';
import { WaitingScoresPanel } from '../../modules/meetings/waiting-scores-panel.tsx';
import { WaitingVotesPanel } from '../../modules/meetings/waiting-votes-panel.tsx';
import { InternalSharesPanel } from '../../modules/sharing/internal-shares-panel.tsx';
import { ReceivedPanel } from '../../modules/sharing/received-panel.tsx';
import { OwnFlowsPanel } from '../../modules/workflows/own-flows-panel.tsx';
import { PendingFlowsPanel } from '../../modules/workflows/pending-flows-panel.tsx';
import { useText } from '../../platform/i18n.ts';
import { ItemPanel, type ItemPanelProps, ItemStrip, OwnUsePanel } from './item-panels.tsx';
import type { PanelName } from './panel-preferences.ts';

/** Panels of what waits for the user, which stand first in one list. */
export const waitingPanels: ReadonlySet<PanelName> = new Set([
  'pending',
  'toRead',
  'accessRequests',
  'reviews',
  'votes',
  'scores',
  'meetings',
]);

type ListedPanel = Omit<ItemPanelProps, 'title' | 'empty'>;

/** The panels available to the user. */
export function usePanels(): Partial<Record<PanelName, ReactNode>> {
  const t = useText('app.home');
  const { moduleTypes } = useCurrentUser();
  const panel = (name: 'recent' | 'favorites' | 'newest' | 'popular' | 'read' | 'recommended', props: ListedPanel): ReactNode => (
    <ItemPanel title={t(name)} empty={t(`${name}Empty`)} {...props} />
  );
  return {
    recent: panel('recent', { route: home.open, icon: <ClockCircleOutlined />, fact: 'time' }),
    favorites: panel('favorites', { route: home.favorite, icon: <StarOutlined />, fact: 'time', all: '/favorite/index' }),
    customFolders: <CustomFoldersPanel />,
    newest: panel('newest', { route: home.newest, icon: <FileAddOutlined />, fact: 'time' }),
    ...(moduleTypes.includes(module.flows) && { pending: <PendingFlowsPanel />, moreFlows: <OwnFlowsPanel /> }),
    activity: <ActivityPanel />,
    toRead: <PendingAcknowledgementsPanel />,
    accessRequests: <AccessRequestsPanel />,
    reviews: <DueReviewsPanel />,
    received: <ReceivedPanel />,
    internalShares: <InternalSharesPanel />,
    votes: <WaitingVotesPanel />,
    scores: <WaitingScoresPanel />,
    meetings: <UpcomingMeetingsPanel />,
    recommended: panel('recommended', { route: home.commend, icon: <BulbOutlined />, fact: 'time' }),
    read: panel('read', { route: home.view, icon: <BookOutlined />, fact: 'reads' }),
    popular: panel('popular', { route: home.download, icon: <DownloadOutlined />, fact: 'downloads' }),
    tags: <TagPanel />,
    readCount: <OwnUsePanel name="readCount" icon={<BarChartOutlined />} />,
    downloadCount: <OwnUsePanel name="downloadCount" icon={<CloudDownloadOutlined />} />,
  };
}

/** The documents opened last, over the whole width. */
export function RecentStrip(): ReactNode {
  const t = useText('app.home');
  return <ItemStrip route={home.open} icon={<ClockCircleOutlined />} title={t('recent')} empty={t('recentEmpty')} />;
}

/** The titles of the panels; those of other modules come from their texts. */
export function useTitles(): (name: PanelName) => string {
  const t = useText('app.home');
  const access = useText('access');
  const meetings = useText('meetings.votes');
  const others = {
    pending: useText('workflows')('pendingFlows'),
    activity: useText('activity')('activity'),
    toRead: useText('acknowledgements')('toRead'),
    accessRequests: access('requestsWaiting'),
    reviews: access('reviewsDue'),
    received: useText('sharing.links')('received'),
    internalShares: useText('sharing.links')('internalShares'),
    moreFlows: useText('workflows')('moreFlows'),
    customFolders: useText('classification.customFolders')('title'),
    votes: meetings('waitingVotes'),
    scores: meetings('waitingScores'),
    meetings: useText('meetings.meetings')('coming'),
    tags: useText('classification.labels')('tags'),
  };
  return (name) => (name in others ? others[name as keyof typeof others] : t(name as Exclude<PanelName, keyof typeof others>));
}
