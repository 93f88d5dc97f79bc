import type { WorkbookEdit } from '@dossier/contract/editing/workbook-edits';
import { expect, it } from 'vitest';
import { areWritten, formulaRefusal } from './formula-refusal.ts';

const linked = { obstacles: [{ kind: 'externalLinks' as const, detail: '1' }] };

it('says why a formula is not kept', () => {
  const why = (formula: string) => formulaRefusal(formula, undefined);
  expect(['SUM(A1)', '1+', 'ABS('.repeat(99), '[1]Data!A1', 'WEBSERVICE("https://example.com/")'].map(why)).toEqual([
    undefined,
    'noFormula',
    'noFormula',
    'outwardFormula',
    'outwardFormula',
  ]);
  expect(formulaRefusal('[1]Data!A1', linked)).toBeUndefined();
});

it('finds a formula that is not kept among edits', () => {
  const cells = (...list: Extract<WorkbookEdit, { kind: 'cells' }>['cells']): WorkbookEdit => ({ kind: 'cells', sheet: 1, cells: list });
  const insert: WorkbookEdit = { kind: 'insert', sheet: 1, axis: 'row', at: 0, count: 1 };
  const good = { row: 0, column: 0, formula: 'A2+[1]Data!A1' };
  const bad = { row: 1, column: 0, formula: 'RTD("a",,"b")', value: 1 };
  expect(areWritten([insert, cells(good, { row: 2, column: 0, value: 'RTD(' })], linked)).toBe(true);
  expect(areWritten([insert, cells(good, { ...bad, formula: null })], linked)).toBe(true);
  expect(areWritten([insert, cells(good), cells(good, bad)], linked)).toBe(false);
});
