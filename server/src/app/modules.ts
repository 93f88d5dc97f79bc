import { accessRoutes, reviewRoutes } from '../modules/access/routes.ts';
import { itemsInEmails } from '../modules/access/items-in-emails.ts';
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
import { releaseCustomFolders } from '../modules/classification/custom-folders.ts';
import { favouriteFacts, releaseFavourites } from '../modules/classification/favourites.ts';
import { cardRoutes, labelRoutes } from '../modules/classification/routes.ts';
import { noteFacts, releaseNotes } from '../modules/classification/notes.ts';
import { cardSubscribers, copyCard, copyTags, releaseCards, releaseTags, tagSubscribers } from '../modules/classification/subscribers.ts';
import { allTagFacts, tagFacts } from '../modules/classification/tags.ts';
import {
  acknowledgementFacts,
  acknowledgementOfView,
  recordOpening,
  releaseAcknowledgements,
} from '../modules/acknowledgements/item-acknowledgements.ts';
import { requestsInEmails } from '../modules/acknowledgements/requests-in-emails.ts';
import { acknowledgementFiles, acknowledgementRoutes } from '../modules/acknowledgements/routes.ts';
import { acknowledgementSubscribers } from '../modules/acknowledgements/subscribers.ts';
import { followedInEmails } from '../modules/activity/followed-in-emails.ts';
import { followedInMessages } from '../modules/activity/followed-in-messages.ts';
import { followFacts, releaseFollows } from '../modules/activity/following.ts';
import { releaseActivity } from '../modules/activity/item-activity.ts';
import { activityRoutes } from '../modules/activity/routes.ts';
import { activitySubscribers } from '../modules/activity/subscribers.ts';
import { copyComments } from '../modules/comments/copy-comments.ts';
import { commentFacts, releaseComments } from '../modules/comments/item-comments.ts';
import { commentRoutes } from '../modules/comments/routes.ts';
import { commentSubscribers } from '../modules/comments/subscribers.ts';
import { threadsForPdf } from '../modules/comments/threads-for-pdfs.ts';
import { itemReleases, purgeHolds } from '../modules/documents/bin.ts';
import {
  archiveEndpoints,
  archiveRoutes,
  archiveSubscribers,
  contentEndpoints,
  attachmentRoutes,
  contentRoutes,
  contentSubscribers,
} from '../modules/documents/content.routes.ts';
import { documentCopiers, folderCopiers } from '../modules/documents/copy-items.ts';
import { temporaryAccess } from '../modules/documents/file-tickets.ts';
import { flowRules, hasFlowAttachmentAccess } from '../modules/documents/flow-attachments.ts';
import { itemNameRules } from '../modules/documents/item-names.ts';
import { lockVisitors, openEditors, passingLocks } from '../modules/documents/locks.ts';
import { libraryRoutes, templateRoutes } from '../modules/documents/routes.ts';
import { listedItemFacts, shownItemFacts } from '../modules/documents/show-items.ts';
import { cabinetUses } from '../modules/documents/update-item.ts';
import { editorFacts, leaveEditorLock, releaseEditSessions } from '../modules/editing/editors.ts';
import { documentEditors } from '../modules/editing/open-editors.ts';
import { editingFiles, editingRoutes, editingSockets, editingSubscribers } from '../modules/editing/routes.ts';
import { documentReaders, lockVisitorNames, sharedCopies, visitorEditRecorders } from '../modules/editing/visitor-edits.ts';
import { officeServerCheck } from '../modules/editing/office-server-check.ts';
import { editFacts, releaseOfficeRows } from '../modules/editing/office-server.ts';
import { officeServerEndpoints, officeServerRoutes } from '../modules/editing/office-server.routes.ts';
import { judgeReceivedFile, releaseIsolatedVersions, scannerFact, virusFacts } from '../modules/governance/isolation.ts';
import { isolationRoutes, sensitiveWordRoutes } from '../modules/governance/routes.ts';
import { blockedAmong, blockedIn } from '../modules/governance/findings.queries.ts';
import { refuseBlockedWords } from '../modules/governance/sensitive-words.ts';
import { isolationSubscribers, sensitiveWordSubscribers } from '../modules/governance/subscribers.ts';
import {
  organisationRoutes,
  principalRoutes,
  quotaRoutes,
  structureRoutes,
  userRoutes,
} from '../modules/identity/organisation-structure.routes.ts';
import { currentUserFacts } from '../modules/identity/current-user-facts.ts';
import { passwordResetSteps } from '../modules/identity/password-set.ts';
import { providerChecks } from '../modules/identity/provider-checks.ts';
import { receivedFileChecks } from '../modules/identity/received-files.ts';
import { shareSessionOpeners } from '../modules/identity/run-as.ts';
import { accountSubscribers } from '../modules/notifications/subscribers.ts';
import {
  accountRoutes,
  passkeyChecks,
  protectionRoutes,
  providerFiles,
  providerRoutes,
  sessionFiles,
  sessionRoutes,
  sessionSubscribers,
} from '../modules/identity/sign-in.routes.ts';
import { agendaDocumentRules, hasAgendaAccess, releaseAgendaDocuments } from '../modules/meetings/agenda.ts';
import { meetingsInEmails } from '../modules/meetings/meetings-in-emails.ts';
import { meetingFiles, meetingRoutes, minutesRoutes, voteRoutes } from '../modules/meetings/routes.ts';
import { meetingSubscribers, voteSubscribers } from '../modules/meetings/subscribers.ts';
import { emailSubjects } from '../modules/notifications/email-subjects.ts';
import { messageWordings } from '../modules/notifications/message-words.ts';
import { messageFiles, messageRoutes, messageSubscribers } from '../modules/notifications/routes.ts';
import { threadsForPdfs } from '../modules/preview/commented-pdfs.ts';
import { previewFiles, previewRoutes, previewSubscribers } from '../modules/preview/routes.ts';
import { viewFacts, viewRecorders } from '../modules/preview/views.ts';
import { reportFiles } from '../modules/reporting/report-export.ts';
import { operationLogRoutes, statisticRoutes } from '../modules/reporting/routes.ts';
import { wasReadSince } from '../modules/reporting/document-readers.ts';
import { forgetUsageOfItems, operationLogSubscribers, usageSubscribers } from '../modules/reporting/subscribers.ts';
import { searchRoutes } from '../modules/search/routes.ts';
import { searchSubscribers, textFacts } from '../modules/search/subscribers.ts';
import { shareRoutes, shareSessionRoutes } from '../modules/sharing/routes.ts';
import { forgetVisitorUploads, removeItemsFromShares, shareSessionSubscribers, sharedItemFacts } from '../modules/sharing/share-removal.ts';
import { requireMayShare } from '../modules/sharing/share-rules.ts';
import { copiesOfUploads, openSessionById, recordVisitorEdit } from '../modules/sharing/share-sessions.ts';
import { withheldItems } from '../modules/sharing/withheld-items.ts';
import { releaseSignatures } from '../modules/signatures/item-signatures.ts';
import { signatureRoutes } from '../modules/signatures/routes.ts';
import { signatureSubscribers } from '../modules/signatures/subscribers.ts';
import { timeStampCheck } from '../modules/signatures/time-stamps.ts';
import { sharesInEmails } from '../modules/sharing/shares-in-emails.ts';
import { shareSubscribers } from '../modules/sharing/subscribers.ts';
import { copyDocumentProperties, copyFolderProperties, releaseProperties } from '../modules/webdav/dead-properties.ts';
import { dropDevicesOnPasswordReset, syncDiskFact } from '../modules/webdav/devices.ts';
import { leaveDeviceLock } from '../modules/webdav/locks.ts';
import { webdavEndpoints, webdavRoutes } from '../modules/webdav/routes.ts';
import { hasFlowAccess } from '../modules/workflows/flow-access.ts';
import { flowsInEmails } from '../modules/workflows/flows-in-emails.ts';
import { flowAttachmentRules } from '../modules/workflows/flow-attachments.ts';
import { abolishedDocuments, holdPublicationsToCome, isBoundToFlows, publicationFacts } from '../modules/workflows/publication-facts.ts';
import { flowRoutes } from '../modules/workflows/routes.ts';
import { flowSubscribers } from '../modules/workflows/subscribers.ts';
import type { Subscriber } from '../platform/events/outbox.ts';
import type { Served, ServedFile } from '../platform/http/serve.ts';
import type { ServedSocket } from '../platform/http/sockets.ts';
import { testMailSettings } from '../platform/mail/outgoing-mail.ts';
import { settingsChecks } from '../platform/settings/settings.ts';
import { homeRoutes } from './home/routes.ts';

/** Every call of every module. */
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
  ...attachmentRoutes,
  ...archiveRoutes,
  ...previewRoutes,
  ...cardRoutes,
  ...labelRoutes,
  ...commentRoutes,
  ...acknowledgementRoutes,
  ...searchRoutes,
  ...signatureRoutes,
  ...sensitiveWordRoutes,
  ...isolationRoutes,
  ...shareRoutes,
  ...shareSessionRoutes,
  ...editingRoutes,
  ...meetingRoutes,
  ...voteRoutes,
  ...minutesRoutes,
  ...webdavRoutes,
  ...officeServerRoutes,
  ...flowRoutes,
  ...activityRoutes,
  ...operationLogRoutes,
  ...statisticRoutes,
  ...userAdministrationRoutes,
  ...userQuotaRoutes,
  ...homeRoutes,
];

/** Every path that serves bytes. */
export const files: ServedFile[] = [
  ...editingFiles,
  ...siteFiles,
  ...sessionFiles,
  ...providerFiles,
  ...messageFiles,
  ...contentEndpoints,
  ...archiveEndpoints,
  ...previewFiles,
  ...acknowledgementFiles,
  ...reportFiles,
  ...meetingFiles,
  ...webdavEndpoints,
  ...officeServerEndpoints,
  ...userAdministrationFiles,
];

/** Every WebSocket. */
export const sockets: ServedSocket[] = editingSockets;

/** The subscribers of all modules. */
export const subscribers: Subscriber[] = [
  ...siteSubscribers,
  ...sessionSubscribers,
  ...messageSubscribers,
  ...accountSubscribers,
  ...accessSubscribers,
  ...contentSubscribers,
  ...previewSubscribers,
  ...archiveSubscribers,
  ...cardSubscribers,
  ...tagSubscribers,
  ...commentSubscribers,
  ...acknowledgementSubscribers,
  ...searchSubscribers,
  ...signatureSubscribers,
  ...sensitiveWordSubscribers,
  ...isolationSubscribers,
  ...shareSubscribers,
  ...shareSessionSubscribers,
  ...editingSubscribers,
  ...meetingSubscribers,
  ...voteSubscribers,
  ...flowSubscribers,
  ...activitySubscribers,
  ...operationLogSubscribers,
  ...usageSubscribers,
  ...quotaSubscribers,
];

// extension points, filled once a process; what is added first is asked first
listedItemFacts.add(
  favouriteFacts,
  followFacts,
  noteFacts,
  commentFacts,
  acknowledgementFacts,
  tagFacts,
  sharedItemFacts,
  editorFacts,
  editFacts,
  publicationFacts,
  virusFacts,
);
cabinetUses.add(isBoundToFlows);
shownItemFacts.add(textFacts, allTagFacts);
viewFacts.add(acknowledgementOfView);
viewRecorders.add(recordOpening);
itemReleases.add(
  releaseFavourites,
  releaseCustomFolders,
  releaseNotes,
  releaseComments,
  releaseAcknowledgements,
  releaseSignatures,
  releaseCards,
  releaseTags,
  releaseActivity,
  releaseFollows,
  forgetUsageOfItems,
  removeItemsFromShares,
  releaseAgendaDocuments,
  forgetVisitorUploads,
  releaseEditSessions,
  releaseOfficeRows,
  releaseProperties,
  releaseIsolatedVersions,
);
purgeHolds.add(holdPublicationsToCome);
threadsForPdfs.add(threadsForPdf);
documentCopiers.add(copyCard, copyTags, copyComments, copyDocumentProperties);
folderCopiers.add(copyFolderProperties);
itemNameRules.add(refuseBlockedWords);
temporaryAccess.add(hasFlowAccess, hasAgendaAccess, hasFlowAttachmentAccess);
flowRules.add(flowAttachmentRules);
withheldItems.add({ among: blockedAmong, in: blockedIn }, abolishedDocuments);
shareSessionOpeners.add(openSessionById);
visitorEditRecorders.add(recordVisitorEdit);
sharedCopies.add(copiesOfUploads);
documentReaders.add(wasReadSince);
lockVisitors.add(lockVisitorNames);
openEditors.add(documentEditors);
passingLocks.add(leaveEditorLock, leaveDeviceLock);
currentUserFacts.add(syncDiskFact, scannerFact);
receivedFileChecks.add(judgeReceivedFile);
passwordResetSteps.add(dropDevicesOnPasswordReset);
settingsChecks.add(providerChecks, passkeyChecks, { mail: testMailSettings }, officeServerCheck, timeStampCheck);
agendaDocumentRules.add(requireMayShare);
messageWordings.add(followedInMessages);
emailSubjects.add(itemsInEmails, requestsInEmails, meetingsInEmails, sharesInEmails, flowsInEmails, followedInEmails);
