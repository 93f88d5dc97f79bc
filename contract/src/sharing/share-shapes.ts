import { z } from 'zod';
import { Flag, Id, Int, Text, Time } from '../core/shapes.ts';
import { View } from '../preview/preview.ts';

/** What a limit of 0, or none, means. */
export const unlimited = 99;
/** The most addresses, domains and colleagues of one share. */
export const maxRecipients = 50;
/** Days until a share ends, by default. */
export const defaultDays = 7;

/** State of a share: active, expired, or closed by its owner. */
export const shareStates = ['enabled', 'expired', 'closed'] as const;
export type ShareState = (typeof shareStates)[number];

/** Principals inside the organisation that something is shared with. */
export const colleagueTypes = ['user', 'group', 'department', 'organisation'] as const;

/** Events in the timeline of a share. */
export const shareEvents = ['opened', 'viewed', 'downloaded', 'printed', 'uploaded', 'edited', 'commented'] as const;
export type ShareEvent = (typeof shareEvents)[number];

/** Recipient of a share: an address, a domain (`example.org`), anyone with a verified address (`*`), or colleagues. */
export const ShareRecipient = z.object({
  id: Id,
  kind: z.enum(['mail', 'domain', ...colleagueTypes]),
  /** The address, the domain, or the name of the colleagues. */
  name: Text,
  granteeId: Id.optional(),
  /** Admitted by a domain, not named. */
  byDomain: z.boolean(),
  revoked: z.boolean(),
  /** Whether this recipient has opened it. */
  opened: z.boolean(),
});
export type ShareRecipient = z.infer<typeof ShareRecipient>;

const SharedItem = z.object({
  id: Id,
  name: Text,
  objType: z.number(),
  ext: Text.optional(),
  /** The share no longer includes it: deleted, or the owner lost access. */
  gone: z.boolean(),
});

/** A share as its owner sees it. */
export const Share = z.object({
  id: Id,
  name: Text,
  status: z.enum(shareStates),
  /** The part of the link that opens it. */
  token: Text,
  url: Text,
  createTime: Time,
  /** Absent: no deadline. */
  deadline: Time.optional(),
  hasPassword: z.boolean(),
  allowDownload: z.boolean(),
  allowPrint: z.boolean(),
  allowUpload: z.boolean(),
  allowEdit: z.boolean(),
  allowComment: z.boolean(),
  /** Visitors see nothing of the folders but their own uploads. */
  onlyUpload: z.boolean(),
  watermark: z.boolean(),
  notice: z.boolean(),
  /** 0: no limit was set, which means 99. */
  downloadLimit: z.number(),
  printLimit: z.number(),
  downloads: z.number(),
  prints: z.number(),
  opens: z.number(),
  lastOpenTime: Time.optional(),
  items: z.array(SharedItem),
  recipients: z.array(ShareRecipient),
});
export type Share = z.infer<typeof Share>;

/** The caller's rules for sharing. */
export const ShareRules = z.object({
  /** Whether the caller may share at all, and outside the organisation. */
  may: z.boolean(),
  external: z.boolean(),
  /** Every external share needs a password. */
  forcePassword: z.boolean(),
  /** 0: no limit. */
  longestDays: z.number(),
  /** Whether mail can be sent; without it no address can be verified. */
  mail: z.boolean(),
});
export type ShareRules = z.infer<typeof ShareRules>;

/** Rules of an organisation beyond those of the site; the stricter of both applies. */
export const OrganisationRules = z.object({
  external: Flag.default(true),
  forcePassword: Flag.default(false),
  longestDays: Int.default(0).pipe(z.number().min(0).max(3650)),
  /** Only members of these groups may share; empty: everyone. */
  groupIds: z.array(Id).max(50).default([]),
});

/** A share that the caller received as a colleague. */
export const Received = z.object({
  id: Id,
  name: Text,
  giverName: Text,
  createTime: Time,
  deadline: Time.optional(),
  token: Text,
  /** Names of its items that the owner may still read. */
  items: z.array(z.object({ name: Text, objType: z.number(), ext: Text.optional() })),
});
export type ReceivedShare = z.infer<typeof Received>;

/** One line of a timeline. */
export const ShareActivity = z.object({
  id: Id,
  time: Time,
  event: z.enum(shareEvents),
  /** A verified address, a colleague's name, or empty for an anonymous visitor. */
  visitor: Text,
  /** Distinguishes visitors, anonymous ones included. */
  visitorKey: Text,
  address: Text,
  itemName: Text.optional(),
});
export type ShareActivity = z.infer<typeof ShareActivity>;

/** What one visitor did; a named recipient who never came is listed too. */
export const Visitor = z.object({
  key: Text,
  name: Text,
  /** A network address that they came from. */
  address: Text,
  /** To revoke this recipient alone. */
  recipientId: Id.optional(),
  revoked: z.boolean(),
  opened: z.boolean(),
  firstTime: Time.optional(),
  lastTime: Time.optional(),
  opens: z.number(),
  views: z.number(),
  seconds: z.number(),
  downloads: z.number(),
  prints: z.number(),
  uploads: z.number(),
});
export type ShareVisitor = z.infer<typeof Visitor>;

/** How long each page of a document was viewed. */
export const SeenPages = z.object({
  id: Id,
  name: Text,
  seconds: z.number(),
  downloads: z.number(),
  prints: z.number(),
  pages: z.array(z.object({ page: z.number(), seconds: z.number() })),
});
export type SeenPages = z.infer<typeof SeenPages>;

/** The name of a share. */
export const Name = z.string().trim().min(1).max(200);
/** The most uses; 0, null or empty: no limit. */
export const Limit = z.union([
  z.literal('').transform(() => 0),
  z.null().transform(() => 0),
  Int.pipe(z.number().min(0).max(unlimited)),
]) as z.ZodType<number, number | string | null>;
/** Length of a new share password; older ones may be shorter. */
export const sharePassword = { least: 6, most: 20 } as const;
const NewPassword = z.union([z.literal(''), z.string().min(sharePassword.least).max(sharePassword.most)]);
const Colleague = z.object({ granteeType: z.enum(colleagueTypes), granteeId: Id });
/** An address; a domain as `@example.org` or `example.org`; `*` for anyone with a verified address. */
export const Address = z.string().trim().min(1).max(254);
/** Deadline; empty or null: none. */
const Deadline = z.union([z.literal('').transform(() => null), z.null(), Time]) as z.ZodType<string | null, string | null>;

/** Terms that creating and changing a share have in common. */
export const terms = {
  /** Absent: unchanged; empty: none. */
  password: NewPassword.optional(),
  deadline: Deadline.optional(),
  allowUpload: Flag.optional(),
  allowEdit: Flag.optional(),
  /** Visitors whose name is proven may comment. */
  allowComment: Flag.optional(),
  onlyUpload: Flag.optional(),
  watermark: Flag.optional(),
  notice: Flag.optional(),
  recipients: z.array(Address).max(maxRecipients).optional(),
  colleagues: z.array(Colleague).max(maxRecipients).optional(),
};

/** How a visitor is shown a document: as for users, without windows of their own. */
export const LinkView = View.omit({ version: true, versionLabel: true }).extend({
  /** The version that is shown, on which comments lie. */
  revisionId: Id,
});
/** The address of a counted download. */
export const Fetched = z.object({ downloadUrl: Text, fileName: Text, ext: Text.optional(), downloadsLeft: z.number() });
