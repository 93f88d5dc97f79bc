import { z } from 'zod';

/** A secret is never answered: where one is kept this stands in its place, and sending this back keeps it. */
export const keptSecret = '••••••••';

const Short = z.string().trim().max(500);
const Secret = z.string().max(4000);
const Address = z.union([z.literal(''), z.url({ protocol: /^https?$/ })]);
const Hosts = z.array(z.string().trim().toLowerCase().max(253)).max(100);

/** How long sessions live, the second step, and what happens around signing in. */
export const SignInSettings = z.object({
  idleHours: z.number().int().min(1).max(720).default(24),
  lifetimeDays: z.number().int().min(1).max(365).default(30),
  /** A code by mail or from an authenticator after the password: for nobody, for whoever wants it, for everybody with a mail address. */
  secondStep: z.enum(['off', 'optional', 'required']).default('off'),
  forgotPassword: z.boolean().default(false),
  newDeviceNotice: z.boolean().default(true),
  /** Whether people are told that an administrator viewed as them. */
  viewNotice: z.boolean().default(true),
});

/** The SMTP server that mail leaves by. */
export const MailSettings = z.object({
  enabled: z.boolean().default(false),
  host: Short.default(''),
  port: z.number().int().min(1).max(65_535).default(587),
  security: z.enum(['none', 'starttls', 'tls']).default('starttls'),
  user: Short.default(''),
  password: Secret.default(''),
  from: Short.default(''),
});

/** Whether accounts that there are already are found by their login name, the first time that somebody comes from there. */
const LinkAccounts = z.boolean().default(false);

/** Sign-in handed over by another system with a signed ticket (model 2). */
export const HandOffSettings = z.object({
  enabled: z.boolean().default(false),
  algorithm: z.enum(['HS256', 'RS256']).default('HS256'),
  /** The shared secret, at least 32 characters, or the public key as PEM. */
  key: Secret.default(''),
  issuer: Short.default(''),
  /** What tickets must be for: without it one for another system would open this one. */
  audience: Short.default(''),
  createAccounts: z.boolean().default(false),
  linkAccounts: LinkAccounts,
  /** Where `red_url` may lead. */
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
  /** Mail domains whose people may get an account; none means all. */
  domains: Hosts.default([]),
  /** Whether addresses are believed of which the provider does not say that it checked them. */
  trustsMail: z.boolean().default(false),
  groupsClaim: Short.default(''),
  groups: z
    .array(z.object({ claim: Short, groupId: z.string() }))
    .max(200)
    .default([]),
});

/** A chat app that signs people in by its OAuth code (models 3 and 5). */
export const ChatAppSettings = z.object({
  enabled: z.boolean().default(false),
  name: Short.default(''),
  clientId: Short.default(''),
  clientSecret: Secret.default(''),
  authorizeUrl: Address.default(''),
  tokenUrl: Address.default(''),
  profileUrl: Address.default(''),
  /** Where phones are sent instead. */
  mobileUrl: Address.default(''),
});

/** The enterprise chat: there the organisation itself names its people. */
export const EnterpriseChatSettings = ChatAppSettings.extend({ linkAccounts: LinkAccounts });

/** A directory that knows passwords which this site does not. */
export const LdapSettings = z.object({
  enabled: z.boolean().default(false),
  url: z.union([z.literal(''), z.url({ protocol: /^ldaps?$/ })]).default(''),
  startTls: z.boolean().default(false),
  bindDn: Short.default(''),
  bindPassword: Secret.default(''),
  baseDn: Short.default(''),
  /** `{login}` stands for the escaped login name. */
  filter: Short.default('(uid={login})'),
  nameAttribute: Short.default('cn'),
  mailAttribute: Short.default('mail'),
  createAccounts: z.boolean().default(false),
  linkAccounts: LinkAccounts,
});

/** A door with nothing but a switch. */
export const SwitchSettings = z.object({ enabled: z.boolean().default(false) });

/** Signing in with a passkey. */
export const PasskeySettings = z.object({
  enabled: z.boolean().default(false),
  /** The address that people open this site at, which passkeys are bound to; empty where the one of each request is right. */
  siteAddress: Address.default(''),
});

/** What this site may be used with beside the browser. */
export const Client = z.enum(['desktop', 'mobile', 'syncDisk', 'virtualDisk']);

/** Where an installer is: safe from changes on its way, or on this site; never an address that a browser reads as another host's. */
const Installer = z.union([
  z.literal(''),
  z.url({ protocol: /^https$/ }).max(1000),
  z
    .string()
    .max(1000)
    .regex(/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]+$/),
]);

/** Installers by what they install; empty where there is none. */
export const ClientSettings = z.object({
  desktop: Installer.default(''),
  mobile: Installer.default(''),
  syncDisk: Installer.default(''),
  virtualDisk: Installer.default(''),
});

/** A number of bytes; 0: without a limit. A form asks for it with its unit. */
const Bytes = z
  .number()
  .int()
  .min(0)
  .max(2 ** 52)
  .meta({ format: 'bytes' });

/** What new people and new organisations may store; those that there are keep what they have. */
export const QuotaSettings = z.object({
  person: Bytes.default(0),
  organisation: Bytes.default(0),
});

/** What may be uploaded. */
export const UploadSettings = z.object({
  largest: Bytes.default(0),
  /** Extensions that no document may have, with or without their dot. */
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

/** What new passwords must be, and for how long; those that there are stay until they are too old. */
export const PasswordSettings = z.object({
  /** No more than those have that are made here for people. */
  length: z.number().int().min(6).max(16).default(6),
  /** Of how many kinds its characters must be: small and capital letters, digits, others. */
  classes: z.number().int().min(1).max(4).default(1),
  /** After so many days one must be changed at the next sign-in; 0: never. */
  days: z.number().int().min(0).max(3650).default(0),
  /** How many of those before the present one may not be used again. */
  history: z.number().int().min(0).max(24).default(0),
});

/** How long what was deleted or replaced is kept; 0: for ever. */
export const RetentionSettings = z.object({
  binDays: z.number().int().min(0).max(3650).default(0),
  revisions: z.number().int().min(0).max(1000).default(0),
});

/** What may be shared by link; organisations may be stricter. */
export const ShareSettings = z.object({
  /** Whether links may open for people without an account. */
  external: z.boolean().default(true),
  /** Whether those that do need a password. */
  forcePassword: z.boolean().default(false),
  /** The longest that a share may be valid; 0: as long as one likes. */
  longestDays: z.number().int().min(0).max(3650).default(0),
});

/** What is made of documents before anybody looks at them. */
export const PreviewSettings = z.object({
  /** Small pictures for lists, soon after an upload; else when a list first shows the document. */
  thumbnails: z.boolean().default(true),
});

/** Words on scans and pictures, read in the background so that search finds them. */
export const RecognitionSettings = z.object({ enabled: z.boolean().default(true) });

/** The sync disk: folders of this site as a drive of a computer. */
export const SyncDiskSettings = z.object({
  enabled: z.boolean().default(false),
  /** Whoever was not told otherwise: may use it, or may not. */
  whom: z.enum(['everybody', 'chosen']).default('everybody'),
  access: z.enum(['both', 'read']).default('both'),
  ownArea: z.boolean().default(true),
  enterpriseArea: z.boolean().default(true),
  systemArea: z.boolean().default(false),
});

/** Every group of settings of the site by its name. */
export const settingGroups = {
  signIn: SignInSettings,
  mail: MailSettings,
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
  share: ShareSettings,
  recognition: RecognitionSettings,
  preview: PreviewSettings,
  syncDisk: SyncDiskSettings,
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

/** Fields that say where the secrets of a group are sent, and how safely. */
const secretWays: Partial<Record<SettingGroup, readonly string[]>> = {
  mail: ['host', 'port', 'security'],
  identityProvider: ['issuer'],
  messagingApp: ['tokenUrl', 'profileUrl'],
  enterpriseChat: ['tokenUrl', 'profileUrl'],
  ldap: ['url', 'startTls'],
};

/** The secret that must be typed again: dots stand for it, but it would go elsewhere than before. */
export function secretToType(group: SettingGroup, before: Record<string, unknown>, after: Record<string, unknown>): string | undefined {
  const moved = (secretWays[group] ?? []).some((field) => after[field] !== before[field]);
  return moved ? secretFields[group]?.find((field) => after[field] === keptSecret && before[field] !== '') : undefined;
}

/** Fields that must be filled in before a door is opened. */
const needed: Partial<Record<SettingGroup, readonly string[]>> = { handOff: ['audience'] };

/** The field that is missing to switch a group on. */
export function fieldToFill(group: SettingGroup, values: Record<string, unknown>): string | undefined {
  return values['enabled'] === true ? needed[group]?.find((field) => values[field] === undefined || values[field] === '') : undefined;
}
