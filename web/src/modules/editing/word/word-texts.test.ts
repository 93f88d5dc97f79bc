import { en } from '@docx-editor.dev/i18n';
import { languages } from '@dossier/contract/core/languages';
import type { Lang } from '@dossier/contract/core/shapes';
import { expect, test } from 'vitest';
import { loadWordTexts, wordText } from './word-texts.ts';

/** The texts of a catalogue, by the path to each. */
const paths = (catalogue: object, before = ''): [string, string][] =>
  Object.entries(catalogue).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null ? paths(value, `${before}${key}.`) : [[before + key, String(value)]],
  );

test('the tools of the editor have all of their texts in each language', async () => {
  const expected = paths(en).map(([path]) => path);
  for (const code of Object.keys(languages) as Lang[]) {
    const texts = new Map(paths(await loadWordTexts(code)));
    expect(texts.get('colorPicker.theme.darker25'), code).toContain('25');
    expect(texts.get('colorPicker.theme.lighter80'), code).toContain('80');
    if (code !== 'en') expect(expected.filter((path) => !texts.has(path))).toEqual([]);
  }
});

test('the handles of tables have names in each language', async () => {
  expect(wordText(await loadWordTexts('cn'), 'table.selectTable')).toBe('选择整个表格');
  expect(wordText(await loadWordTexts('es'), 'table.selectTable')).toBe('Seleccionar toda la tabla');
  expect(wordText(await loadWordTexts('cn'), 'table.none')).toBe('');
});
