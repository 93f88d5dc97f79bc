import { requireMayShare } from '../modules/sharing/share-rules.ts';
import { accessRoutes, reviewRoutes } from '../modules/access/routes.ts';
import { accessSubscribers } from '../modules/access/subscribers.ts';
import {
  quotaSubscribers,
  siteFiles,
  siteRoutes,
  siteSubscribers,
  userAdministrationFiles,
  userAdministrationRoutes,
  userQuotaRoutes,
} from '../modules/administration/routes.ts';
import { favouriteFacts, releaseFavourites } from '../modules/classification/favourites.ts';
import { cardRoutes, labelRoutes } from '../modules/classification/routes.ts';
import { cardSubscribers, copyCard, copyTags, releaseCards, releaseTags, tagSubscribers } from '../modules/classification/subscribers.ts';
import { allTagFacts, tagFacts } from '../modules/classification/tags.ts';
import { copyRevision, releaseRevisions } from '../modules/documents/blob-cleanup.ts';
import {
  archiveEndpoints,
  archiveRoutes,
  archiveSubscribers,
  contentEndpoints,
  contentRoutes,
  contentSubscribers,
} from '../modules/documents/content.routes.ts';
import { folderPlanOf } from '../modules/documents/folder-plans.ts';
import { senderFacts } from '../modules/documents/revisions.ts';
import { libraryRoutes, templateRoutes } from '../modules/documents/routes.ts';
import { sensitiveWordRoutes } from '../modules/governance/routes.ts';
import { refuseBlockedWords } from '../modules/governance/sensitive-words.ts';
import { sensitiveWordSubscribers } from '../modules/governance/subscribers.ts';
import { unlinkChatApps } from '../modules/identity/linked-accounts.ts';
import {
  organisationRoutes,
  principalRoutes,
  quotaRoutes,
  structureRoutes,
  userRoutes,
} from '../modules/identity/organisation-structure.routes.ts';
import { removePasskeysOnReset } from '../modules/identity/passkeys.ts';
import { providerChecks } from '../modules/identity/provider-checks.ts';
import { accountSubscribers } from '../modules/notifications/account-notices.ts';
import {
  accountRoutes,
  externalPasswordChecks,
  passkeyChecks,
  protectionRoutes,
  providerFiles,
  providerRoutes,
  providerSignIns,
  sessionFiles,
  sessionRoutes,
  sessionSubscribers,
} from '../modules/identity/sign-in.routes.ts';
import { agendaDocumentRules, hasAgendaAccess, releaseAgendaDocuments } from '../modules/meetings/agenda.ts';
import { meetingFiles, meetingRoutes, minutesRoutes, voteRoutes } from '../modules/meetings/routes.ts';
import { meetingSubscribers, voteSubscribers } from '../modules/meetings/subscribers.ts';
import { messageFiles, messageRoutes, messageSubscribers } from '../modules/notifications/routes.ts';
import { entryFiles } from '../modules/preview/archive-entries.ts';
import { drawingFiles } from '../modules/preview/drawings.ts';
import {
  archiveContentsRoutes,
  compareFiles,
  compareRoutes,
  mediaFiles,
  mediaRoutes,
  workbookRoutes,
} from '../modules/preview/formats.routes.ts';
import { pageFiles } from '../modules/preview/page-files.ts';
import { thumbnailRoutes, thumbnailSubscribers } from '../modules/preview/thumbnails.routes.ts';
import { thumbnailEndpoints } from '../modules/preview/thumbnails.ts';
import { pageRoutes, previewFiles, previewRoutes, watermarkRoutes } from '../modules/preview/viewer.routes.ts';
import { reportFiles } from '../modules/reporting/report-export.ts';
import { operationLogRoutes, statisticRoutes } from '../modules/reporting/routes.ts';
import { forgetUsageOfItems, operationLogSubscribers, usageSubscribers } from '../modules/reporting/subscribers.ts';
import { searchRoutes } from '../modules/search/routes.ts';
import { searchSubscribers, textFacts } from '../modules/search/subscribers.ts';
import { shareRoutes, shareSessionRoutes } from '../modules/sharing/routes.ts';
import { forgetVisitorUploads, removeItemsFromShares, shareSessionSubscribers, sharedItemFacts } from '../modules/sharing/share-removal.ts';
import { shareSubscribers } from '../modules/sharing/subscribers.ts';
import { dropDevicesOnPasswordReset } from '../modules/webdav/devices.ts';
import { webdavEndpoints, webdavRoutes } from '../modules/webdav/routes.ts';
import { hasApproverAccess } from '../modules/workflows/flow-access.ts';
import { flowRoutes } from '../modules/workflows/routes.ts';
import { flowSubscribers } from '../modules/workflows/subscribers.ts';
import type { Services } from '../platform/context.ts';
import type { Subscriber } from '../platform/events/outbox.ts';
import type { Served, ServedFile } from '../platform/http/serve.ts';
import { testMailSettings } from '../platform/mail/outgoing-mail.ts';
import { homeRoutes } from './home/routes.ts';

/** Every call of every room. */
export const served: Served[] = [
  ...siteRoutes,
  ...quotaRoutes,
  ...organisationRoutes,
  ...structureRoutes,
  ...userRoutes,
  ...principalRoutes,
  ...protectionRoutes,
  ...sessionRoutes,
  ...providerRoutes,
  ...messageRoutes,
  ...accountRoutes,
  ...accessRoutes,
  ...libraryRoutes,
  ...reviewRoutes,
  ...templateRoutes,
  ...contentRoutes,
  ...watermarkRoutes,
  ...mediaRoutes,
  ...workbookRoutes,
  ...archiveRoutes,
  ...archiveContentsRoutes,
  ...pageRoutes,
  ...thumbnailRoutes,
  ...previewRoutes,
  ...compareRoutes,
  ...cardRoutes,
  ...labelRoutes,
  ...searchRoutes,
  ...sensitiveWordRoutes,
  ...shareRoutes,
  ...shareSessionRoutes,
  ...meetingRoutes,
  ...voteRoutes,
  ...minutesRoutes,
  ...webdavRoutes,
  ...flowRoutes,
  ...operationLogRoutes,
  ...statisticRoutes,
  ...userAdministrationRoutes,
  ...userQuotaRoutes,
  ...homeRoutes,
];

/** Every address that answers bytes. */
export const files: ServedFile[] = [
  ...siteFiles,
  ...sessionFiles,
  ...providerFiles,
  ...messageFiles,
  ...contentEndpoints,
  ...archiveEndpoints,
  ...entryFiles,
  ...drawingFiles,
  ...mediaFiles,
  ...pageFiles,
  ...thumbnailEndpoints,
  ...previewFiles,
  ...compareFiles,
  ...reportFiles,
  ...meetingFiles,
  ...webdavEndpoints,
  ...userAdministrationFiles,
];

/** Everyone who wants to hear what happens. */
export const subscribers: Subscriber[] = [
  ...siteSubscribers,
  ...sessionSubscribers,
  ...messageSubscribers,
  ...accountSubscribers,
  ...accessSubscribers,
  ...contentSubscribers,
  ...thumbnailSubscribers,
  ...archiveSubscribers,
  ...cardSubscribers,
  ...tagSubscribers,
  ...searchSubscribers,
  ...sensitiveWordSubscribers,
  ...shareSubscribers,
  ...shareSessionSubscribers,
  ...meetingSubscribers,
  ...voteSubscribers,
  ...flowSubscribers,
  ...operationLogSubscribers,
  ...usageSubscribers,
  ...quotaSubscribers,
];

/** What later rooms know of items in lists. */
export const itemFacts: Services['itemFacts'] = [senderFacts, favouriteFacts, tagFacts, sharedItemFacts];

/** What later rooms know of an item that is looked at alone. */
export const detailFacts: Services['detailFacts'] = [textFacts, allTagFacts];

/** What later rooms let go of when items are removed for good. */
export const onPurge: Services['onPurge'] = [
  releaseRevisions,
  releaseFavourites,
  releaseCards,
  releaseTags,
  forgetUsageOfItems,
  removeItemsFromShares,
  releaseAgendaDocuments,
  forgetVisitorUploads,
];

/** What later rooms do when a document is copied. */
export const onCopy: Services['onCopy'] = [copyRevision, copyCard, copyTags];

/** Who may refuse a name that somebody gives. */
export const onName: Services['onName'] = [refuseBlockedWords];

/** What folders are made of that are made from a template. */
export const folderPlan: Services['folderTemplatePlan'] = folderPlanOf;

/** Who lends somebody one revision of a document to look at. */
export const lends: Services['temporaryAccess'] = [hasApproverAccess, hasAgendaAccess];

/** By login model, how rooms sign people in that come from elsewhere. */
export const onSignIn: Services['onSignIn'] = { ...providerSignIns };

/** Directories elsewhere that know passwords. */
export const onPassword: Services['onPassword'] = [...externalPasswordChecks];

/** What rooms do when a password was set anew. */
export const onPasswordSet: Services['onPasswordSet'] = [unlinkChatApps, removePasskeysOnReset, dropDevicesOnPasswordReset];

/** How rooms try the settings of the site that they use. */
export const onTry: Services['onTry'] = { ...providerChecks, ...passkeyChecks, mail: testMailSettings };

agendaDocumentRules.add(requireMayShare);
