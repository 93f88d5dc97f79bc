import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { snippet } from './snippet.ts';
import { indexTokens, nameTokens, queryTerms, toFts5, toTsquery, toTsvectors } from './tokens.ts';

const terms = (keyword: string): unknown => queryTerms(keyword).map(({ kind, tokens }) => [kind, ...tokens]);

describe('indexTokens', () => {
  test.each([
    ['合同审批', '合同 同审 审批 批'],
    ['Hello, World', 'hello world'],
    ['ＩＳＯ９００１认证', 'iso9001 认证 证 ꙮ iso 9001'],
    ['第3章 合', '第 3 章 合'],
    ['résumé Ñandú straße', 'resume nandu straße'],
    ['foo_bar getUserName XMLHttp', 'foo bar getusername xmlhttp ꙮ get user name xml http'],
    ['a@b.com 3.14', 'a b com 3 14'],
    ['データベース 한국어', 'デー ータ タベ ベー ース ス 한국 국어 어'],
    ['𠮷野家', '𠮷野 野家 家'],
    ['合同\n审批 \r\n流程', '合同 同审 审批 批流 流程 程'],
    ['合同\n\n审批\n　　流程', '合同 同 审批 批 流程 程'],
    ['😀 — … \0', ''],
    ['\ud840合\udc00', '合'],
    ['a \u0300 b', 'a b'],
  ])('%j', (text, tokens) => {
    expect(indexTokens(text)).toBe(tokens);
  });
  test('long words are cut, and alike in the query', () => {
    const word = 'x'.repeat(50_000_000);
    expect(indexTokens(word)).toBe('x'.repeat(64));
    expect(queryTerms('x'.repeat(900))[0]?.tokens).toEqual(['x'.repeat(64)]);
  });
});

test('queryTerms', () => {
  expect(terms('合同')).toEqual([['phrase', '合同']]);
  expect(terms('合')).toEqual([['prefix', '合']]);
  expect(terms('合同 Report')).toEqual([
    ['phrase', '合同'],
    ['word', 'report'],
  ]);
  expect(terms('"annual report" x')).toEqual([
    ['phrase', 'annual', 'report'],
    ['word', 'x'],
  ]);
  expect(terms('“合同 审批”')).toEqual([['phrase', '合同', '同', '审批']]);
  expect(terms('第3章')).toEqual([['prefix', '第', '3', '章']]);
  expect(terms('foo_bar')).toEqual([['phrase', 'foo', 'bar']]);
  expect(terms('"open')).toEqual([['word', 'open']]);
  expect(terms(' "" * - " ')).toEqual([]);
  expect(queryTerms('a '.repeat(500)).length).toBe(16);
});

test('nameTokens start pinyin at each syllable', () => {
  const tokens = nameTokens('合同审批v2.docx').split(' ');
  for (const token of ['合同', 'hetongshenpiv2', 'tongshenpiv2', 'shenpiv2', 'piv2', 'htspv', 'spv', 'docx', 'v2'])
    expect(tokens).toContain(token);
  expect(nameTokens('Report.pdf')).toBe('report pdf');
  expect(nameTokens('壮'.repeat(85)).length).toBeLessThan(4000);
});

describe('in FTS5', () => {
  const database = new DatabaseSync(':memory:');
  database.exec(`create virtual table t using fts5(body, tokenize = 'ascii')`);
  const search = (text: string, keyword: string, open = false): boolean => {
    database.exec('delete from t');
    database.prepare('insert into t values (?)').run(text);
    return database.prepare('select 1 from t where t match ?').get(toFts5(queryTerms(keyword), { open })) !== undefined;
  };
  const content = indexTokens('关于合同审批流程的通知\n第3章节：ISO9001认证, getUserName(foo_bar) Résumé 终');
  test.each([
    '合同',
    '合同审批',
    '审批流程',
    '合',
    '终',
    '通',
    '知',
    '第3章',
    '第3章节',
    'iso9001',
    'ISO9001认证',
    '认证',
    'username',
    'user',
    'getusername',
    'foo_bar',
    'foo',
    'resume',
    '合同 认证',
    '"ISO9001认证"',
  ])('finds %s', (keyword) => expect(search(content, keyword)).toBe(keyword !== 'username'));
  test.each(['合审', '同合', '批合同', '流程图', 'resum', '通知单', '3章 没有', '"foo resume"', '证书'])('does not find %s', (keyword) => {
    expect(search(content, keyword)).toBe(false);
  });
  test.each(['shenpi', 'hetong', 'htsp', 'sp', 'he tong', '合', '同审', 'doc', 'ann'])('finds the name by %s', (keyword) => {
    expect(search(nameTokens('Annual 合同审批.docx'), keyword, true)).toBe(true);
  });
  test('any two or more adjacent characters of a text find it', () => {
    const unit = fc.constantFrom(...'合同审批流程あアー한a1B é,_\n');
    fc.assert(
      fc.property(fc.string({ unit, minLength: 1, maxLength: 30 }), fc.nat(), fc.integer({ min: 2, max: 8 }), (text, at, length) => {
        const start = at % text.length;
        const wanted = /^[\p{Script=Han}]{2,}/u.exec(text.slice(start, start + length))?.[0];
        if (wanted) expect(search(indexTokens(text), wanted)).toBe(true);
      }),
    );
  });
  test('no token is empty or contains punctuation', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const token of [...indexTokens(text).split(' '), ...queryTerms(text).flatMap((term) => term.tokens)]) {
          expect(token === '' ? indexTokens(text) : token).toMatch(/^[\p{L}\p{N}\p{M}\u{20000}-\u{3ffff}]*$/u);
        }
        expect(queryTerms(text).every((term) => term.tokens.length > 0 && term.tokens.every((token) => token !== ''))).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
  test('no keyword is a syntax error', () => {
    const any = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(...'"“*:^-+(){}\'\\ aAND OR合1\0') }));
    fc.assert(
      fc.property(any, fc.boolean(), (keyword, open) => {
        const query = toFts5(queryTerms(keyword), { open });
        if (query !== '') database.prepare('select 1 from t where t match ?').get(query);
      }),
      { numRuns: 2000 },
    );
  });
});

test('for PostgreSQL', () => {
  expect(toTsquery(queryTerms('合同审批 批 report'))).toBe(`('合同' <-> '同审' <-> '审批') & ('批':*) & ('report')`);
  expect(toTsquery(queryTerms('ann'), { open: true })).toBe(`('ann':*)`);
  expect(toTsquery([{ kind: 'word', tokens: [`a'b\\c\0`], runs: [] }])).toBe(`('a''b\\\\c')`);
  expect(toTsvectors('a b')).toEqual([`'a':1 'b':2`]);
  expect(toTsvectors('')).toEqual([]);
  const vectors = toTsvectors(Array.from({ length: 40_000 }, (_, at) => `t${at}`).join(' '));
  expect(vectors.length).toBe(3);
  expect(vectors[1]?.startsWith(`'t15968':1 `)).toBe(true);
  expect(vectors[2]?.endsWith(`'t39999':8064`)).toBe(true);
});

describe('snippet', () => {
  const show = (text: string, keyword: string, length = 160): string => snippet(text, queryTerms(keyword), { length });

  test('marks hits in compatibility characters, as PDFs hold them', () => {
    expect(show('这是⽯油管道的⼯程图', '石油 工程')).toBe('这是<em>⽯油</em>管道的<em>⼯程</em>图');
    expect(show('書類ｶﾀｶﾅ', 'カタカナ')).toBe('書類<em>ｶﾀｶﾅ</em>');
  });

  test('marks the hits in their original spelling', () => {
    expect(show('关于合同审批流程', '合同')).toBe('关于<em>合同</em>审批流程');
    expect(show('The Résumé of ＩＳＯ', 'resume iso')).toBe('The <em>Résumé</em> of <em>ＩＳＯ</em>');
    expect(show('合\n同 foo-bar', '合同 foo_bar')).toBe('<em>合 同</em> <em>foo-bar</em>');
    expect(show('in training', 'in')).toBe('<em>in</em> training');
    expect(show('getUserName', 'name')).toBe('getUser<em>Name</em>');
  });
  test('escapes everything else', () => {
    expect(show('<b>合同</b> & "x"', '合同')).toBe('&lt;b&gt;<em>合同</em>&lt;/b&gt; &amp; &quot;x&quot;');
    expect(show('<script>', 'none')).toBe('&lt;script&gt;');
  });
  test('shows where the terms are close together', () => {
    const text = `alpha ${'x '.repeat(500)}alpha beta ${'y '.repeat(500)}`;
    const piece = show(text, 'alpha beta');
    expect(piece).toMatch(/^….*<em>alpha<\/em> <em>beta<\/em>.*…$/);
    expect(piece.length).toBeLessThan(200);
  });
  test('never breaks, never lets markup through', () => {
    const any = fc.string({ unit: fc.constantFrom(...'合同a1<>&"\'\\ \n[](){}*+?.^$|-/é😀\u3000') });
    fc.assert(
      fc.property(any, any, fc.integer({ min: 1, max: 50 }), (text, keyword, length) => {
        const piece = show(text, keyword, length);
        expect(piece.replaceAll(/<\/?em>/g, '')).not.toMatch(/[<>"']/);
        expect(piece.isWellFormed()).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});
