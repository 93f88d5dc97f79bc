import { accessRequests } from '@dossier/contract/access/requests';
import { reviews } from '@dossier/contract/access/reviews';
import { acknowledgements } from '@dossier/contract/acknowledgements/acknowledgements';
import { customFolders } from '@dossier/contract/classification/custom-folders';
import { documentTemplates } from '@dossier/contract/classification/document-templates';
import { administrativePermissions } from '@dossier/contract/core/administrative-permissions';
import { module } from '@dossier/contract/core/rights';
import { site } from '@dossier/contract/core/site';
import { limits } from '@dossier/contract/identity/quotas';
import { type CurrentUser, session } from '@dossier/contract/identity/sessions';
import { signInProviders } from '@dossier/contract/identity/sign-in-providers';
import { meetings } from '@dossier/contract/meetings/meetings';
import { scores, votes } from '@dossier/contract/meetings/votes';
import { messages } from '@dossier/contract/notifications/messages';
import { thumbnails } from '@dossier/contract/preview/thumbnails';
import { flows } from '@dossier/contract/workflows/flows';
import { type Answer, answer, pageOf } from './answers.ts';

/** A user of the site's own organisation with all administrative permissions. */
export const administrator: CurrentUser = {
  id: '1',
  loginName: 'admin',
  fullName: 'Administrator',
  roleType: 1,
  roles: ['Site administrators'],
  ownRoles: [],
  moduleTypes: Object.values(module),
  deeds: [...administrativePermissions],
  branchDeeds: [],
  searchType: 1,
  doubleClick: 2,
  viewType: 1,
  window: 1,
  lang: 'en',
  spaceId: '1',
  spaceName: 'Dossier',
  brand: {},
  spaceCount: 1,
  guest: false,
  hasAvatar: false,
};

/** What the frame around each page asks, for a user. */
export const shellAnswers = (user: Partial<CurrentUser> = {}): Answer[] => [
  answer(session.current, { ...administrator, ...user }),
  answer(limits.ownQuota, {}),
  answer(customFolders.list, { list: [] }),
  answer(messages.unread, { list: [], totalNumber: 0 }),
  // a list of a folder asks, to know whether documents can be made from templates
  answer(documentTemplates.choices, []),
  // the details of a document show one
  answer(thumbnails.list, ({ ids }) => ({ list: ids.map((id) => ({ id, state: 'none' as const })) })),
  answer(session.streamTicket, { url: '/msg/stream', expires: '2099-01-01T00:00:00.000Z' }),
];

/** What the tabs of a phone ask, where nothing waits for the user. */
export const nothingWaits: Answer[] = [
  answer(meetings.coming, { list: [] }),
  answer(votes.list, pageOf([])),
  answer(scores.list, pageOf([])),
  answer(flows.list, pageOf([])),
  answer(accessRequests.waiting, pageOf([])),
  answer(acknowledgements.pending, pageOf([])),
  answer(reviews.states, pageOf([])),
];

const onlyPasswords = answer(site.doors, { forgotPassword: false, scan: false, passkeys: false, clients: [], handOff: false });

/** What the menu of the user asks to know its entries, where login name and password are the only way in. */
export const menuAnswers: Answer[] = [onlyPasswords, answer(signInProviders.bindings, { list: [] })];

/** The sign-in page of a site where login name and password are the only way in. */
export const signInAnswers: Answer[] = [answer(session.captcha, { required: false }), onlyPasswords];
