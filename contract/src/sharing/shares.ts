import { z } from 'zod';
import { batchLimit } from '../core/rights.ts';
import { get, post } from '../core/route.ts';
import { Flag, Id, Ids, Int, Lang, Nothing, Password, Text, Time, pageFields, paged } from '../core/shapes.ts';
import {
  Address,
  Fetched,
  Limit,
  LinkView,
  Name,
  OrganisationRules,
  Received,
  SeenPages,
  Share,
  ShareActivity,
  ShareRules,
  Visitor,
  maxRecipients,
  shareStates,
  terms,
} from './share-shapes.ts';

const ById = z.object({ id: Id });

/** Shares on the owner's side. */
export const shares = {
  rules: get('/curl/rules', { access: 'session', does: 'What the caller may share, and how', input: Nothing, output: ShareRules }),
  create: post('/curl/create', {
    access: 'session',
    does: 'Share 1 to 15 documents and folders by a link, with people outside or with colleagues',
    input: z.object({
      ...terms,
      name: Name.optional(),
      objIds: Ids,
      allowDownload: Flag.default(false),
      allowPrint: Flag.default(false),
      downloadLimit: Limit.optional(),
      printLimit: Limit.optional(),
    }),
    output: z.object({ id: Id, token: Text, url: Text }),
  }),
  list: get('/curl/list', {
    access: 'session',
    does: "The caller's shares, newest first",
    input: z.object({
      ...pageFields,
      status: z.enum(shareStates).optional(),
      keyword: Text.optional(),
      objId: Id.optional(),
      /** Only those with colleagues. */
      internal: Flag.optional(),
    }),
    output: paged(Share),
  }),
  show: get('/curl/detail', { access: 'session', does: 'One share of the caller', input: ById, output: Share }),
  update: post('/curl/update', {
    access: 'session',
    does: 'Change a share; what is left out stays',
    input: z.object({
      ...terms,
      id: Id,
      name: Name.optional(),
      allowDownload: Flag.optional(),
      allowPrint: Flag.optional(),
      downloadLimit: Limit.optional(),
      printLimit: Limit.optional(),
    }),
    output: Nothing,
  }),
  close: post('/curl/close', { access: 'session', does: 'Close a share: its link opens nothing', input: ById, output: Nothing }),
  reopen: post('/curl/reopen', { access: 'session', does: 'Open a closed share again', input: ById, output: Nothing }),
  remove: post('/curl/delete', {
    access: 'session',
    does: 'Remove a share with all that is known of it',
    input: ById,
    output: Nothing,
  }),
  revoke: post('/curl/revoke', {
    access: 'session',
    does: 'Shut one recipient out, or let them in again; the link stays',
    input: z.object({ id: Id, recipientId: Id, revoked: Flag.default(true) }),
    output: Nothing,
  }),
  mail: post('/curl/mail', {
    access: 'session',
    does: 'Mail the link, without its password, to recipients or other addresses',
    input: z.object({
      id: Id,
      /** Absent: every named address. */
      to: z.array(Address).min(1).max(maxRecipients).optional(),
      message: z.string().max(1000).optional(),
    }),
    output: z.object({ sent: z.number() }),
  }),
  visitors: get('/curl/visitors', {
    access: 'session',
    does: 'Who opened a share, what they did, and who has not opened it',
    input: ById,
    output: z.object({
      list: z.array(Visitor),
      /** By day in UTC, oldest first; empty days are left out. */
      days: z.array(z.object({ day: Text, opens: z.number(), views: z.number(), downloads: z.number(), prints: z.number() })),
    }),
  }),
  pages: get('/curl/pages', {
    access: 'session',
    does: 'Which pages of the documents were looked at for how long, by all visitors or by one',
    input: z.object({ id: Id, visitorKey: Text.optional() }),
    output: z.array(SeenPages),
  }),
  timeline: get('/curl/timeline', {
    access: 'session',
    does: 'What happened to a share, newest first',
    input: z.object({ ...pageFields, id: Id, visitorKey: Text.optional() }),
    output: paged(ShareActivity),
  }),
  export: get('/curl/export', {
    access: 'session',
    does: 'The same as a table in CSV, oldest first, at most 50,000 lines; below them the pages looked at with seconds by visitor, and who has not opened it',
    input: ById,
    output: z.object({ fileName: Text, text: Text }),
  }),
  received: get('/curl/received', {
    access: 'session',
    does: 'What colleagues shared with the caller, newest first',
    input: z.object({ ...pageFields, keyword: Text.optional() }),
    output: paged(Received),
  }),
  innerShare: get('/home/innerShare', {
    access: 'session',
    does: 'The newest of it, for the start page',
    input: z.object({ pageSize: Int.default(8).pipe(z.number().min(1).max(50)) }),
    output: z.object({ list: z.array(Received) }),
  }),
  enter: post('/curl/enter', {
    access: 'session',
    does: 'Open a share as the colleague that one is signed in as: by its token, without its password',
    input: z.object({ token: Text }),
    output: z.object({ sessionId: Text }),
  }),
  organisationRules: get('/curl/organisationRules', {
    access: 'shares.edit',
    does: 'What the organisation sets for its shares',
    input: Nothing,
    output: OrganisationRules.extend({ groups: z.array(z.object({ id: Id, name: Text })) }),
  }),
  saveRules: post('/curl/saveRules', {
    access: 'shares.edit',
    does: 'Set what the organisation lets be shared',
    input: OrganisationRules,
    output: Nothing,
  }),
  all: get('/curl/all', {
    access: 'shares.edit',
    does: 'Every share of the organisation, without its link',
    input: z.object({ ...pageFields, status: z.enum(shareStates).optional(), keyword: Text.optional() }),
    output: paged(
      Share.omit({ token: true, url: true, recipients: true, items: true }).extend({ giverName: Text, itemNames: z.array(Text) }),
    ),
  }),
  closeOther: post('/curl/closeOther', {
    access: 'shares.edit',
    does: 'Close a share of somebody else; only an administrator opens it again',
    input: ById,
    output: Nothing,
  }),
};

const Token = z.string().min(1).max(200);

/** What a share link opens now, for its visitor. */
const Opened = z.object({
  name: Text,
  giverName: Text,
  organisationName: Text,
  deadline: Time.optional(),
  allowDownload: z.boolean(),
  allowPrint: z.boolean(),
  allowUpload: z.boolean(),
  allowEdit: z.boolean(),
  allowComment: z.boolean(),
  onlyUpload: z.boolean(),
  watermark: z.boolean(),
  downloadsLeft: z.number(),
  printsLeft: z.number(),
  /** The verified address of the visitor, or the name of the colleague. */
  visitor: Text,
  /** Documents can be edited online, once the name is proven: they may be changed, their bytes go to visitors as they are, and a name is or can be proven. */
  editsOnline: z.boolean(),
  /** Documents can be commented on, once the name is proven, and it is or can be. */
  commentsOnline: z.boolean(),
  /** Whether the visitor's name is proven. */
  isProven: z.boolean(),
});
export type OpenedShare = z.infer<typeof Opened>;

/** An item as a visitor sees it. */
export const LinkItem = z.object({
  id: Id,
  name: Text,
  objType: z.number(),
  ext: Text.optional(),
  size: z.number().optional(),
  updateTime: Time,
  /** Bits of `right` that the visitor has on it. */
  rights: z.number(),
  /** The visitor uploaded it. */
  own: z.boolean(),
});
export type LinkItem = z.infer<typeof LinkItem>;

const target = z.object({ token: Token, id: Id });
const Size = Int.pipe(z.number().min(0));
const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** Shares on the visitor's side. `link` calls carry the share session's id in `X-Session-Id`; 503 where there is none, or it is over. */
export const links = {
  pwd: get('/dms/pwd', {
    access: 'public',
    does: 'What it takes to open a link: a password, a proven address, or an account; and whose it is; never more',
    input: z.object({ token: Token }),
    /** `mayUseAccount`: a colleague among the recipients opens it with their account, without its password. */
    output: z.object({
      organisationName: Text,
      hasPassword: z.boolean(),
      needsMail: z.boolean(),
      needsAccount: z.boolean(),
      mayUseAccount: z.boolean(),
    }),
  }),
  open: post('/curl/open', {
    access: 'public',
    does: 'Open a link. Where an address must be proven: first with `mail`, which sends a code; then with `mail` and `code`. 502 beyond ten wrong passwords a minute, and too many codes or letters',
    input: z.object({
      token: Token,
      password: Password.optional(),
      mail: z.string().trim().max(254).optional(),
      code: z.string().trim().max(20).optional(),
    }),
    /** `codeSent`: no session yet, a code was sent. */
    output: z.object({ sessionId: Text, codeSent: z.boolean() }),
  }),
  info: get('/curl/info', { access: 'link', does: 'What the visit may do', input: z.object({ token: Token }), output: Opened }),
  items: get('/curl/items', {
    access: 'link',
    does: 'What is shared, or what lies in one of its folders',
    input: z.object({
      ...pageFields,
      token: Token,
      parentId: Id.optional(),
      sortField: z.enum(['name', 'size', 'updateTime']).default('name'),
      sortDirection: z.enum(['asc', 'desc']).default('asc'),
    }),
    output: paged(LinkItem).extend({
      /** From the shared folder down to this one; empty at the top. */
      path: z.array(z.object({ id: Id, name: Text })),
    }),
  }),
  view: post('/curl/preView', { access: 'link', does: 'How to show a shared document', input: target, output: LinkView }),
  download: post('/curl/preDownload', {
    access: 'link',
    does: 'Where to fetch a shared document, or a folder as a zip; counted here, once, however often the address is then used',
    input: target,
    output: Fetched,
  }),
  downloadAll: post('/curl/preDownloadAll', {
    access: 'link',
    does: 'Where to fetch several items, or all that is shared, as one zip; counts as one download',
    input: z.object({ token: Token, objIds: Ids.pipe(z.array(Id).max(batchLimit, 'tooManyItems')).optional() }),
    output: Fetched,
  }),
  print: post('/curl/prePrint', {
    access: 'link',
    does: 'Count a print and allow it',
    input: target,
    output: z.object({ streamUrl: Text, look: Text, printsLeft: z.number() }),
  }),
  upload: post('/curl/preUpload', {
    access: 'link',
    does: 'Open an upload (tus 1.0) into a shared folder; its name gets who sent it, as far as that is known, and a number among their own',
    input: z.object({ token: Token, parentId: Id, name: z.string(), size: Size, sha256: Sha256.optional() }),
    output: z.object({ id: Id, uploadUrl: Text }),
    reads: true,
  }),
  checkIn: post('/curl/preCheckIn', {
    access: 'link',
    does: 'Open an upload (tus 1.0) of a new revision of a shared document; its note begins with the proven address, or with ?. `name`, the name of the file that is sent, has the extension of the document: 5016 else; the document keeps its own',
    input: z.object({
      token: Token,
      id: Id,
      name: z.string(),
      size: Size,
      sha256: Sha256.optional(),
      note: z.string().max(500).optional(),
    }),
    output: z.object({ revisionId: Id, uploadUrl: Text }),
    reads: true,
  }),
  prove: post('/curl/prove', {
    access: 'link',
    does: 'Prove an address on a link that admits everybody and lets documents be edited or commented on: first with `mail`, which sends a code; then with `mail` and `code`. 502 beyond too many codes or letters',
    input: z.object({
      token: Token,
      mail: z.string().trim().max(254),
      code: z.string().trim().max(20).optional(),
      /** The language of the letter. */
      lang: Lang.optional(),
    }),
    /** `codeSent`: not yet proven, a code was sent. */
    output: z.object({ codeSent: z.boolean() }),
  }),
  leave: post('/curl/leave', { access: 'link', does: 'End the visit', input: z.object({ token: Token }), output: Nothing }),
};
