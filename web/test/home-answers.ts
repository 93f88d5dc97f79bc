import { acknowledgements } from '@dossier/contract/acknowledgements/acknowledgements';
import { accessRequests } from '@dossier/contract/access/requests';
import { reviews } from '@dossier/contract/access/reviews';
import { activity } from '@dossier/contract/activity/activity';
import { customFolders } from '@dossier/contract/classification/custom-folders';
import { home } from '@dossier/contract/core/home';
import { meetings } from '@dossier/contract/meetings/meetings';
import { scores, votes } from '@dossier/contract/meetings/votes';
import { shares } from '@dossier/contract/sharing/shares';
import { type Answer, answer, pageOf } from './answers.ts';

/** The answers of a home page on which there is nothing, without flows. */
export const homeAnswers: Answer[] = [
  ...[home.open, home.newest, home.download, home.view, home.commend, home.favorite, home.tags].map((route) => answer(route, { list: [] })),
  answer(home.statistics, { views: 0, downloads: 0, documents: 0 }),
  answer(home.departmentDocs, pageOf([])),
  answer(shares.innerShare, { list: [] }),
  answer(shares.list, pageOf([])),
  answer(customFolders.list, { list: [] }),
  answer(meetings.coming, { list: [] }),
  answer(votes.list, pageOf([])),
  answer(scores.list, pageOf([])),
  answer(acknowledgements.pending, pageOf([])),
  answer(activity.list, { list: [] }),
  answer(accessRequests.waiting, pageOf([])),
  answer(reviews.states, pageOf([])),
];
