import type { Lang } from '@dossier/contract/core/shapes';

/** The languages in which the made-up company writes; the product may speak more. */
export const demoLanguages = ['cn', 'en', 'es', 'ja'] as const satisfies readonly Lang[];
export type DemoLanguage = (typeof demoLanguages)[number];
