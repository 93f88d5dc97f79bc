import { formulaFault } from '@dossier/formats/workbook/formula-grammar';
import { readEditableWorkbook } from '@dossier/formats/workbook/editable-workbook';
import { expect, test } from 'vitest';
import { makeXlsx } from '../demo/files/xlsx.ts';
import { formulaWorkbook } from '../e2e/office-formulas.ts';

test.each([
  ['of offices', () => formulaWorkbook(), 672],
  ['of the demonstration', () => makeXlsx({ title: 'Budget', lang: 'en', seed: 1 }), 2],
] as const)('all formulas %s may be written', async (_, make, least) => {
  const { sheets, names } = await readEditableWorkbook(make());
  const formulas = [...sheets.flatMap(({ cells }) => cells), ...names].flatMap(({ formula }) => formula ?? []);
  expect(formulas.length).toBeGreaterThanOrEqual(least);
  expect(formulas.filter((formula) => formulaFault(formula, 0) !== undefined)).toEqual([]);
});
