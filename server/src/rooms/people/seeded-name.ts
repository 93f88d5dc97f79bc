import type { Lang } from '@dossier/contract/shapes';
import { fullNameColumns } from '../../ground/text/name-columns.ts';

/** What the account of the first start is called before anybody has shown which language is spoken here. */
export const seededName = 'Administrator';

const spoken: Record<Lang, string> = { cn: '管理员', en: seededName, es: 'Administrador', ja: '管理者' };

/** The seeded name in the language of the first sign-in; nothing for a person with a name of their own. */
export function seededNameIn(lang: Lang, fullName: string): Partial<ReturnType<typeof fullNameColumns>> {
  return fullName === seededName ? fullNameColumns(spoken[lang]) : {};
}
