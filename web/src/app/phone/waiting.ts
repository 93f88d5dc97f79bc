import { accessRequests } from '@dossier/contract/access/requests';
import { reviews } from '@dossier/contract/access/reviews';
import { acknowledgements } from '@dossier/contract/acknowledgements/acknowledgements';
import { module } from '@dossier/contract/core/rights';
import { meetings } from '@dossier/contract/meetings/meetings';
import { scores, votes } from '@dossier/contract/meetings/votes';
import { flows } from '@dossier/contract/workflows/flows';
import { useCurrentUser } from '../../modules/identity/current-user.ts';
import { useCall } from '../../platform/query.ts';

/** Entries of each kind on the page, and how many of the others are asked for at once. */
const firstWaiting = 20;
export const mostWaiting = 100;

const terms = { staleTime: 30_000, keep: true } as const;

/** How many entries are asked for, where that is more than the first ones. */
export interface WaitingSizes {
  requests?: number;
  reads?: number;
  votes?: number;
  scores?: number;
}

/** What waits for the user, by kind; the badge of the tab and the page share the answers. */
export function useWaiting(sizes: WaitingSizes = {}) {
  const { moduleTypes } = useCurrentUser();
  const hasFlows = moduleTypes.includes(module.flows);
  return {
    approvals: useCall(flows.list, { scope: 'waiting', pageNo: 1, pageSize: firstWaiting }, { ...terms, enabled: hasFlows }),
    requests: useCall(accessRequests.waiting, { pageSize: sizes.requests ?? firstWaiting }, terms),
    votes: useCall(votes.list, { waiting: true, pageNo: 1, pageSize: sizes.votes ?? firstWaiting }, terms),
    scores: useCall(scores.list, { waiting: true, pageNo: 1, pageSize: sizes.scores ?? firstWaiting }, terms),
    // those that run come first, as they have begun
    meetings: useCall(meetings.coming, { pageSize: firstWaiting }, terms),
    reads: useCall(acknowledgements.pending, { pageSize: sizes.reads ?? firstWaiting }, terms),
    // those that are due come first
    reviews: useCall(reviews.states, { scope: 'managed', pageSize: firstWaiting }, terms),
    hasFlows,
  };
}

type Waiting = ReturnType<typeof useWaiting>;

/** The reviews that are due, among the first ones. */
export const dueReviews = ({ reviews: { data } }: Pick<Waiting, 'reviews'>) => (data?.list ?? []).filter(({ overdue }) => overdue);

/** The meetings that run now and that the user has not declined. */
export const runningMeetings = ({ meetings: { data } }: Pick<Waiting, 'meetings'>) =>
  (data?.list ?? []).filter(({ state, answer }) => state === 'running' && answer !== 'no');

/** How many things wait for the user, as far as is known. */
export function countWaiting(waiting: Waiting): number {
  const { approvals, requests, reads } = waiting;
  const totals = [approvals, requests, reads, waiting.votes, waiting.scores].map(({ data }) => data?.totalNumber ?? 0);
  return totals.reduce((sum, total) => sum + total, 0) + dueReviews(waiting).length + runningMeetings(waiting).length;
}

/** The calls whose answers change with what waits. */
export const waitingCalls = [
  flows.list,
  accessRequests.waiting,
  acknowledgements.pending,
  reviews.states,
  votes.list,
  scores.list,
  meetings.coming,
] as const;
