import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkName, extOf, freeName, nameKey, nameSort } from './names.ts';

const sorted = (names: string[]): string[] =>
  names
    .map((name) => ({ name, key: Buffer.from(nameSort(name)) }))
    .toSorted((a, b) => Buffer.compare(a.key, b.key))
    .map(({ name }) => name);
const anyName = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: fc.constantFrom(...'aAéßıİΣς0189合同行銀ァか가 ._-(中)Ａ１') }),
);

describe('checkName', () => {
  test.each([
    'a',
    '合同.docx',
    'é',
    'Ünïcode',
    '😀.png',
    '👨‍👩‍👧.jpg',
    'a.b.c',
    'console.log',
    'com10',
    'nulls.txt',
    '(1)',
    '#%&{}',
    'a  b',
  ])('takes %j', (name) => {
    expect(checkName(name)).toEqual({ ok: true, name: name.normalize('NFC') });
  });
  test.each([
    'a/b',
    'a\\b',
    'a:b',
    'a*',
    'a?',
    '"a"',
    '<a',
    'a>',
    'a|b',
    'a\0b',
    'a\nb',
    'a\x7f',
    'a\x85',
    ' a',
    'a ',
    '.a',
    'a.',
    '.',
    '..',
    '\u3000a',
    'CON',
    'nul.txt',
    'Aux .tar.gz',
    'COM1',
    'lpt9.x',
    'COM¹',
    'conin$',
    'a\ud800',
    '\udc00b',
    'a\u202egpj.exe',
    'a\u2066b',
    '\u200eab',
    'a\u200fb',
    'a\u061cb',
    'a\u200bb',
    'a\ufeffb',
    'a\u2028b',
  ])('refuses %j', (name) => {
    expect(checkName(name)).toEqual({ ok: false, why: 'illegal' });
  });
  test('tells empty and too long apart', () => {
    expect(checkName('')).toEqual({ ok: false, why: 'empty' });
    expect(checkName('  \t')).toEqual({ ok: false, why: 'empty' });
    expect(checkName('a'.repeat(255)).ok).toBe(true);
    expect(checkName('a'.repeat(256))).toEqual({ ok: false, why: 'too-long' });
    expect(checkName('中'.repeat(85)).ok).toBe(true);
    expect(checkName('中'.repeat(86))).toEqual({ ok: false, why: 'too-long' });
    expect(checkName('a'.repeat(10_000_000))).toEqual({ ok: false, why: 'too-long' });
  });
  test('normalises to NFC', () => {
    expect(checkName('e\u0301')).toEqual({ ok: true, name: 'é' });
    expect(checkName('e\u0301'.repeat(127)).ok).toBe(true);
  });
  test('accepts its own output unchanged', () => {
    fc.assert(
      fc.property(anyName, (name) => {
        const first = checkName(name);
        if (first.ok) expect(checkName(first.name)).toEqual(first);
      }),
    );
  });
});

describe('nameKey', () => {
  test('ignores case and composition', () => {
    expect(nameKey('ABC.TXT')).toBe(nameKey('abc.txt'));
    expect(nameKey('STRASSE')).toBe(nameKey('Straße'));
    expect(nameKey('ΟΔΟΣ')).toBe(nameKey('οδος'));
    expect(nameKey('e\u0301')).toBe(nameKey('É'));
    expect(nameKey('合同')).not.toBe(nameKey('合约'));
    expect(nameKey('a')).not.toBe(nameKey('á'));
  });
  test('is idempotent', () => {
    fc.assert(
      fc.property(anyName, (name) => nameKey(nameKey(name)) === nameKey(name)),
      { numRuns: 2000 },
    );
    for (let code = 0; code < 0x1_1000; code++) {
      if (code >= 0xd800 && code < 0xe000) continue;
      const key = nameKey(String.fromCodePoint(code));
      if (nameKey(key) !== key) throw new Error(code.toString(16));
    }
  });
});

describe('nameSort', () => {
  test('numbers by value, of any length', () => {
    const long = '9'.repeat(60);
    const names = ['a1', 'a01', 'a2', 'a10', 'a100', `a${long}`, `a1${'0'.repeat(60)}`, 'b1'];
    expect(sorted(names.toReversed())).toEqual(names);
    expect(sorted(['v1.10', '2024.12', 'v1.9', 'v1.2', '2024.2'])).toEqual(['2024.2', '2024.12', 'v1.2', 'v1.9', 'v1.10']);
    expect(sorted(['第10章', '第2章', '第1章'])).toEqual(['第1章', '第2章', '第10章']);
  });
  test('Chinese by pinyin, in context', () => {
    expect(sorted(['上海', '北京', '广州', '重庆', '安徽', '深圳', '郑州'])).toEqual([
      '安徽',
      '北京',
      '重庆',
      '广州',
      '上海',
      '深圳',
      '郑州',
    ]);
    expect(sorted(['里德', '李四', '李安', '丽江', '离线'])).toEqual(['离线', '李安', '李四', '里德', '丽江']);
    expect(sorted(['合同10', '合同2', '合同'])).toEqual(['合同', '合同2', '合同10']);
  });
  test('punctuation, digits, Latin, Chinese, kana, Hangul', () => {
    const names = ['_x', '1', 'a', 'B', 'c', 'Привет', '合同', 'あ', 'イ', '가'];
    expect(sorted(names.toReversed())).toEqual(names);
  });
  test('case, accents and widths only break ties', () => {
    expect(sorted(['b', 'A', 'á', 'a1', 'Z', 'ａ2'])).toEqual(['A', 'á', 'a1', 'ａ2', 'b', 'Z']);
    expect(nameSort('ABC')).toBe(nameSort('abc'));
  });
  test('the stem before the extension', () => {
    const names = ['Report', 'Report.docx', 'Report.pdf', 'Report (2).docx', 'Report 1.docx', 'Reports.docx'];
    expect(sorted(names.toReversed())).toEqual(names);
  });
  test('is bounded, well formed, and differs for different names', () => {
    fc.assert(
      fc.property(anyName, anyName, (a, b) => {
        const [left, right] = [nameSort(a.toWellFormed()), nameSort(b.toWellFormed())];
        expect(left.length).toBeLessThanOrEqual(300);
        expect(left.isWellFormed()).toBe(true);
        if (left.length < 300) expect(left === right).toBe(nameKey(a.toWellFormed()) === nameKey(b.toWellFormed()));
      }),
      { numRuns: 2000 },
    );
    expect(nameSort('壮'.repeat(85)).length).toBeLessThanOrEqual(300);
  });
});

describe('freeName and extOf', () => {
  test('finds the next free name', () => {
    const taken = new Set(['a.txt', 'a (2).txt', 'b', 'c.tar.gz']);
    const free = (name: string): string => freeName(name, (candidate) => taken.has(candidate));
    expect(free('x.txt')).toBe('x.txt');
    expect(free('a.txt')).toBe('a (3).txt');
    expect(free('b')).toBe('b (2)');
    expect(free('c.tar.gz')).toBe('c (2).tar.gz');
  });
  test('returns a legal name', () => {
    for (const name of [`${'中'.repeat(83)}.docx`, 'a'.repeat(255), `${'😀'.repeat(63)}.a`]) {
      const other = freeName(name, (candidate) => candidate === name);
      expect(checkName(other)).toEqual({ ok: true, name: other });
      expect(other).not.toBe(name);
    }
  });
  test('extOf', () => {
    expect(['a.TXT', 'a.tar.gz', '.git', 'a', 'a.', '1. 总则', 'x.7z', '合同.Docx', 'Mr. Smith'].map(extOf)).toEqual([
      'txt',
      'gz',
      '',
      '',
      '',
      '',
      '7z',
      'docx',
      '',
    ]);
  });
});
