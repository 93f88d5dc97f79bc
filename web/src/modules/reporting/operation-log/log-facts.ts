import { formatExactTime, formatSize } from '../../../platform/ui/formatted-values.tsx';
import { useLanguage, useText } from '../../../platform/i18n.ts';
import { type Permission, administrativePermissions, isPermission } from '@dossier/contract/core/administrative-permissions';
import { type Reach, module, reaches } from '@dossier/contract/core/rights';
import { markUses } from '@dossier/contract/preview/watermarks';
import { action } from '@dossier/contract/reporting/actions';
import type { TextKey, TextOf } from '../../../platform/i18n.ts';
import { nameOfBits } from '../../access/grant-fields.tsx';
import { areaKeys, permissionKeys } from '../../identity/permission-names.ts';

/** The texts of the modules that facts are about, and formats of times and sizes. */
export interface FactWords {
  t: TextOf<'reporting.log'>;
  rights: TextOf<'access'>;
  people: TextOf<'identity.users'>;
  circles: TextOf<'identity.permissions'>;
  organisations: TextOf<'identity.organisations'>;
  site: TextOf<'administration.configuration'>;
  time: (iso: string) => string;
  size: (bytes: number) => string;
}

/** How a field of the log is shown. */
export interface FactField {
  label: (words: FactWords) => string;
  value: (value: unknown, words: FactWords) => string;
}

type FactValueText = FactField['value'];

const plain: FactValueText = (value) => (Array.isArray(value) ? value.map(String).join(', ') : String(value));
const yesOrNo: FactValueText = (value, { t }) => t(value === true ? 'yes' : 'no');
const timeText: FactValueText = (value, { time }) => time(String(value));
/** A date that was not set, or was removed, is empty. */
const dateText: FactValueText = (value, { time }) => (value === '' ? '–' : time(String(value)));

const levelText: FactValueText = (value, { rights }) => {
  const name = nameOfBits(Number(value));
  return 'level' in name ? rights(`level_${name.level}`) : name.rights.map((one) => rights(`right_${one}`)).join(rights('and'));
};

const isReach = (value: unknown): value is Reach => (reaches as readonly unknown[]).includes(value);

const permissionText = (permission: Permission, circles: FactWords['circles']): string => {
  const [area] = permission.split('.') as [keyof typeof areaKeys];
  return `${circles(areaKeys[area])}: ${circles(permissionKeys[permission])}`;
};

const permissionsText: FactValueText = (value, { circles, t }) => {
  const permissions = Array.isArray(value) ? value.map(String).filter(isPermission) : [];
  if (permissions.length === administrativePermissions.length) return t('everything');
  return permissions.map((permission) => permissionText(permission, circles)).join('; ');
};

const areaNames = {
  [module.home]: 'areaHome',
  [module.enterprise]: 'areaEnterprise',
  [module.my]: 'areaMy',
  [module.system]: 'areaSystem',
  [module.categories]: 'areaCategories',
  [module.flows]: 'areaFlows',
} as const;
const areasText: FactValueText = (value, { people }) =>
  (Array.isArray(value) ? value : [])
    .flatMap((one) => (Object.hasOwn(areaNames, Number(one)) ? [people(areaNames[Number(one) as keyof typeof areaNames])] : []))
    .join(', ');

const markUsesText: FactValueText = (value, { t }) =>
  markUses.flatMap((use) => (Array.isArray(value) && value.includes(use) ? [t(`markUse_${use}`)] : [])).join(', ');
const reasons = ['password', 'code', 'passkey', 'disabled', 'organisation', 'address'] as const;
const reasonText: FactValueText = (value, { t }) => {
  const reason = [...reasons, ...externalReasons].find((one) => one === value);
  return reason === undefined ? '' : t(`reason_${reason}`);
};
/** Why a sign-in provider refused a user. */
const externalReasons = ['noAccount', 'notTied', 'ticket', 'licence'] as const;

const signInProviders = ['handOff', 'identityProvider', 'messagingApp', 'enterpriseChat', 'ldap', 'scan'] as const;
const scopes = ['signIn', 'download', 'administration'] as const;
const kinds = ['allow', 'block'] as const;

/** The display of each field; other fields are not shown. */
const factFields = {
  name: { label: ({ t }) => t('factName'), value: plain },
  version: { label: ({ t }) => t('factNumber'), value: plain },
  attachment: { label: ({ t }) => t('factAttachment'), value: plain },
  attachments: { label: ({ t }) => t('factAttachments'), value: plain },
  parent: { label: ({ t }) => t('factParent'), value: plain },
  to: { label: ({ t }) => t('factTo'), value: plain },
  owner: { label: ({ rights }) => rights('owner'), value: plain },
  level: { label: ({ rights }) => rights('level'), value: levelText },
  applicant: { label: ({ t }) => t('factApplicant'), value: plain },
  flow: { label: ({ t }) => t('factFlow'), value: plain },
  step: { label: ({ t }) => t('factStep'), value: plain },
  opinion: { label: ({ t }) => t('factOpinion'), value: plain },
  insteadOf: { label: ({ t }) => t('factInsteadOf'), value: plain },
  handOn: { label: ({ t }) => t('factHandOn'), value: levelText },
  reach: { label: ({ rights }) => rights('reach'), value: (value, { rights }) => (isReach(value) ? rights(`reach_${value}`) : '') },
  deadline: { label: ({ rights }) => rights('deadline'), value: timeText },
  inherit: { label: ({ t }) => t('factInherit'), value: yesOrNo },
  heir: { label: ({ t }) => t('factHeir'), value: plain },
  cabinets: { label: ({ t }) => t('factCabinets'), value: plain },
  documents: { label: ({ t }) => t('factDocuments'), value: plain },
  places: { label: ({ t }) => t('factPlaces'), value: plain },
  peopleCreated: { label: ({ t }) => t('factCreated'), value: plain },
  peopleChanged: { label: ({ t }) => t('factChanged'), value: plain },
  minutes: { label: ({ t }) => t('factMinutes'), value: plain },
  confirmed: { label: ({ t }) => t('factConfirmed'), value: plain },
  taken: { label: ({ t }) => t('factTaken'), value: plain },
  months: { label: ({ t }) => t('factMonths'), value: plain },
  code: { label: ({ t }) => t('factCode'), value: plain },
  door: { label: ({ t }) => t('factDoor'), value: (value, { site }) => wordOf(signInProviders, value, (one) => site(`group_${one}`)) },
  reason: { label: ({ t }) => t('factReason'), value: reasonText },
  loginName: { label: ({ people }) => people('loginName'), value: plain },
  fullName: { label: ({ people }) => people('fullName'), value: plain },
  mail: { label: ({ people }) => people('mail'), value: plain },
  enabled: { label: ({ t }) => t('factEnabled'), value: yesOrNo },
  departments: { label: ({ people }) => people('departments'), value: plain },
  roles: { label: ({ people }) => people('roles'), value: plain },
  heads: { label: ({ people }) => people('heads'), value: plain },
  added: { label: ({ t }) => t('factAdded'), value: plain },
  removed: { label: ({ t }) => t('factRemoved'), value: plain },
  above: { label: ({ t }) => t('factAbove'), value: plain },
  sortNumber: { label: ({ t }) => t('factOrder'), value: plain },
  deeds: { label: ({ people }) => people('officeLabel'), value: permissionsText },
  modules: { label: ({ people }) => people('opens'), value: areasText },
  branch: { label: ({ people }) => people('officeBranch'), value: yesOrNo },
  space: { label: ({ t }) => t('factSpace'), value: plain },
  relations: { label: ({ organisations }) => organisations('relations').replace('…', ''), value: plain },
  administrator: { label: ({ t }) => t('factAdministrator'), value: plain },
  description: { label: ({ people }) => people('description'), value: plain },
  expires: { label: ({ people }) => people('expires'), value: timeText },
  ends: { label: ({ people }) => people('expires'), value: timeText },
  sessions: { label: ({ t }) => t('factSessions'), value: plain },
  devices: { label: ({ t }) => t('factDevices'), value: plain },
  codeByMail: { label: ({ t }) => t('factCodeByMail'), value: yesOrNo },
  authenticator: { label: ({ t }) => t('factAuthenticator'), value: yesOrNo },
  recoveryCodes: { label: ({ t }) => t('factRecoveryCodes'), value: yesOrNo },
  addresses: { label: ({ people }) => people('addresses'), value: plain },
  scope: {
    label: ({ people }) => people('segmentScope'),
    value: (value, { people }) => wordOf(scopes, value, (one) => people(`scope_${one}`)),
  },
  kind: {
    label: ({ people }) => people('segmentKind'),
    value: (value, { people }) => wordOf(kinds, value, (one) => people(`kind_${one}`)),
  },
  target: { label: ({ people }) => people('segmentTarget'), value: plain },
  most: { label: ({ t }) => t('factMost'), value: (value, { size }) => size(Number(value)) },
  people: { label: ({ t }) => t('factPeople'), value: plain },
  template: { label: ({ t }) => t('factTemplate'), value: plain },
  folder: { label: ({ t }) => t('factFolder'), value: plain },
  days: { label: ({ t }) => t('factDays'), value: plain },
  markText: { label: ({ t }) => t('factMarkText'), value: plain },
  markLook: { label: ({ t }) => t('factMarkLook'), value: plain },
  markUses: { label: ({ t }) => t('factMarkUses'), value: markUsesText },
  markHolders: { label: ({ t }) => t('factMarkHolders'), value: (value, { t }) => t(value === 'all' ? 'markAll' : 'markWithout') },
  markCabinets: { label: ({ t }) => t('factMarkCabinets'), value: plain },
  fields: { label: ({ t }) => t('factCardFields'), value: plain },
  card: { label: ({ t }) => t('factCard'), value: plain },
  initial: { label: ({ t }) => t('factInitial'), value: plain },
  documentType: { label: ({ t }) => t('factDocumentType'), value: plain },
  categories: { label: ({ t }) => t('factCategories'), value: plain },
  tags: { label: ({ t }) => t('factTags'), value: plain },
  colour: { label: ({ t }) => t('factColour'), value: plain },
  resolved: { label: ({ t }) => t('factResolved'), value: yesOrNo },
  threads: { label: ({ t }) => t('factThreads'), value: plain },
  commentsOff: { label: ({ t }) => t('factCommentsOff'), value: yesOrNo },
  publishing: { label: ({ t }) => t('factPublishing'), value: yesOrNo },
  validUntil: { label: ({ t }) => t('factValidUntil'), value: dateText },
  reviewTime: { label: ({ t }) => t('factReviewTime'), value: dateText },
  expiredFor: {
    label: ({ t }) => t('factExpiredFor'),
    value: (value, { t }) => t(value === 'manage' ? 'expiredForManage' : value === 'modify' ? 'expiredForModify' : 'expiredForEverybody'),
  },
  listed: { label: ({ t }) => t('factListed'), value: yesOrNo },
  bytes: { label: ({ t }) => t('factMost'), value: (value, { size }) => size(Number(value)) },
} satisfies Record<string, FactField>;

function wordOf<T extends string>(known: readonly T[], value: unknown, translate: (one: T) => string): string {
  const found = known.find((one) => one === value);
  return found === undefined ? '' : translate(found);
}

/** The display of a field; undefined for an unknown one. */
export const fieldNamed = (field: string): FactField | undefined =>
  Object.hasOwn(factFields, field) ? factFields[field as keyof typeof factFields] : undefined;

/** A fact: its value before, if any, and after. */
export interface FactRow {
  label: string;
  before?: string;
  after: string;
}

const noValue = '—';
const isNothing = (value: unknown): boolean => value === null || value === undefined || value === '';

/** A fact as text: one value, or before and after; no row for an unknown field or value. */
export function rowOf(known: FactField | undefined, value: unknown, words: FactWords): FactRow[] {
  if (known === undefined || !Array.isArray(value)) return [];
  const [first = '', second = ''] = value.map((one) => (isNothing(one) ? '' : known.value(one, words)));
  const label = known.label(words);
  if (first === '' && second === '') return [];
  return value.length > 1 ? [{ label, before: first || noValue, after: second || noValue }] : [{ label, after: first }];
}

/** Both values in one line; for a started or ended fact the one that exists. */
export function changeText({ before, after }: Pick<FactRow, 'before' | 'after'>): string {
  if (before === undefined || before === noValue) return after;
  return after === noValue ? before : `${before} → ${after}`;
}

/** The running number of a version, of an entry that is older than version labels. */
export const isVersionNumber = (value: unknown, facts: Record<string, unknown>): boolean =>
  typeof value === 'number' && facts['version'] === undefined;

/** The facts of an entry about an item, as texts. */
export function factTexts(detail: string | undefined, words: FactWords): string[] {
  const facts = parseFacts(detail);
  return Object.entries(facts).flatMap(([field, value]) => {
    if (field === 'number') return isVersionNumber(value, facts) ? [words.t('factVersion', { label: String(value) })] : [];
    if (field === 'version') return rowOf(fieldNamed(field), value, words).map((row) => words.t('factVersion', { label: changeText(row) }));
    return rowOf(fieldNamed(field), value, words).map((row) => words.t('fact', { label: row.label, value: changeText(row) }));
  });
}

/** Parses the stored facts. */
export function parseFacts(detail: string | undefined): Record<string, unknown> {
  try {
    const facts: unknown = JSON.parse(detail ?? '{}');
    return typeof facts === 'object' && facts !== null ? (facts as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

type ActionName = keyof typeof action;

const names = new Map<number, ActionName>((Object.keys(action) as ActionName[]).map((name) => [action[name], name]));

/** The text key of an action; undefined for an unknown code. */
export function actionKey(code: number): Extract<TextKey<'reporting.log'>, ActionName> | undefined {
  return names.get(code);
}

/** The texts for facts, with those of the modules that they are about. */
export function useFactWords(): FactWords {
  const language = useLanguage();
  return {
    t: useText('reporting.log'),
    rights: useText('access'),
    people: useText('identity.users'),
    circles: useText('identity.permissions'),
    organisations: useText('identity.organisations'),
    site: useText('administration.configuration'),
    time: formatExactTime,
    size: (bytes) => formatSize(bytes, language),
  };
}
