import { expect, it } from 'vitest';
import { formulaOf, formulaTokens, relocatedFormula, scopeText } from './formula-tokens.ts';

const kinds = (formula: string): string =>
  (formulaTokens(formula) ?? [])
    .filter(({ kind }) => kind !== 'other')
    .map(({ kind, text }) => `${kind} ${text}`)
    .join(' | ');

it.each([
  ['SUM(A1:$B$2,C3)*1E5+LOG10(D4)', 'reference A1:$B$2 | reference C3 | reference D4'],
  [`"A1 ""B2"""&'It''s A1'!C3&Sheet1!D4`, `scope 'It''s A1'! | reference C3 | scope Sheet1! | reference D4`],
  [
    'SUM(A:A,$1:$3,Jan:Mar!B2,[1]Data!C1)',
    'reference A:A | reference $1:$3 | scope Jan:Mar! | reference B2 | scope [1]Data! | reference C1',
  ],
  [
    'Rate*Sheet1!Rate+Table1[[#This Row],[A1 ‘x]]+_xlfn.STDEV.S(E5)',
    'name Rate | scope Sheet1! | name Rate | name Table1[[#This Row],[A1 ‘x]] | reference E5',
  ],
  ['#REF!A1+Sheet1!#REF!+{1,2;"A1",TRUE}', 'scope #REF! | reference A1 | scope Sheet1! | name TRUE'],
  ['A1:Sheet2!B1', 'reference A1 | scope Sheet2! | reference B1'],
  ['ABC1234567+XFE1+A1048577+_xlfn.ANCHORARRAY(A1)', 'name ABC1234567 | name XFE1 | name A1048577 | reference A1'],
  ['数据!A1+销售额*2', 'scope 数据! | reference A1 | name 销售额'],
  ['OFFSET(A1,1,0):B5 C3 % ^2<>3', 'reference A1 | reference B5 | reference C3'],
])('%s has its references', (formula, expected) => {
  expect(kinds(formula)).toBe(expected);
  expect(formulaOf(formulaTokens(formula) ?? [])).toBe(formula);
});

it.each(['"open', 'Sheet1!', 'T[open', '§'])('%s is not understood', (formula) => {
  expect(formulaTokens(formula)).toBeUndefined();
});

it('a formula stands elsewhere', () => {
  expect(relocatedFormula('A1+$B2+C$3+$D$4+A:B+$1:2+Sheet1!A1+LOG10("A1")', 1, 2)).toBe('C2+$B3+E$3+$D$4+C:D+$1:3+Sheet1!C2+LOG10("A1")');
  expect(relocatedFormula('A1', -1, -1)).toBe('XFD1048576');
});

it('names of sheets are quoted where they have to be', () => {
  expect(['Sheet1', 'A1', "It's", 'a b', '数据', 'R1C1', '2024', 'a-b'].map((name) => scopeText(name))).toEqual([
    'Sheet1!',
    "'A1'!",
    "'It''s'!",
    "'a b'!",
    '数据!',
    "'R1C1'!",
    "'2024'!",
    "'a-b'!",
  ]);
  expect(scopeText('Jan', 'Mar')).toBe('Jan:Mar!');
});

it.each(['.1', '1:', 'A1:', 'a.', '[x]a', '1E', '#A', '\\?'])(
  'reads %s again and again in time that grows with its length alone',
  (piece) => {
    const text = piece.repeat(Math.floor(200_000 / piece.length));
    const start = performance.now();
    formulaTokens(text);
    expect(performance.now() - start).toBeLessThan(2000);
  },
);
