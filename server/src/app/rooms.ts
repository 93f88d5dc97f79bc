import type { House } from '../ground/ctx.ts';
import type { Served, ServedFile } from '../ground/http/serve.ts';
import type { Listener } from '../ground/outbox.ts';
import { adminFiles, adminRoutes } from '../rooms/admin/routes.ts';
import { archiveFiles, archiveListeners, archiveRoutes } from '../rooms/archives/routes.ts';
import { doorFiles, doorPasswords, doorRoutes, doorSignIns } from '../rooms/doors/routes.ts';
import { unbindChatApps } from '../rooms/doors/unbind-chat-apps.ts';
import { doorTries } from '../rooms/doors/try-doors.ts';
import { dropPasskeys } from '../rooms/account/drop-passkeys.ts';
import { accountListeners, accountRoutes, accountTries } from '../rooms/account/routes.ts';
import { limitListeners, personLimitRoutes } from '../rooms/admin/limit-routes.ts';
import { compareFiles, compareRoutes } from '../rooms/compare/routes.ts';
import { dropDevices } from '../rooms/disk/drop-devices.ts';
import { diskFiles } from '../rooms/disk/dav/serve-disk.ts';
import { diskRoutes } from '../rooms/disk/routes.ts';
import { drawingFiles } from '../rooms/drawings/send-drawing.ts';
import { filmFiles, filmRoutes } from '../rooms/films/routes.ts';
import { isLent } from '../rooms/flows/lend.ts';
import { flowListeners } from '../rooms/flows/listeners.ts';
import { flowRoutes } from '../rooms/flows/routes.ts';
import { homeRoutes } from '../rooms/home/routes.ts';
import { favoriteFacts, releaseFavorites } from '../rooms/labels/mark-favorites.ts';
import { cardListeners, copyCard, releaseCards } from '../rooms/cards/release-cards.ts';
import { cardRoutes } from '../rooms/cards/routes.ts';
import { copyTags, releaseTags, tagListeners } from '../rooms/labels/release-tags.ts';
import { allTagFacts, tagFacts } from '../rooms/labels/tag-sight.ts';
import { labelRoutes } from '../rooms/labels/routes.ts';
import { copyRevision, releaseRevisions } from '../rooms/content/free-bytes.ts';
import { senderFacts } from '../rooms/content/sent-by-link.ts';
import { contentFiles, contentListeners, contentRoutes } from '../rooms/content/routes.ts';
import { libraryListeners } from '../rooms/library/listeners.ts';
import { reviewRoutes } from '../rooms/library/review-routes.ts';
import { libraryRoutes } from '../rooms/library/routes.ts';
import { limitRoutes } from '../rooms/limits/routes.ts';
import { listingRoutes } from '../rooms/listings/routes.ts';
import { entryFiles } from '../rooms/listings/send-entry.ts';
import { isPaper } from '../rooms/meetings/lend-paper.ts';
import { meetingListeners } from '../rooms/meetings/listeners.ts';
import { releasePapers } from '../rooms/meetings/papers.ts';
import { meetingFiles, meetingRoutes } from '../rooms/meetings/routes.ts';
import { messageFiles, messageListeners, messageRoutes } from '../rooms/messages/routes.ts';
import { minutesRoutes } from '../rooms/minutes/routes.ts';
import { circleRoutes } from '../rooms/circles/routes.ts';
import { granteeRoutes } from '../rooms/grantees/routes.ts';
import { organisationRoutes } from '../rooms/organisations/routes.ts';
import { pageRoutes } from '../rooms/pages/routes.ts';
import { pageFiles } from '../rooms/pages/send-page.ts';
import { guardRoutes } from '../rooms/guard/routes.ts';
import { peopleRoutes } from '../rooms/people/routes.ts';
import { previewFiles, previewRoutes } from '../rooms/preview/routes.ts';
import { releaseReports, reportListeners } from '../rooms/reports/listeners.ts';
import { reportRoutes } from '../rooms/reports/routes.ts';
import { statisticListeners } from '../rooms/statistics/listeners.ts';
import { statisticFiles } from '../rooms/statistics/export-table.ts';
import { statisticRoutes } from '../rooms/statistics/routes.ts';
import { searchListeners } from '../rooms/search/listeners.ts';
import { searchRoutes } from '../rooms/search/routes.ts';
import { judgeName } from '../rooms/screening/judge-name.ts';
import { screeningListeners } from '../rooms/screening/listeners.ts';
import { screeningRoutes } from '../rooms/screening/routes.ts';
import { textFacts } from '../rooms/search/text-facts.ts';
import { sessionFiles, sessionListeners, sessionRoutes } from '../rooms/session/routes.ts';
import { planOf } from '../rooms/templates/plan-of.ts';
import { templateRoutes } from '../rooms/templates/routes.ts';
import { watermarkRoutes } from '../rooms/watermarks/routes.ts';
import { releaseShares, shareFacts } from '../rooms/shares/share-facts.ts';
import { shareListeners } from '../rooms/shares/listeners.ts';
import { shareRoutes } from '../rooms/shares/routes.ts';
import { releaseUploads, visitListeners } from '../rooms/visits/remove-share.ts';
import { visitRoutes } from '../rooms/visits/routes.ts';
import { voteListeners } from '../rooms/votes/listeners.ts';
import { closeVotes } from '../rooms/votes/meeting-results.ts';
import { voteRoutes } from '../rooms/votes/routes.ts';
import { thumbnailListeners } from '../rooms/thumbnails/listeners.ts';
import { thumbnailRoutes } from '../rooms/thumbnails/routes.ts';
import { thumbnailFiles } from '../rooms/thumbnails/send-thumb.ts';
import { tryMailSettings } from '../rooms/site/mail.ts';
import { sheetRoutes } from '../rooms/sheets/routes.ts';
import { siteFiles, siteListeners, siteRoutes } from '../rooms/site/routes.ts';

/** Every call of every room. */
export const served: Served[] = [
  ...siteRoutes,
  ...limitRoutes,
  ...organisationRoutes,
  ...circleRoutes,
  ...peopleRoutes,
  ...granteeRoutes,
  ...guardRoutes,
  ...sessionRoutes,
  ...doorRoutes,
  ...messageRoutes,
  ...accountRoutes,
  ...libraryRoutes,
  ...reviewRoutes,
  ...templateRoutes,
  ...contentRoutes,
  ...watermarkRoutes,
  ...filmRoutes,
  ...sheetRoutes,
  ...archiveRoutes,
  ...listingRoutes,
  ...pageRoutes,
  ...thumbnailRoutes,
  ...previewRoutes,
  ...compareRoutes,
  ...cardRoutes,
  ...labelRoutes,
  ...searchRoutes,
  ...screeningRoutes,
  ...shareRoutes,
  ...visitRoutes,
  ...meetingRoutes,
  ...voteRoutes,
  ...minutesRoutes,
  ...diskRoutes,
  ...flowRoutes,
  ...reportRoutes,
  ...statisticRoutes,
  ...adminRoutes,
  ...personLimitRoutes,
  ...homeRoutes,
];

/** Every address that answers bytes. */
export const files: ServedFile[] = [
  ...siteFiles,
  ...sessionFiles,
  ...doorFiles,
  ...messageFiles,
  ...contentFiles,
  ...archiveFiles,
  ...entryFiles,
  ...drawingFiles,
  ...filmFiles,
  ...pageFiles,
  ...thumbnailFiles,
  ...previewFiles,
  ...compareFiles,
  ...statisticFiles,
  ...meetingFiles,
  ...diskFiles,
  ...adminFiles,
];

/** Everyone who wants to hear what happens. */
export const listeners: Listener[] = [
  ...siteListeners,
  ...sessionListeners,
  ...messageListeners,
  ...accountListeners,
  ...libraryListeners,
  ...contentListeners,
  ...thumbnailListeners,
  ...archiveListeners,
  ...cardListeners,
  ...tagListeners,
  ...searchListeners,
  ...screeningListeners,
  ...shareListeners,
  ...visitListeners,
  ...meetingListeners,
  ...voteListeners,
  ...flowListeners,
  ...reportListeners,
  ...statisticListeners,
  ...limitListeners,
];

/** What later rooms know of items in lists. */
export const itemFacts: House['itemFacts'] = [senderFacts, favoriteFacts, tagFacts, shareFacts];

/** What later rooms know of an item that is looked at alone. */
export const detailFacts: House['detailFacts'] = [textFacts, allTagFacts];

/** What later rooms let go of when items are removed for good. */
export const onPurge: House['onPurge'] = [
  releaseRevisions,
  releaseFavorites,
  releaseCards,
  releaseTags,
  releaseReports,
  releaseShares,
  releasePapers,
  releaseUploads,
];

/** What later rooms do when a document is copied. */
export const onCopy: House['onCopy'] = [copyRevision, copyCard, copyTags];

/** Who may refuse a name that somebody gives. */
export const onName: House['onName'] = [judgeName];

/** What folders are made of that are made from a template. */
export const folderPlan: House['folderPlan'] = planOf;

/** Who lends somebody one revision of a document to look at. */
export const lends: House['lends'] = [isLent, isPaper];

/** What later rooms do when a meeting has ended. */
export const onMeetingEnd: House['onMeetingEnd'] = [closeVotes];

/** By login model, how rooms sign people in that come from elsewhere. */
export const onSignIn: House['onSignIn'] = { ...doorSignIns };

/** Directories elsewhere that know passwords. */
export const onPassword: House['onPassword'] = [...doorPasswords];

/** What rooms do when a password was set anew. */
export const onPasswordSet: House['onPasswordSet'] = [unbindChatApps, dropPasskeys, dropDevices];

/** How rooms try the settings of the site that they use. */
export const onTry: House['onTry'] = { ...doorTries, ...accountTries, mail: tryMailSettings };
