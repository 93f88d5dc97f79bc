import type { TextKey } from '../../../platform/i18n.ts';
import { settingGroups } from '@dossier/contract/core/site-settings';
import { type FactField, type FactRow, type FactWords, fieldNamed, parseFacts, rowOf } from './log-facts.ts';

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
  passkeys: ({ t }) => t('factPasskeys'),
  avatar: ({ t }) => t('factAvatar'),
  tie: ({ t }) => t('factTie'),
  lang: ({ t }) => t('factLang'),
  mail: ({ people }) => people('mail'),
  moduleTypes: ({ people }) => people('opens'),
  sortNumber: ({ t }) => t('factOrder'),
  description: ({ people }) => people('description'),
  logo: ({ organisations }) => organisations('brandLogo'),
  administrators: ({ organisations }) => organisations('administrators').replace('…', ''),
};

/** The changed fields without values; without those listed elsewhere. */
export function changedFieldsText(changed: unknown, shown: ReadonlySet<string>, words: FactWords): string | undefined {
  if (!Array.isArray(changed)) return undefined;
  const names = changed
    .filter((field): field is string => typeof field === 'string' && !shown.has(field))
    .flatMap((field) => {
      const word = Object.hasOwn(named, field) ? named[field]?.(words) : settingNamed(field)?.label(words);
      return word === undefined ? [] : [word];
    });
  return names.length === 0 ? undefined : [...new Set(names)].join(', ');
}

/** All details of an entry, by field. */
export function factRows(detail: string | undefined, words: FactWords): FactRow[] {
  const facts = parseFacts(detail);
  const shown = Object.entries(facts).flatMap(([field, value]) => {
    if (field === 'number') return typeof value === 'number' ? [{ label: words.t('factNumber'), after: String(value) }] : [];
    return rowOf(fieldNamed(field) ?? settingNamed(field), value, words);
  });
  const changed = changedFieldsText(facts['changed'], new Set(Object.keys(facts)), words);
  return changed === undefined ? shown : [...shown, { label: words.t('factFields'), after: changed }];
}
