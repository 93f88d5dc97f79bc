import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  document.cookie = 'language=; path=/; max-age=0';
});

/** The language of a client that is loaded by a browser with these languages. */
async function languageFor(browser: string[]): Promise<string> {
  vi.resetModules();
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(browser);
  const { currentLanguage } = await import('./i18n.ts');
  return currentLanguage();
}

test('the language is the saved one, whatever the browser speaks', async () => {
  localStorage.setItem('dossier-lang', 'ja');
  expect(await languageFor(['es-MX', 'en'])).toBe('ja');
  localStorage.clear();
  document.cookie = 'language=es; path=/';
  expect(await languageFor(['zh-CN'])).toBe('es');
  // no language of ours
  localStorage.setItem('dossier-lang', 'tlh');
  expect(await languageFor(['zh-CN'])).toBe('cn');
});

test.each([
  [['zh-TW', 'en'], 'cn'],
  [['fr-FR', 'es-AR', 'en'], 'es'],
  [['ja'], 'ja'],
  [['EN-gb', 'zh'], 'en'],
  [['fr', 'de'], 'en'],
  [[], 'en'],
])('without a saved one the first of %j is the language that there is, otherwise English: %s', async (browser, lang) => {
  expect(await languageFor(browser)).toBe(lang);
});
