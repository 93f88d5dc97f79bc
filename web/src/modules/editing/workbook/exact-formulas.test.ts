import { expect, it } from 'vitest';
import { ExactFormulas, isExact, isOfArray } from './exact-formulas.ts';

const scope = {
  knows: (name: string) => name !== 'CUBESET',
  names: new Map([
    ['QTY', 'D!$B$3:$B$14'],
    ['RATE', 'D!$B$1'],
    ['TWICE', 'Data[Sum]*2'],
  ]),
};
const exact = (formula: string): boolean => isExact(formula, scope);

it('relies on formulas that mean the same in the grid and in a file', () => {
  for (const formula of [
    'SUM(A1:A9)*2+B1',
    "SUMIFS('数据 2024'!$B:$B,'R&D''s'!A:A,\"北京\")",
    'SUMPRODUCT((A1:A9="x")*B1:B9)',
    'IF(A1>1,VLOOKUP(B1,C1:D9,2,FALSE),"a b")',
    '_xlfn.XLOOKUP(A1,B1:B9,C1:C9)',
    'SUM(Qty)*rate',
    'SUM({1,2,3})',
    'SUM({1,2,3}*A1)',
    'A1/0',
  ])
    expect([formula, exact(formula)]).toEqual([formula, true]);
});

it('does not rely on formulas that the grid does not know, or computes with arrays', () => {
  for (const formula of [
    'CUBESET("a","b")',
    'A1:A9*2',
    'A1:A9',
    'SUM(IF(A1:A9>1,B1:B9,0))',
    'MAX(LEN(A1:A9))',
    'Qty*2',
    'SUM(A1:B9 B2:C4)',
    'SUM((A1:A2,C1:C2))',
    'SUM(Data[Sum])',
    "'[1]Other'!A1",
    'RATE(36,-320,10000)',
    'Twice+1',
    'COUNTIF(A1:A9,"<>")',
  ])
    expect([formula, exact(formula)]).toEqual([formula, false]);
});

it('tells formulas that would have to be of an array from those that are not exact for other reasons', () => {
  for (const formula of ['A1:A9*2', 'SUM(IF(A1:A9>1,B1:B9,0))', '_xlfn.UNIQUE(A1:A9)', '_xlfn.SEQUENCE(3)', 'TRANSPOSE(A1:A3)'])
    expect([formula, isOfArray(formula, scope)]).toEqual([formula, true]);
  for (const formula of ['SUM(A1:A9)', 'CUBESET("a","b")', 'COUNTIF(A1:A9,"<>")', 'INDEX(LINEST(A1:A9,B1:B9),1)', 'SUM((A1:A2,C1:C2))'])
    expect([formula, isOfArray(formula, scope)]).toEqual([formula, false]);
});

it('tells formulas that fill several cells by their arguments, and where a plain formula takes one cell of a range', () => {
  for (const formula of [
    'INDEX(A1:B5,0,1)',
    'INDEX(A1:B5,2)',
    'INDEX(A1:B5,2,)',
    'OFFSET(A1,0,0,3,1)',
    'OFFSET(A1:A3,1,0)',
    'INDIRECT("A1:A3")',
    'CHOOSE(1,A1:A3,B1:B3)',
    '_xlfn.XLOOKUP(3,A1:A5,A1:B5)',
    'ROW(A1:A3)',
    'MATCH(A1:A2,A1:A5,0)',
    'SUM(COUNTIF(A1:A5,B1:B2))',
    'VLOOKUP({1,2},A1:B5,2,FALSE)',
    'LARGE(A1:A5,{1,2})',
    'LOOKUP(A1:A2,A1:A5)',
    'ROW(A1:A3)-1+SUM(A1:A3)',
  ])
    expect([formula, isOfArray(formula, scope)]).toEqual([formula, true]);
  for (const formula of [
    'INDEX(A1:B5,2,1)',
    'INDEX(A1:A5,2)',
    'INDEX(A1:B5,MATCH(C1,A1:A5,0),2)+1',
    'SUM(INDEX(A1:B5,0,1))',
    'SUM(OFFSET(A1,0,0,3,1))',
    'OFFSET(A1,1,1)',
    'INDIRECT("A"&B1)',
    'CHOOSE(A1,B1,C1)',
    'ROW(A1:C1)',
    'COLUMN(A1:A3)',
    'SUM(LARGE(A1:A5,{1,2}))',
    'SUMPRODUCT(COUNTIF(A1:A5,A1:A2))',
    'XLOOKUP(3,A1:A5,B1:B5)',
  ])
    expect([formula, isOfArray(formula, scope)]).toEqual([formula, false]);
});

it('judges formulas that differ in their rows alone once', () => {
  let asked = 0;
  const exactly = new ExactFormulas({ ...scope, knows: () => ++asked > 0 });
  expect([exactly.isExact('SUM(A1:A9)+LOG10(B2)'), exactly.isExact('SUM(A2:A10)+LOG10(B3)'), asked]).toEqual([true, true, 2]);
  expect([exactly.isExact('A1:A9*2'), exactly.isExact('A1*2')]).toEqual([false, true]);
});
