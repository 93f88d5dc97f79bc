import { describe, expect, it } from 'vitest';
import { type CodeName, codes } from '../codes.ts';
import { cn } from './cn.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { ja } from './ja.ts';

const languages = { cn, en, es, ja };
const names = Object.keys(codes).toSorted();

describe('the texts of the answer codes', () => {
  it.each(Object.entries(languages))('%s has a text for each code and no other', (_, texts) => {
    expect(Object.keys(texts).toSorted()).toEqual(names);
  });

  it.each(Object.entries(languages))('%s says something, plainly', (language, texts) => {
    for (const [name, text] of Object.entries(texts)) {
      expect(text.trim(), name).toBe(text);
      expect(text.length, name).toBeGreaterThan(1);
      expect(text, name).not.toMatch(/[!！¡]/);
      // A text in the wrong file shows by its script: Han without kana, kana, or neither.
      const script = /[\u3040-\u30ff]/.test(text) ? 'ja' : /\p{Script=Han}/u.test(text) ? 'cn' : 'latin';
      expect(script, name).toBe(language === 'cn' || language === 'ja' ? language : 'latin');
    }
  });

  it('differ between the languages', () => {
    const same = names.filter((name) => new Set(Object.values(languages).map((texts) => texts[name as CodeName])).size < 4);
    expect(same).toEqual([]);
  });

  it.each(Object.entries(languages))('%s never says the same for two codes', (_, texts) => {
    const seen = Object.values(texts);
    expect(seen.filter((text, at) => seen.indexOf(text) !== at)).toEqual([]);
  });
});
