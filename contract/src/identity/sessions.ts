import { z } from 'zod';
import { administrativePermissions } from '../core/administrative-permissions.ts';
import { get, post } from '../core/route.ts';
import { Flag, Id, Ids, Int, Lang, LoginName, Nothing, Password, Text, Time, pageFields, paged } from '../core/shapes.ts';
import { Validation } from './account.ts';

/** The signed-in user and their preferences. */
export const CurrentUser = z.object({
  id: Id,
  loginName: Text,
  fullName: Text,
  roleType: z.number(),
  roles: z.array(Text),
  /** All roles of the user in the current space, and the active role of this session; without `roleId` all of them are active. */
  ownRoles: z.array(z.object({ id: Id, name: Text })),
  roleId: Id.optional(),
  moduleTypes: z.array(z.number()),
  /** Administrative permissions of the user, in the whole organisation and within the department scope. */
  deeds: z.array(z.enum(administrativePermissions)),
  branchDeeds: z.array(z.enum(administrativePermissions)),
  /** 1 table, 2 snapshot */
  searchType: z.number(),
  /** 1 download, 2 view, 3 edit */
  doubleClick: z.number(),
  /** 1 our page viewer, 2 office server */
  viewType: z.number(),
  /** The site has an office server, which can show documents too. */
  officeServer: z.boolean().optional(),
  /** Whether programs open documents from the sync disk for this user: it may be off for the whole site, or refused to them. */
  syncDisk: z.enum(['open', 'off', 'refused']).optional(),
  /** Days without contact after which copies that the user keeps offline are forgotten; absent where the site has turned them off. */
  offlineDays: z.number().optional(),
  /** The virus scanner does not answer: told to the security office. */
  virusScannerDown: z.boolean().optional(),
  /** 1 new browser tab, 2 same tab */
  window: z.number(),
  lang: Lang,
  spaceId: Id,
  spaceName: Text,
  /** Title, accent colour and logo of the organisation, in place of the product's own. */
  brand: z.object({ title: Text.optional(), accent: Text.optional(), logoUrl: Text.optional() }),
  /** How many spaces the user has. */
  spaceCount: z.number(),
  /** True where the current space is another organisation than the user's own. */
  guest: z.boolean(),
  hasAvatar: z.boolean(),
  /** Ready for `<img>`; absent without an image. */
  avatarUrl: Text.optional(),
  /** Appearance, density and similar; the format is the client's own. */
  listLayout: Text.optional(),
  /** True where the session is blocked until the password is changed. */
  passwordDue: z.boolean().optional(),
  /** Why it is due, and the site's rules for a new one: minimum length and character classes. */
  passwordTerms: z.object({ reason: z.enum(['given', 'age']), length: z.number(), classes: z.number() }).optional(),
  /** The administrator of this view-as session, and when it ends. */
  viewer: z.object({ id: Id, name: Text, until: Time }).optional(),
});
export type CurrentUser = z.infer<typeof CurrentUser>;

/** An organisation that the user can work in. */
export const Space = z.object({
  id: Id,
  spaceId: Id,
  name: Text,
  /** False where the user is a guest. */
  own: z.boolean(),
  current: z.boolean(),
});
export type Space = z.infer<typeof Space>;

/** Upload of the user's own avatar (multipart, field `file`, a PNG) and download of avatars. Raw bytes, so no calls with an envelope. */
export const avatarPaths = {
  put: '/user/importHeader',
  see: '/user/header',
  largest: 1024 * 1024,
  largestSource: 2.1 * 1024 * 1024,
  side: 200,
} as const;

/** The sign-in pages for phones and tablets, by `p` of the sign-in call, and the page that each leads to. */
export const handheldEntries = {
  phone: { page: '/zxPhoneLogin', landing: '/phone-macroAnalysis' },
  pad: { page: '/zxPadLogin', landing: '/pad-macroAnalysis' },
} as const;

const Setting = z.object({ value: Int });

export const session = {
  login: post('/user/jsonLogin', {
    access: 'public',
    does: 'Sign in: 1 account and password, 2 handed over, 3 messaging app, 4 scanned code, 5 enterprise chat, 6 identity provider',
    input: z.object({
      /** With model 2: the login name that the ticket must name, if given. */
      loginName: LoginName.optional(),
      password: Password.optional(),
      loginModel: Int.default(1),
      /** Model 1: the verification code of the image, like `captcha`. Models 3, 5, 6: the code that an external provider returned. */
      code: z.string().max(4000).optional(),
      /** Values that an external provider returned to the browser (models 3, 5, 6). */
      state: z.string().max(4000).optional(),
      iss: z.string().max(2000).optional(),
      /** A ticket signed by another system (model 2), and the address to redirect to. */
      ticket: z.string().max(8000).optional(),
      redUrl: z.string().max(4000).optional(),
      lang: Lang.optional(),
      /** Language of the page: stored for a user who signs in for the first time. */
      pageLang: Lang.optional(),
      /** A sign-in on a phone; "pad": on a tablet. The answer names the page to land on. */
      p: z.string().max(20).optional(),
      /** The image that the verification code is from; without it the latest image that this address requested. */
      captchaId: Text.optional(),
      captcha: Text.optional(),
    }),
    output: z.object({
      /** With `validate`: only a ticket for `msgLogin`, no session. */
      sessionId: Text,
      /** The pending second factor. */
      validate: Validation.optional(),
      /** True where the session is blocked until the password is changed (2050). */
      passwordDue: z.boolean().optional(),
      /** The `state` of an external sign-in, which picks the page to land on; with `p` the path of that page. */
      landing: Text.optional(),
      /** `redUrl`, where the site allows its host. */
      redUrl: Text.optional(),
    }),
  }),
  msgLogin: post('/validate/msgLogin', {
    access: 'public',
    does: 'The second step: with the right code the ticket becomes the session',
    input: z.object({ sessionId: Text, validateId: Text, validateCode: z.string().trim().max(40) }),
    output: z.object({
      sessionId: Text,
      passwordDue: z.boolean().optional(),
      /** The page to land on, where the sign-in began with `p`. */
      landing: Text.optional(),
    }),
  }),
  resendCode: post('/validate/resend', {
    access: 'public',
    does: 'Send another code for the second step',
    input: z.object({ sessionId: Text, validateId: Text }),
    output: Nothing,
  }),
  captcha: get('/validate/init', {
    access: 'public',
    does: 'An image with a verification code; needed after three failed sign-ins',
    input: z.object({
      loginName: LoginName.default(''),
      /** Where a captcha is always required, as for a forgotten password. */
      always: Flag.optional(),
    }),
    output: z.object({ required: z.boolean(), captchaId: Text.optional(), image: Text.optional() }),
  }),
  checkCaptcha: post('/validate/check', {
    access: 'public',
    does: 'Whether a verification code is right, without using it up',
    input: z.object({ captchaId: Text, captcha: Text }),
    output: z.object({ valid: z.boolean() }),
  }),
  current: get('/session/current', {
    access: 'session',
    whenPasswordDue: true,
    inView: 'sees',
    does: 'The signed-in person',
    input: Nothing,
    output: CurrentUser,
  }),
  logout: post('/user/jsonLogout', {
    access: 'session',
    whenPasswordDue: true,
    inView: 'ends',
    does: 'Sign out here',
    input: Nothing,
    output: Nothing,
  }),
  logoutEverywhere: post('/user/logoutAll', {
    access: 'session',
    whenPasswordDue: true,
    does: 'Sign out on every device',
    input: Nothing,
    output: z.object({ ended: z.number() }),
  }),
  changePassword: post('/user/changePwd', {
    access: 'session',
    whenPasswordDue: true,
    does: 'Change the own password; ends the other sessions',
    input: z.object({ oldPwd: Password, newPwd: Password, confirmPwd: Password.optional() }),
    output: Nothing,
  }),
  setLang: post('/setting/lang', {
    access: 'session',
    whenPasswordDue: true,
    does: 'Set the language',
    input: z.object({ value: Lang }),
    output: Nothing,
  }),
  setSearchType: post('/setting/searchType', {
    access: 'session',
    does: 'Search results as table (1) or snapshot (2)',
    input: Setting,
    output: Nothing,
  }),
  setDoubleClick: post('/setting/doubleClick', {
    access: 'session',
    does: 'Double click downloads (1), views (2), edits (3)',
    input: Setting,
    output: Nothing,
  }),
  setViewType: post('/setting/viewType', {
    access: 'session',
    does: 'View in our page viewer (1) or the office server (2)',
    input: Setting,
    output: Nothing,
  }),
  setWindow: post('/setting/window', {
    access: 'session',
    does: 'Open documents in a new tab (1) or the same (2)',
    input: Setting,
    output: Nothing,
  }),
  setListLayout: post('/setting/listLayout', {
    access: 'session',
    does: 'Keep the look of lists (JSON text, at most 16 kB)',
    input: z.object({ value: z.string().max(16_384) }),
    output: Nothing,
  }),
  changeSpace: post('/session/changeSpace', {
    access: 'session',
    does: 'Work in another space with this session; only those of the own organisations can be chosen',
    input: z.object({ spaceId: Id }),
    output: Nothing,
  }),
  changeRole: post('/session/changeRole', {
    access: 'session',
    does: 'Work in one of the own roles ("0": in all of them); the token changes with it',
    input: z.object({ roleId: z.union([Id, z.literal('0')]) }),
    output: z.object({ sessionId: Text }),
  }),
  spaces: get('/session/spaceList', {
    access: 'session',
    does: 'The spaces that one may work in',
    input: z.object({ ...pageFields, pageSize: Int.default(15).pipe(z.number().min(1).max(1000)), keyword: Text.optional() }),
    output: paged(Space),
  }),
  changeModule: post('/session/changeModule', {
    access: 'session',
    does: 'Note the area one works in',
    input: z.object({ moduleType: Int }),
    output: Nothing,
  }),
  viewDetail: get('/session/viewAsDetail', {
    access: 'rights.viewAs',
    does: 'Whom one would view as, for how long, and whether they are told',
    input: z.object({ userId: Id }),
    output: z.object({ id: Id, fullName: Text, minutes: z.number(), told: z.boolean() }),
  }),
  viewAs: post('/session/viewAs', {
    access: 'rights.viewAs',
    does: 'Begin to view as a person of the space: a session of its own that only reads, and ends by itself',
    input: z.object({ userId: Id }),
    output: z.object({ sessionId: Text, until: Time }),
  }),
  /** A live stream of server-sent events; authorised by a ticket because EventSource sends no header. */
  streamTicket: post('/msg/stream', {
    access: 'session',
    does: 'A ticket for the live stream of messages',
    input: Nothing,
    output: z.object({ url: Text, expires: Time }),
    reads: true,
  }),
};

/** A session as administrators see it. */
export const OnlineSession = z.object({
  id: Id,
  userId: Id,
  loginName: Text,
  fullName: Text,
  /** Ready for `<img>`; absent without an image. */
  avatarUrl: Text.optional(),
  /** For a guest: the organisation that the account belongs to. */
  guestOf: Text.optional(),
  /** True where the organisation's own user currently works in another organisation. */
  elsewhere: z.boolean(),
  /** Browser or program, and operating system; empty where unknown. */
  browser: Text,
  system: Text,
  address: Text,
  /** How the user signed in: password, scanned code, passkey or an external provider; or that it is a view-as session. */
  door: z.enum(['password', 'scan', 'passkey', 'identityProvider', 'ldap', 'handOff', 'messagingApp', 'enterpriseChat', 'viewAs']),
  /** The administrator of a view-as session. */
  viewer: z.object({ id: Id, name: Text }).optional(),
  since: Time,
  lastSeen: Time,
  /** The caller's own session. */
  current: z.boolean(),
});
export type OnlineSession = z.infer<typeof OnlineSession>;

const Ended = z.object({ ended: z.number() });

export const activeSessions = {
  onlineSessions: get('/onliner/pageList', {
    access: 'sessions.see',
    does: 'The sessions of the people of the organisation, and of its guests who work in it; by name, login name or address',
    input: z.object({
      ...pageFields,
      keyword: z.string().max(200).optional(),
      /** Only theirs. */
      userId: Id.optional(),
      sortDirection: z.enum(['asc', 'desc']).default('desc'),
    }),
    output: paged(OnlineSession),
  }),
  endOnline: post('/onliner/end', { access: 'sessions.end', does: 'End a session', input: z.object({ id: Id }), output: Ended }),
  endOnlineOf: post('/onliner/endAll', {
    access: 'sessions.end',
    does: 'End all sessions of a person; of a guest those that work here',
    input: z.object({ userId: Id }),
    output: Ended,
  }),
  endOnlineOfMany: post('/onliner/endMany', {
    access: 'sessions.end',
    does: 'End all sessions of several people, of guests those that work here; of all of them or of none',
    input: z.object({ userIds: Ids }),
    output: Ended,
  }),
};
