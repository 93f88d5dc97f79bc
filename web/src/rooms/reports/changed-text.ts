import type { FactWords } from './fact-fields.ts';
import { settingNamed } from './site-facts.ts';

type Word = (words: FactWords) => string;

/** What is named alone, as its values are secret or long. */
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
  logo: ({ site }) => site('brandLogo'),
  administrators: ({ site }) => site('administrators').replace('…', ''),
};

/** The fields that were changed without telling how; of those that tell it nothing. */
export function changedText(changed: unknown, told: ReadonlySet<string>, words: FactWords): string | undefined {
  if (!Array.isArray(changed)) return undefined;
  const names = changed
    .filter((field): field is string => typeof field === 'string' && !told.has(field))
    .flatMap((field) => {
      const word = Object.hasOwn(named, field) ? named[field]?.(words) : settingNamed(field)?.label(words);
      return word === undefined ? [] : [word];
    });
  return names.length === 0 ? undefined : [...new Set(names)].join(', ');
}
