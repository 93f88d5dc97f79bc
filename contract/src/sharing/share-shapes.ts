import { z } from 'zod';
import { Flag, Id, Int, Text, Time } from '../core/shapes.ts';
import { View } from '../preview/preview.ts';

/** What a limit of 0, or none, means. */
export const unlimited = 99;
/** As many addresses, domains and colleagues one share names. */
export const maxRecipients = 50;
/** A share ends after so many days unless something else is said. */
export const defaultDays = 7;

/** What a share can be: open, over by its date, or closed by its owner. */
export const shareStates = ['enabled', 'expired', 'closed'] as const;
export type ShareState = (typeof shareStates)[number];

/** Colleagues that something is shared with inside of the organisation. */
export const colleagueTypes = ['user', 'group', 'department', 'organisation'] as const;

/** What became of a share, in the order of its timeline. */
export const shareEvents = ['opened', 'viewed', 'downloaded', 'printed', 'uploaded', 'edited'] as const;
export type ShareEvent = (typeof shareEvents)[number];

/** Who a share is for: an address, a domain (`example.org`), anybody who proves an address (`*`), or colleagues. */
export const ShareRecipient = z.object({
  id: Id,
  kind: z.enum(['mail', 'domain', ...colleagueTypes]),
  /** The address or the domain; for colleagues their name. */
  name: Text,
  granteeId: Id.optional(),
  /** Let in by the domain, not named. */
  byDomain: z.boolean(),
  revoked: z.boolean(),
  /** Whether somebody under this name has opened it. */
  opened: z.boolean(),
});
export type ShareRecipient = z.infer<typeof ShareRecipient>;

const SharedItem = z.object({
  id: Id,
  name: Text,
  objType: z.number(),
  ext: Text.optional(),
  /** The link no longer gives it: deleted, or out of the giver's reach. */
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
  /** Left out: for good. */
  deadline: Time.optional(),
  hasPassword: z.boolean(),
  allowDownload: z.boolean(),
  allowPrint: z.boolean(),
  allowUpload: z.boolean(),
  allowEdit: z.boolean(),
  /** Visitors see nothing of the folders but what they put into them. */
  onlyUpload: z.boolean(),
  watermark: z.boolean(),
  notice: z.boolean(),
  /** 0: none was set, which means 99. */
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

/** What somebody may share, and how. */
export const ShareRules = z.object({
  /** Whether the caller may share at all, and with people outside. */
  may: z.boolean(),
  external: z.boolean(),
  /** Every share that opens outside needs a password. */
  forcePassword: z.boolean(),
  /** 0: as long as one likes. */
  longestDays: z.number(),
  /** Whether letters can leave: without, nobody can prove an address. */
  mail: z.boolean(),
});
export type ShareRules = z.infer<typeof ShareRules>;

/** What an organisation sets beyond the site; the stricter of both counts. */
export const OrganisationRules = z.object({
  external: Flag.default(true),
  forcePassword: Flag.default(false),
  longestDays: Int.default(0).pipe(z.number().min(0).max(3650)),
  /** Only members of these groups may share; none: everybody. */
  groupIds: z.array(Id).max(50).default([]),
});

/** A share that others gave to the caller as a colleague. */
export const Received = z.object({
  id: Id,
  name: Text,
  giverName: Text,
  createTime: Time,
  deadline: Time.optional(),
  token: Text,
  /** What the giver may still read of it, by name: it is for the caller. */
  items: z.array(z.object({ name: Text, objType: z.number(), ext: Text.optional() })),
});
export type ReceivedShare = z.infer<typeof Received>;

/** One line of a timeline. */
export const ShareActivity = z.object({
  id: Id,
  time: Time,
  event: z.enum(shareEvents),
  /** A proven address, a colleague's name, or empty for a visitor without a name. */
  visitor: Text,
  /** Tells visitors apart, those without a name too. */
  visitorKey: Text,
  address: Text,
  itemName: Text.optional(),
});
export type ShareActivity = z.infer<typeof ShareActivity>;

/** What one visitor did; a named recipient who never came stands there too. */
export const Visitor = z.object({
  key: Text,
  name: Text,
  /** A network address that they came from. */
  address: Text,
  /** To revoke them alone. */
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

/** Which pages of a document were looked at for how long. */
export const SeenPages = z.object({
  id: Id,
  name: Text,
  seconds: z.number(),
  downloads: z.number(),
  prints: z.number(),
  pages: z.array(z.object({ page: z.number(), seconds: z.number() })),
});
export type SeenPages = z.infer<typeof SeenPages>;

/** What a share is called. */
export const Name = z.string().trim().min(1).max(200);
/** How often at most; 0, null or empty: no limit was set. */
export const Limit = z.union([
  z.literal('').transform(() => 0),
  z.null().transform(() => 0),
  Int.pipe(z.number().min(0).max(unlimited)),
]) as z.ZodType<number, number | string | null>;
/** A new password of a share has so many characters; older ones may be shorter. */
export const sharePassword = { least: 6, most: 20 } as const;
const NewPassword = z.union([z.literal(''), z.string().min(sharePassword.least).max(sharePassword.most)]);
const Colleague = z.object({ granteeType: z.enum(colleagueTypes), granteeId: Id });
/** An address; a domain as `@example.org` or `example.org`; `*` for anybody who proves an address. */
export const Address = z.string().trim().min(1).max(254);
/** When it ends; empty or null: never. */
const Deadline = z.union([z.literal('').transform(() => null), z.null(), Time]) as z.ZodType<string | null, string | null>;

/** Terms of a share that are set and changed alike. */
export const terms = {
  /** Left out: unchanged; empty: none. */
  password: NewPassword.optional(),
  deadline: Deadline.optional(),
  allowUpload: Flag.optional(),
  allowEdit: Flag.optional(),
  onlyUpload: Flag.optional(),
  watermark: Flag.optional(),
  notice: Flag.optional(),
  recipients: z.array(Address).max(maxRecipients).optional(),
  colleagues: z.array(Colleague).max(maxRecipients).optional(),
};

/** How a visitor is shown a document: as for staff, without windows of their own. */
export const LinkView = View.omit({ version: true });
/** Where to fetch what was counted just now. */
export const Fetched = z.object({ downloadUrl: Text, fileName: Text, ext: Text.optional(), downloadsLeft: z.number() });
