import type { Lang } from '@dossier/contract/core/shapes';
import type { Locale } from 'antd/es/locale';

const files = import.meta.glob<Locale>('../../locales/*/toolkit.ts', { import: 'antd' });
const loading = new Map<Lang, Promise<Locale>>();

/** Loads Ant Design's own words of a language, once; what failed is asked for again. */
export function loadAntdLocale(lang: Lang): Promise<Locale> {
  const known = loading.get(lang);
  if (known) return known;
  const promise = (files[`../../locales/${lang}/toolkit.ts`] as () => Promise<Locale>)();
  promise.then(
    // React reads these marks: a locale that is there is used at once, without a moment of Suspense.
    (value) => Object.assign(promise, { status: 'fulfilled', value }),
    () => loading.delete(lang),
  );
  loading.set(lang, promise);
  return promise;
}
