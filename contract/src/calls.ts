import { accessAudits } from './access/access-audits.ts';
import { permissions } from './access/permissions.ts';
import { accessRequests } from './access/requests.ts';
import { reviews } from './access/reviews.ts';
import { cards } from './classification/cards.ts';
import { categories } from './classification/categories.ts';
import { documentTemplates } from './classification/document-templates.ts';
import { customFolders } from './classification/custom-folders.ts';
import { favourites } from './classification/favourites.ts';
import { notes } from './classification/notes.ts';
import { tags } from './classification/tags.ts';
import { activity } from './activity/activity.ts';
import { following } from './activity/following.ts';
import { acknowledgements } from './acknowledgements/acknowledgements.ts';
import { comments } from './comments/comments.ts';
import { home } from './core/home.ts';
import type { Route } from './core/route.ts';
import { site } from './core/site.ts';
import { attachments } from './documents/attachments.ts';
import { archives, content } from './documents/content.ts';
import { templates } from './documents/folder-templates.ts';
import { library } from './documents/library.ts';
import { listViews } from './documents/list-views.ts';
import { validity } from './documents/validity.ts';
import { editing } from './editing/editing.ts';
import { linkComments } from './comments/link-comments.ts';
import { linkEditing } from './editing/link-editing.ts';
import { officeServer } from './editing/office-server.ts';
import { isolation } from './governance/isolation.ts';
import { sensitiveWords } from './governance/sensitive-words.ts';
import { account } from './identity/account.ts';
import { addresses } from './identity/address-restrictions.ts';
import { limits } from './identity/quotas.ts';
import { activeSessions, session } from './identity/sessions.ts';
import { signInProviders } from './identity/sign-in-providers.ts';
import { admin } from './identity/user-administration.ts';
import { people } from './identity/users.ts';
import { agendaDocuments, meetings } from './meetings/meetings.ts';
import { minutes } from './meetings/minutes.ts';
import { scores, votes } from './meetings/votes.ts';
import { emails } from './notifications/emails.ts';
import { messages } from './notifications/messages.ts';
import { push } from './notifications/push.ts';
import { archiveContents } from './preview/archive-contents.ts';
import { compare } from './preview/compare.ts';
import { media } from './preview/media.ts';
import { offlineCopies } from './preview/offline-copies.ts';
import { pagesByToken } from './preview/pages.ts';
import { pdfChanges } from './preview/pdf-changes.ts';
import { previewByToken } from './preview/preview-token.ts';
import { attachmentViews, preview } from './preview/preview.ts';
import { thumbnails } from './preview/thumbnails.ts';
import { watermarks } from './preview/watermarks.ts';
import { workbooks } from './preview/workbooks.ts';
import { operationLog } from './reporting/operation-log.ts';
import { statistics } from './reporting/statistics.ts';
import { savedSearches } from './search/saved-searches.ts';
import { search } from './search/search.ts';
import { links, shares } from './sharing/shares.ts';
import { signatures } from './signatures/signatures.ts';
import { webdav } from './webdav/devices.ts';
import { absences, flowEmails, flowTemplates, flows } from './workflows/flows.ts';

/** Every call of the product by subject: what the server must serve and `/openapi.json` describes. */
export const calls: Record<string, Record<string, Route>> = {
  site,
  limits,
  people,
  session: { ...session, ...activeSessions, ...addresses },
  signInProviders,
  messages,
  emails,
  push,
  account,
  permissions,
  accessRequests,
  accessAudits,
  reviews,
  library,
  listViews,
  validity,
  templates,
  content,
  attachments: { ...attachments, ...attachmentViews },
  watermarks,
  workbooks,
  archives,
  archiveContents,
  pagesByToken,
  pdfChanges,
  offlineCopies,
  preview,
  previewByToken,
  media,
  compare,
  thumbnails,
  cards,
  documentTemplates,
  categories,
  customFolders,
  favourites,
  notes,
  comments,
  acknowledgements,
  activity,
  following,
  tags,
  search,
  savedSearches,
  signatures,
  editing,
  linkComments,
  linkEditing,
  sensitiveWords,
  isolation,
  shares: { ...shares, ...links },
  meetings: { ...meetings, papers: agendaDocuments.add, removePaper: agendaDocuments.remove },
  votes,
  scores,
  minutes,
  webdav,
  officeServer,
  flows,
  flowEmails,
  flowTemplates,
  absences,
  operationLog,
  statistics,
  admin,
  home,
};
