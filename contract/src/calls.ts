import { account } from './account.ts';
import { admin } from './admin.ts';
import { addresses } from './addresses.ts';
import { archives } from './archives.ts';
import { compare } from './compare.ts';
import { content } from './content.ts';
import { disk } from './disk.ts';
import { doors } from './doors.ts';
import { films } from './films.ts';
import { absences, flows } from './flows.ts';
import { flowTemplates } from './flow-templates.ts';
import { home } from './home.ts';
import { labels } from './labels.ts';
import { library } from './library.ts';
import { listings } from './listings.ts';
import { limits } from './limits.ts';
import { meetingPapers, meetings } from './meetings.ts';
import { messages } from './messages.ts';
import { minutes } from './minutes.ts';
import { officeLooks } from './office-looks.ts';
import { online } from './online.ts';
import { pageLooks } from './page-looks.ts';
import { people } from './people.ts';
import { permissions } from './permissions.ts';
import { preview } from './preview.ts';
import { reports } from './reports.ts';
import { reviews } from './reviews.ts';
import { looks } from './looks.ts';
import type { Route } from './route.ts';
import { search } from './search.ts';
import { screening } from './screening.ts';
import { session } from './session.ts';
import { links, shares } from './shares.ts';
import { sheets } from './sheets.ts';
import { site } from './site.ts';
import { statistics } from './statistics.ts';
import { thumbnails } from './thumbnails.ts';
import { categories } from './categories.ts';
import { documentTemplates } from './document-templates.ts';
import { cards } from './cards.ts';
import { tags } from './tags.ts';
import { templates } from './templates.ts';
import { scores, votes } from './votes.ts';
import { watermarks } from './watermarks.ts';

/** Every call of the product by room: what the server must serve and `/openapi.json` describes. */
export const calls: Record<string, Record<string, Route>> = {
  site,
  limits,
  people,
  session: { ...session, ...online, ...addresses },
  doors,
  messages,
  account,
  permissions,
  officeLooks,
  reviews,
  library,
  templates,
  content,
  watermarks,
  sheets,
  archives,
  listings,
  pages: pageLooks,
  preview,
  looks,
  films,
  compare,
  thumbnails,
  cards,
  documentTemplates,
  categories,
  labels,
  tags,
  search,
  screening,
  shares: { ...shares, ...links },
  meetings: { ...meetings, papers: meetingPapers.add, removePaper: meetingPapers.remove },
  votes,
  scores,
  minutes,
  disk,
  flows,
  flowTemplates,
  absences,
  reports,
  statistics,
  admin,
  home,
};
