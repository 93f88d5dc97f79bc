import { settingGroups } from '@dossier/contract/core/site-settings';
import { action, actionGroups } from '@dossier/contract/reporting/actions';
import type { LogEntry } from '@dossier/contract/reporting/operation-log';
import type { ReactNode } from 'react';
import { type TextKey, joinedNames, useText } from '../../../platform/i18n.ts';
import styles from '../reporting.module.css';
import {
  type FactField,
  type FactRow,
  type FactWords,
  actionKey,
  fieldNamed,
  isVersionNumber,
  parseFacts,
  rowOf,
  useFactWords,
} from './log-facts.ts';

/** The details of an entry beside actor, time and action, by field. */
export function useFactRows(): (entry: LogEntry) => FactRow[] {
  const words = useFactWords();
  return (entry) => factRows(entry.detail, words);
}

/** The name before and after, of what got another one. */
export function renamed({ action: code, detail }: Pick<LogEntry, 'action' | 'detail'>): readonly [from: string, to: string] | undefined {
  const field = renamedItemBy.has(code) ? 'name' : nameFields.get(code);
  if (field === undefined) return undefined;
  const { [field]: name } = parseFacts(detail);
  if (!Array.isArray(name)) return undefined;
  const [from, to] = name as unknown[];
  return typeof from === 'string' && typeof to === 'string' && from !== to ? [from, to] : undefined;
}

const renamedItemBy: ReadonlySet<number> = new Set([action.cabinetUpdate, action.folderUpdate, action.documentUpdate]);

/** The fields with the names of users, departments, groups and roles. */
const nameFields: ReadonlyMap<number, string> = new Map([
  [action.userUpdate, 'fullName'],
  [action.departmentUpdate, 'name'],
  [action.groupUpdate, 'name'],
  [action.roleUpdate, 'name'],
]);

/** The display name of an action; that of a change by which nothing but the name of an item became another. */
export function useActionName(): (entry: Pick<LogEntry, 'action' | 'detail'>) => string {
  const t = useText('reporting.log');
  return ({ action: code, detail }) => {
    if (renamedItemBy.has(code) && renamed({ action: code, detail }) !== undefined && Object.keys(parseFacts(detail)).length === 1)
      return t('renamedItem');
    const key = actionKey(code);
    return key === undefined ? t('unknownAction', { code }) : t(key);
  };
}

/** Who did it; visitors of a link have no account, and often no name. */
export function useActorName(): (entry: Pick<LogEntry, 'action' | 'userId' | 'userName'>) => string {
  const t = useText('reporting.log');
  return ({ action: code, userId, userName }) =>
    userName || t(userId === undefined && visitorActions.has(code) ? 'linkVisitor' : 'nobodyKnown');
}

const visitorActions: ReadonlySet<number> = new Set(
  actionGroups.shares.filter((name) => name.startsWith('link')).map((name) => action[name]),
);

/** The object of an entry as text; empty where there is none, or for a user's sign-in or sign-out. */
export function useObjectName(): (entry: LogEntry) => string {
  const words = useFactWords();
  return (entry) => {
    const { action: code, objId, objName = '', userId, userName, hidden } = entry;
    if (hidden) return words.t('hiddenItem');
    const isOwn = objId !== undefined && objId === userId && objName === userName;
    const names = renamed(entry);
    if (names !== undefined) return words.t('fromTo', { from: names[0], to: names[1] });
    if (isOwn && code !== action.userUpdate) return '';
    if (isOwn) return [objName, changedFieldsText(parseFacts(entry.detail)['changed'], new Set(), words)].filter(Boolean).join(' · ');
    return code === action.siteSettingsChange ? words.site(`group_${objName}` as TextKey<'administration.configuration'>) : objName;
  };
}

/** The details of an entry: each fact with its value before and after. */
export function EntryFacts({ entry }: { entry: LogEntry }): ReactNode {
  const t = useText('reporting.log');
  const rows = useFactRows()(entry);
  return (
    <table className={styles.before}>
      <thead>
        <tr>
          <th scope="col">{t('field')}</th>
          <th scope="col">{t('before')}</th>
          <th scope="col">{t('after')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, before, after }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{before ?? ''}</td>
            <td>{after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const settingNames: ReadonlySet<string> = new Set(Object.values(settingGroups).flatMap((group) => Object.keys(group.shape)));

/** A site setting as a log field, with the texts of its form. */
function settingNamed(field: string): FactField | undefined {
  if (!settingNames.has(field)) return undefined;
  return {
    label: ({ site }) => site(`label_${field}` as TextKey<'administration.configuration'>),
    value(value, { t }) {
      if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
      if (!Array.isArray(value)) return String(value);
      return value.map((part) => (typeof part === 'object' ? Object.values(part as object).join(' = ') : String(part))).join(', ');
    },
  };
}

type Word = (words: FactWords) => string;

/** Fields shown by name only, as their values are secret or long. */
const named: Record<string, Word> = {
  password: ({ people }) => people('password'),
  secondStep: ({ t }) => t('factSecondStep'),
  passwordDue: ({ people }) => people('mustChange'),
  passkeys: ({ t }) => t('factPasskeys'),
  avatar: ({ t }) => t('factAvatar'),
  tie: ({ t }) => t('factTie'),
  lang: ({ t }) => t('factLang'),
  mail: ({ people }) => people('mail'),
  moduleTypes: ({ people }) => people('opens'),
  sortNumber: ({ t }) => t('factOrder'),
  description: ({ people }) => people('description'),
  note: ({ t }) => t('factNote'),
  logo: ({ organisations }) => organisations('brandLogo'),
  administrators: ({ organisations }) => organisations('administrators').replace('…', ''),
};

/** The changed fields without values; without those listed elsewhere. */
function changedFieldsText(changed: unknown, shown: ReadonlySet<string>, words: FactWords): string | undefined {
  if (!Array.isArray(changed)) return undefined;
  const names = changed
    .filter((field): field is string => typeof field === 'string' && !shown.has(field))
    .flatMap((field) => {
      const word = Object.hasOwn(named, field) ? named[field]?.(words) : settingNamed(field)?.label(words);
      return word === undefined ? [] : [word];
    });
  return names.length === 0 ? undefined : joinedNames(new Set(names));
}

/** All details of an entry, by field. */
export function factRows(detail: string | undefined, words: FactWords): FactRow[] {
  const facts = parseFacts(detail);
  const shown = Object.entries(facts).flatMap(([field, value]) => {
    if (field === 'number') return isVersionNumber(value, facts) ? [{ label: words.t('factNumber'), after: String(value) }] : [];
    return rowOf(fieldNamed(field) ?? settingNamed(field), value, words);
  });
  const changed = changedFieldsText(facts['changed'], new Set(Object.keys(facts)), words);
  return changed === undefined ? shown : [...shown, { label: words.t('factFields'), after: changed }];
}
