import { expect, it } from 'vitest';
import { type LineChange, movedRanges, shiftedFormula } from './line-changes.ts';

const change = (text: string): LineChange => {
  const [kind, axis, at, count] = text.split(' ');
  return { kind: kind as 'insert', axis: axis as 'row', at: Number(at), count: Number(count) };
};
const leadsThere = (scope: { first: string } | undefined): boolean => scope === undefined || scope.first === 'Own';

it.each([
  ['insert row 4 2', 'A4+A5+$A$5', 'A4+A7+$A$7'],
  ['insert row 4 2', 'SUM(A1:B9)+SUM(A5:A5)+SUM(A1:A4)+SUM(B9:A1)', 'SUM(A1:B11)+SUM(A7:A7)+SUM(A1:A4)+SUM(B11:A1)'],
  ['insert row 4 2', "A:B+$5:6+Other!A9+Own!A9+'x y'!A9+[1]Own!A9", "A:B+$7:8+Other!A9+Own!A11+'x y'!A9+[1]Own!A9"],
  ['insert row 0 1', 'A1048576+SUM(A1:A1048576)', '#REF!+SUM(A2:A1048576)'],
  ['insert column 1 1', 'A1+B1+$B$1+B:C+1:2', 'A1+C1+$C$1+C:D+1:2'],
  ['remove row 4 2', 'A4+A5+A6+A7+Own!A5', 'A4+#REF!+#REF!+A5+Own!#REF!'],
  ['remove row 4 2', 'SUM(A1:A9)+SUM(A5:A9)+SUM(A1:A5)+SUM(A5:A6)', 'SUM(A1:A7)+SUM(A5:A7)+SUM(A1:A4)+SUM(#REF!)'],
  ['remove row 4 2', '5:6+5:9+A1:A1048576', '#REF!+5:7+A1:A1048576'],
  ['remove column 0 1', 'A1+B1+A:A+A:C+"A1"+LOG10(B2)+T[A1]', '#REF!+A1+#REF!+A:B+"A1"+LOG10(A2)+T[A1]'],
])('%s makes %s %s', (lines, formula, expected) => {
  expect(shiftedFormula(formula, { change: change(lines), leadsThere })).toBe(expected);
});

it('names keep what is relative', () => {
  expect(shiftedFormula('Own!$A$5+Own!A5+Own!$A5:$B9', { change: change('insert row 0 1'), leadsThere, onlyFixed: true })).toBe(
    'Own!$A$6+Own!A5+Own!$A5:$B9',
  );
});

it('lists of ranges lose what is gone', () => {
  expect(movedRanges('A1:B2 C5 A:A', change('remove row 4 1'))).toBe('A1:B2 A1:A1048576');
  expect(movedRanges('C5', change('remove row 4 1'))).toBeUndefined();
  expect(() => movedRanges('what', change('remove row 4 1'))).toThrow('shift');
});
