import type { Lang } from '@dossier/contract/core/shapes';
import type { Locale } from 'antd/es/locale';

const files = import.meta.glob<Locale>('../../locales/*/toolkit.ts', { import: 'antd' });
const loading = new Map<Lang, Promise<Locale>>();

/** Loads the Ant Design locale of a language, once; a failed load is repeated. */
export function loadAntdLocale(lang: Lang): Promise<Locale> {
  const known = loading.get(lang);
  if (known) return known;
  const promise = (files[`../../locales/${lang}/toolkit.ts`] as () => Promise<Locale>)();
  promise.then(
    // React reads these fields of a promise: a loaded locale is used at once, without suspending.
    (value) => Object.assign(promise, { status: 'fulfilled', value }),
    () => loading.delete(lang),
  );
  loading.set(lang, promise);
  return promise;
}
