import { accessAudits } from '@dossier/contract/access/access-audits';
import { permissions } from '@dossier/contract/access/permissions';
import { accessRequests } from '@dossier/contract/access/requests';
import { reviews } from '@dossier/contract/access/reviews';
import { type Served, serve, serveMemo, serveSlow } from '../../platform/http/serve.ts';
import { openAudit } from './explanation/access-audit.ts';
import { explainRights, listRights } from './explanation/explain-rights.ts';
import { forecastMove, listAccessibleItems, listUsersWithAccess } from './explanation/who-has-access.ts';
import { checkRights, grantRights, revokeRights } from './grant-rights.ts';
import { copyRights, endRights, extendRights, listEnding, previewCopy, replaceRights } from './grants/change-grants.ts';
import { changeInheritance } from './inheritance.ts';
import { changeOwner } from './ownership.ts';
import { askForAccess, decideRequest, listRequests, listWaitingRequests } from './requests/access-requests.ts';
import { closeReview, decideReview, planReviews } from './reviews/decide-review.ts';
import { listReviews, listStates, openReview, showReview } from './reviews/reviews.ts';

export const accessRoutes: Served[] = [
  serveMemo(permissions.check, checkRights),
  serve(permissions.list, listRights),
  serve(permissions.grant, grantRights),
  serve(permissions.revoke, revokeRights),
  serve(permissions.inherit, changeInheritance),
  serve(permissions.owner, changeOwner),
  serve(permissions.forecast, forecastMove),
  serve(permissions.copyPreview, previewCopy),
  serve(permissions.copy, copyRights),
  serve(permissions.replace, replaceRights),
  serve(permissions.explain, explainRights),
  serve(permissions.reachedBy, listUsersWithAccess),
  serve(permissions.reachOf, listAccessibleItems),
  serve(accessAudits.open, openAudit),
  serve(permissions.ending, listEnding),
  serve(permissions.extend, extendRights),
  serve(permissions.end, endRights),
  serveSlow(accessRequests.ask, askForAccess),
  serve(accessRequests.list, listRequests),
  serve(accessRequests.waiting, listWaitingRequests),
  serve(accessRequests.decide, decideRequest),
];

export const reviewRoutes: Served[] = [
  serve(reviews.open, openReview),
  serve(reviews.sheet, showReview),
  serve(reviews.decide, decideReview),
  serve(reviews.close, closeReview),
  serve(reviews.history, listReviews),
  serve(reviews.plan, planReviews),
  serve(reviews.states, listStates),
];
