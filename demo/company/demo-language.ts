import type { Lang } from '@dossier/contract/core/shapes';

/** The languages in which the made-up company writes; the product may speak more. */
export type DemoLanguage = Extract<Lang, 'cn' | 'en' | 'es' | 'ja'>;
