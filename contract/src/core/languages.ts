/**
 * The languages of the product, in the order of the menu: each by its code on the wire, with the tag by which browsers, screen readers
 * and plural rules know it and with its own name. A line here needs a folder of texts in each `locales/`; CONTRIBUTING.md has the steps.
 */
export const languages = {
  cn: { tag: 'zh-CN', name: '中文' },
  en: { tag: 'en', name: 'English' },
  es: { tag: 'es', name: 'Español' },
  ja: { tag: 'ja', name: '日本語' },
} as const satisfies Record<string, { tag: string; name: string }>;
