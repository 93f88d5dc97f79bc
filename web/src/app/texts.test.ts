import { langs } from '@dossier/contract/core/shapes';
import { describe, expect, test } from 'vitest';

type Words = Record<string, string>;

const files = import.meta.glob<Words>(['../**/text/cn.ts', '../**/text/en.ts', '../**/text/es.ts', '../**/text/ja.ts'], { import: 'text' });
const client = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/text/{cn,en,es,ja}.ts', '!../**/*.test.{ts,tsx}'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const contract = import.meta.glob<string>('../../../contract/src/**/*.ts', { query: '?raw', import: 'default', eager: true });
const named = Object.values(contract).join('\n');

/** The folders that hold words: `../app` stands for this one, which the glob calls `.`. */
const homes = Object.keys(files)
  .filter((path) => path.endsWith('/text/cn.ts'))
  .map((path) => path.slice(0, -'/text/cn.ts'.length))
  .map((folder) => ({ folder, room: folder === '.' ? 'app' : (folder.split('/').at(-1) as string) }));

const placeholders = (words: string): string[] => [...words.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name as string).toSorted();
const load = (folder: string, lang: string): Promise<Words> => (files[`${folder}/text/${lang}.ts`] as () => Promise<Words>)();

/** Languages that tell one from many say one of the same words apart. */
const isOne = (key: string, first: Words): boolean => key.endsWith('_one') && key.slice(0, -'_one'.length) in first;

const speakers = Object.values(client).join('\n');

describe.each(homes)('the words of $room', ({ folder }) => {
  test('are the same keys with the same placeholders in every language, none empty', async () => {
    const first = await load(folder, 'cn');
    for (const lang of langs) {
      const all = await load(folder, lang);
      const words = Object.fromEntries(Object.entries(all).filter(([key]) => !isOne(key, first)));
      for (const key of Object.keys(all).filter((one) => isOne(one, first))) {
        const many = placeholders(all[key.slice(0, -'_one'.length)] as string);
        expect(many, `${lang} ${key}`).toEqual(expect.arrayContaining(placeholders(all[key] as string)));
      }
      expect(Object.keys(words).toSorted(), lang).toEqual(Object.keys(first).toSorted());
      for (const [key, text] of Object.entries(words)) {
        expect([lang, key, ...placeholders(text)]).toEqual([lang, key, ...placeholders(first[key] as string)]);
        expect(text.trim(), `${lang} ${key}`).not.toBe('');
      }
    }
  });

  test('are all in use', async () => {
    // Computed keys: `kind_${kind}`, `${choice}Hint`, and the names in the contract's tables, such as those of the log's actions.
    const begun = [...speakers.matchAll(/`([a-z]\w*)\$\{/g)].map(([, beginning]) => beginning as string);
    const ended = [...speakers.matchAll(/\}([A-Z]\w*)`/g)].map(([, ending]) => ending as string);
    const isUsed = (key: string): boolean =>
      speakers.includes(`'${key}'`) ||
      named.includes(` ${key}:`) ||
      named.includes(`'${key}'`) ||
      begun.some((beginning) => key.startsWith(beginning)) ||
      ended.some((ending) => key.endsWith(ending));
    expect(Object.keys(await load(folder, 'cn')).filter((key) => !isUsed(key))).toEqual([]);
  });
});

test('every home of words is found', () => {
  expect(homes.map(({ room }) => room)).toEqual(
    expect.arrayContaining(['app', 'platform', 'session', 'people', 'messages', 'library', 'home']),
  );
});

test('visitors of links meet words that there are: a file that was moved is found by no glob', () => {
  for (const lang of langs) {
    const paths = [...(client[`./share/words/${lang}.ts`] ?? '').matchAll(/'\.\.\/\.\.\/\.\.\/([\w/.-]+)'/g)].map(
      ([, path]) => `../${path}`,
    );
    expect(paths.length).toBeGreaterThan(4);
    expect(paths.filter((path) => !(path in files))).toEqual([]);
  }
});
