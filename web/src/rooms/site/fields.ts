import { secretFields, type SettingGroup, settingGroups } from '@dossier/contract/site-settings';
import { z } from 'zod';

/** How a field of a group is given. */
export type FieldKind = 'switch' | 'choice' | 'number' | 'bytes' | 'text' | 'list' | 'pairs' | 'secret' | 'longSecret';

export interface Field {
  name: string;
  kind: FieldKind;
  /** What may be chosen. */
  choices: string[];
  needs: Needs;
  least?: number;
  /** The greatest number, or the most characters. */
  most?: number;
}

/** What somebody is told to give in a field where the contract took nothing of what they gave. */
export type Needs = 'web' | 'directory' | 'installer' | 'number' | 'hosts' | 'extensions' | 'shorter';

interface Described {
  type?: string;
  format?: string;
  enum?: string[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  anyOf?: unknown[];
  items?: { type?: string };
}

/** Keys come as PEM, with line ends. */
const long = new Set(['key']);

function kindOf(group: SettingGroup, name: string, described: Described): FieldKind {
  if (secretFields[group]?.includes(name)) return long.has(name) ? 'longSecret' : 'secret';
  if (described.type === 'boolean') return 'switch';
  if (described.enum) return 'choice';
  if (described.format === 'bytes') return 'bytes';
  if (described.type === 'integer') return 'number';
  if (described.type === 'array') return described.items?.type === 'object' ? 'pairs' : 'list';
  return 'text';
}

function mostOf({ maximum, maxLength }: Described): { most?: number } {
  const most = maximum ?? maxLength;
  return most === undefined ? {} : { most };
}

/** Addresses are the fields that take either nothing or what has a form. */
function needsOf(group: SettingGroup, described: Described): Needs {
  if (described.type === 'integer') return 'number';
  if (described.type === 'array') return group === 'upload' ? 'extensions' : 'hosts';
  if (!described.anyOf) return 'shorter';
  if (group === 'ldap') return 'directory';
  return group === 'clients' ? 'installer' : 'web';
}

/** The fields of a group as the contract has them, in its order. */
export function fieldsOf(group: SettingGroup): Field[] {
  const { properties = {} } = z.toJSONSchema(settingGroups[group], { io: 'output', unrepresentable: 'any' }) as {
    properties?: Record<string, Described>;
  };
  return Object.entries(properties).map(([name, described]) => ({
    name,
    kind: kindOf(group, name, described),
    choices: described.enum ?? [],
    needs: needsOf(group, described),
    ...(described.minimum !== undefined && { least: described.minimum }),
    ...mostOf(described),
  }));
}

/** Whether the contract takes a value in a field. */
export function takes(group: SettingGroup, name: string, value: unknown): boolean {
  const shape = settingGroups[group].shape as Record<string, z.ZodType>;
  return shape[name]?.safeParse(value).success ?? false;
}

/** Groups whose settings can be tried before they are saved: they speak to somebody else, or hang on the address of the site. */
export const canTry: ReadonlySet<SettingGroup> = new Set([
  'mail',
  'handOff',
  'identityProvider',
  'messagingApp',
  'enterpriseChat',
  'ldap',
  'passkeys',
]);

/** Fields that need a sentence beside their name. */
const helped = new Set([
  'allowedHosts',
  'audience',
  'baseDn',
  'binDays',
  'bindDn',
  'classes',
  'createAccounts',
  'days',
  'domains',
  'filter',
  'forbidden',
  'forgotPassword',
  'from',
  'groups',
  'history',
  'groupsClaim',
  'idleHours',
  'key',
  'largest',
  'lifetimeDays',
  'linkAccounts',
  'loginClaim',
  'mobileUrl',
  'newDeviceNotice',
  'organisation',
  'person',
  'revisions',
  'secondStep',
  'siteAddress',
  'trustsMail',
  'url',
  'viewNotice',
]);

/** Where names are given by the organisation itself, so that they also open accounts with a password. */
const trustsNames: ReadonlySet<SettingGroup> = new Set(['handOff', 'enterpriseChat']);

/** Which sentence stands beside the name of a field. */
export function helpOf(group: SettingGroup, name: string): string | undefined {
  if (name === 'linkAccounts' && trustsNames.has(group)) return 'help_linkByTrustedName';
  return helped.has(name) ? `help_${name}` : undefined;
}
