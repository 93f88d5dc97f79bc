import { z } from 'zod';
import { defaultNumberPattern, isNumberPattern } from './flow-number-pattern.ts';

/** Placeholder answered instead of a stored secret; a write that sends it back keeps the secret. */
export const keptSecret = '••••••••';

const Short = z.string().trim().max(500);
const Secret = z.string().max(4000);
const Address = z.union([z.literal(''), z.url({ protocol: /^https?$/ })]);
const Hosts = z.array(z.string().trim().toLowerCase().max(253)).max(100);

/** Session lifetimes, second factor, and options of the sign-in page. */
export const SignInSettings = z.object({
  idleHours: z.number().int().min(1).max(720).default(24),
  lifetimeDays: z.number().int().min(1).max(365).default(30),
  /** A code by mail or from an authenticator after the password: disabled, optional, or required for everyone with a mail address. */
  secondStep: z.enum(['off', 'optional', 'required']).default('off'),
  forgotPassword: z.boolean().default(false),
  newDeviceNotice: z.boolean().default(true),
  /** Whether users are notified that an administrator viewed as them. */
  viewNotice: z.boolean().default(true),
});

/** The SMTP server for outgoing mail. */
export const MailSettings = z.object({
  enabled: z.boolean().default(false),
  host: Short.default(''),
  port: z.number().int().min(1).max(65_535).default(587),
  security: z.enum(['none', 'starttls', 'tls']).default('starttls'),
  user: Short.default(''),
  password: Secret.default(''),
  from: Short.default(''),
});

/** Whether the first sign-in through this provider links an existing account of the same login name. */
const LinkAccounts = z.boolean().default(false);

/** Sign-in handed over by another system with a signed ticket (model 2). */
export const HandOffSettings = z.object({
  enabled: z.boolean().default(false),
  algorithm: z.enum(['HS256', 'RS256']).default('HS256'),
  /** The shared secret, at least 32 characters, or the public key as PEM. */
  key: Secret.default(''),
  issuer: Short.default(''),
  /** The audience that tickets must name; otherwise a ticket for another system would be accepted here. */
  audience: Short.default(''),
  createAccounts: z.boolean().default(false),
  linkAccounts: LinkAccounts,
  /** Hosts that `red_url` may lead to. */
  allowedHosts: Hosts.default([]),
});

/** A corporate identity provider that speaks OpenID Connect (model 6). */
export const IdentityProviderSettings = z.object({
  enabled: z.boolean().default(false),
  name: Short.default(''),
  issuer: Address.default(''),
  clientId: Short.default(''),
  clientSecret: Secret.default(''),
  scopes: Short.default('openid profile email'),
  /** The claim that becomes the login name. */
  loginClaim: Short.default('preferred_username'),
  createAccounts: z.boolean().default(false),
  linkAccounts: LinkAccounts,
  /** Mail domains whose users may get an account; empty for all. */
  domains: Hosts.default([]),
  /** Whether addresses are trusted that the provider does not report as verified. */
  trustsMail: z.boolean().default(false),
  groupsClaim: Short.default(''),
  groups: z
    .array(z.object({ claim: Short, groupId: z.string() }))
    .max(200)
    .default([]),
});

/** A chat app that signs users in by its OAuth code (models 3 and 5). */
export const ChatAppSettings = z.object({
  enabled: z.boolean().default(false),
  name: Short.default(''),
  clientId: Short.default(''),
  clientSecret: Secret.default(''),
  authorizeUrl: Address.default(''),
  tokenUrl: Address.default(''),
  profileUrl: Address.default(''),
  /** Where phones are redirected instead. */
  mobileUrl: Address.default(''),
});

/** The enterprise chat, whose users are named by the organisation itself. */
export const EnterpriseChatSettings = ChatAppSettings.extend({ linkAccounts: LinkAccounts });

/** A directory that checks passwords which this site does not store. */
export const LdapSettings = z.object({
  enabled: z.boolean().default(false),
  url: z.union([z.literal(''), z.url({ protocol: /^ldaps?$/ })]).default(''),
  startTls: z.boolean().default(false),
  bindDn: Short.default(''),
  bindPassword: Secret.default(''),
  baseDn: Short.default(''),
  /** `{login}` is replaced by the escaped login name. */
  filter: Short.default('(uid={login})'),
  nameAttribute: Short.default('cn'),
  mailAttribute: Short.default('mail'),
  createAccounts: z.boolean().default(false),
  linkAccounts: LinkAccounts,
});

/** A sign-in provider with nothing but a switch. */
export const SwitchSettings = z.object({ enabled: z.boolean().default(false) });

/** Signing in with a passkey. */
export const PasskeySettings = z.object({
  enabled: z.boolean().default(false),
  /** The address under which users open this site, to which passkeys are bound; empty: the host of each request. */
  siteAddress: Address.default(''),
});

/** Clients that this site supports beside the browser. */
export const Client = z.enum(['desktop', 'mobile', 'syncDisk', 'virtualDisk']);

/** Address of an installer: HTTPS or on this site, never an address that a browser resolves to another host. */
const Installer = z.union([
  z.literal(''),
  z.url({ protocol: /^https$/ }).max(1000),
  z
    .string()
    .max(1000)
    .regex(/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]+$/),
]);

/** Installers by client; empty where there is none. */
export const ClientSettings = z.object({
  desktop: Installer.default(''),
  mobile: Installer.default(''),
  syncDisk: Installer.default(''),
  virtualDisk: Installer.default(''),
});

/** A number of bytes; 0: no limit. Forms ask for it with a unit. */
const Bytes = z
  .number()
  .int()
  .min(0)
  .max(2 ** 52)
  .meta({ format: 'bytes' });

/** Storage quotas of new users and new organisations; existing ones keep theirs. */
export const QuotaSettings = z.object({
  person: Bytes.default(0),
  organisation: Bytes.default(0),
});

/** Limits on uploads. */
export const UploadSettings = z.object({
  largest: Bytes.default(0),
  /** Extensions that are refused, with or without their dot. */
  forbidden: z
    .array(
      z
        .string()
        .trim()
        .toLowerCase()
        .regex(/^\.?[\p{L}\p{N}_-]{1,20}$/u),
    )
    .max(200)
    .default([]),
});

/** Rules for new passwords and their lifetime; existing passwords remain valid until they expire. */
export const PasswordSettings = z.object({
  /** Minimum length; no longer than the passwords generated by the server. */
  length: z.number().int().min(6).max(16).default(6),
  /** How many character classes are required: lower case, upper case, digits, others. */
  classes: z.number().int().min(1).max(4).default(1),
  /** Days after which a password must be changed at the next sign-in; 0: never. */
  days: z.number().int().min(0).max(3650).default(0),
  /** How many previous passwords cannot be reused. */
  history: z.number().int().min(0).max(24).default(0),
});

/** How long deleted items and replaced revisions are kept; 0: for ever. */
export const RetentionSettings = z.object({
  binDays: z.number().int().min(0).max(3650).default(0),
  revisions: z.number().int().min(0).max(1000).default(0),
});

/** Reminders of documents that expire or are to be reviewed, besides those on the day. */
export const ValiditySettings = z.object({
  /** Days before. */
  reminderDays: z.number().int().min(1).max(365).default(14),
});

/** Rules for sharing by link; organisations may be stricter. */
export const ShareSettings = z.object({
  /** Whether links may be opened without an account. */
  external: z.boolean().default(true),
  /** Whether such links need a password. */
  forcePassword: z.boolean().default(false),
  /** The longest validity of a share in days; 0: no limit. */
  longestDays: z.number().int().min(0).max(3650).default(0),
  /** Hosts whose pages may frame those under `/view-share`, with a port if need be; `*.` stands for any host below. */
  frameHosts: z
    .array(
      z
        .string()
        .trim()
        .toLowerCase()
        .max(253)
        .regex(/^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/),
    )
    .max(50)
    .default([]),
});

/** What is rendered before a document is opened. */
export const PreviewSettings = z.object({
  /** Thumbnails for lists, soon after an upload; otherwise when a list first shows the document. */
  thumbnails: z.boolean().default(true),
});

/** OCR: text of scans and images, recognised in the background for search. */
export const RecognitionSettings = z.object({ enabled: z.boolean().default(true) });

/** The sync disk: folders of this site as a network drive. */
export const SyncDiskSettings = z.object({
  enabled: z.boolean().default(false),
  /** The default for users without a setting of their own: allowed (`everybody`) or not (`chosen`). */
  whom: z.enum(['everybody', 'chosen']).default('everybody'),
  access: z.enum(['both', 'read']).default('both'),
  ownArea: z.boolean().default(true),
  enterpriseArea: z.boolean().default(true),
  systemArea: z.boolean().default(false),
});

/** The families of documents that an office server opens. */
export const OfficeKind = z.enum(['word', 'sheet', 'slides']);
export type OfficeKind = z.infer<typeof OfficeKind>;

/** An office server, such as Collabora Online or ONLYOFFICE, in which people edit documents in the browser. */
export const OfficeSettings = z.object({
  /** Its address, without the path of its discovery; empty: none. */
  url: Address.default(''),
  /** The families that it opens first; for others it can be chosen. */
  kinds: z.array(OfficeKind).max(3).default(['word', 'sheet', 'slides']),
});

/** Signing PDFs. */
export const SigningSettings = z.object({
  /** A time-stamp server (RFC 3161), whose time is put into each seal; empty: none. */
  tsaUrl: Address.default(''),
});

/** Kinds of notifications by email that users choose for themselves. */
export const emailKinds = ['approvals', 'tasks', 'comments', 'shares', 'expiring', 'reviews', 'followed', 'meetings', 'site'] as const;

/** When notifications are sent by email: at once, gathered each hour or each day, or never. */
export const emailFrequencies = ['now', 'hourly', 'daily', 'never'] as const;
export const EmailFrequency = z.enum(emailFrequencies);
export type EmailFrequency = z.infer<typeof EmailFrequency>;

/** When notifications are sent by email to users who have not chosen, and the hour of their daily digest. */
export const EmailSettings = z.object({
  approvals: EmailFrequency.default('now'),
  tasks: EmailFrequency.default('now'),
  comments: EmailFrequency.default('hourly'),
  shares: EmailFrequency.default('hourly'),
  expiring: EmailFrequency.default('daily'),
  reviews: EmailFrequency.default('daily'),
  followed: EmailFrequency.default('daily'),
  meetings: EmailFrequency.default('now'),
  site: EmailFrequency.default('daily'),
  digestHour: z.number().int().min(0).max(23).default(8),
});

/** Notifications on phones and in browsers, which their push services carry. */
export const PushSettings = z.object({ enabled: z.boolean().default(true) });

/** Copies of documents that users keep on their devices to read them without a network. */
export const OfflineSettings = z.object({
  /** For how many days documents stay offline on a device that has no contact with the server; 0 turns offline documents off. */
  keptDays: z.number().int().min(0).max(90).default(14),
});

/** How flows are numbered where their requesters do not type the number. */
export const FlowSettings = z.object({
  numberPattern: z.string().refine(isNumberPattern).default(defaultNumberPattern),
});

/** Every group of site settings by its name. */
export const settingGroups = {
  signIn: SignInSettings,
  mail: MailSettings,
  emails: EmailSettings,
  push: PushSettings,
  offline: OfflineSettings,
  handOff: HandOffSettings,
  identityProvider: IdentityProviderSettings,
  messagingApp: ChatAppSettings,
  enterpriseChat: EnterpriseChatSettings,
  ldap: LdapSettings,
  scan: SwitchSettings,
  passkeys: PasskeySettings,
  clients: ClientSettings,
  quotas: QuotaSettings,
  upload: UploadSettings,
  password: PasswordSettings,
  retention: RetentionSettings,
  validity: ValiditySettings,
  share: ShareSettings,
  recognition: RecognitionSettings,
  preview: PreviewSettings,
  syncDisk: SyncDiskSettings,
  office: OfficeSettings,
  signing: SigningSettings,
  flows: FlowSettings,
};

export type SettingGroup = keyof typeof settingGroups;
export type SettingsOf<G extends SettingGroup> = z.output<(typeof settingGroups)[G]>;

/** Fields that are never answered. */
export const secretFields: Partial<Record<SettingGroup, readonly string[]>> = {
  mail: ['password'],
  handOff: ['key'],
  identityProvider: ['clientSecret'],
  messagingApp: ['clientSecret'],
  enterpriseChat: ['clientSecret'],
  ldap: ['bindPassword'],
};

/** Fields that decide where the secrets of a group are sent, and how securely. */
const secretWays: Partial<Record<SettingGroup, readonly string[]>> = {
  mail: ['host', 'port', 'security'],
  identityProvider: ['issuer'],
  messagingApp: ['tokenUrl', 'profileUrl'],
  enterpriseChat: ['tokenUrl', 'profileUrl'],
  ldap: ['url', 'startTls'],
};

/** The secret that must be typed again: its placeholder was sent, but the destination of the secret changed. */
export function secretToType(group: SettingGroup, before: Record<string, unknown>, after: Record<string, unknown>): string | undefined {
  const moved = (secretWays[group] ?? []).some((field) => after[field] !== before[field]);
  return moved ? secretFields[group]?.find((field) => after[field] === keptSecret && before[field] !== '') : undefined;
}

/** Fields required before a sign-in provider is enabled. */
const needed: Partial<Record<SettingGroup, readonly string[]>> = { handOff: ['audience'] };

/** Whether a group can be enabled only with this field. */
export const isNeeded = (group: SettingGroup, field: string): boolean => needed[group]?.includes(field) === true;

/** The missing field that keeps a group from being enabled. */
export function fieldToFill(group: SettingGroup, values: Record<string, unknown>): string | undefined {
  return values['enabled'] === true ? needed[group]?.find((field) => values[field] === undefined || values[field] === '') : undefined;
}
