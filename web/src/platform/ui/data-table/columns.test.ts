import { expect, test } from 'vitest';
import { type Column, fittingColumns, orderAfter, shownColumns } from './columns.ts';

const column = (id: string, more: Partial<Column<unknown>> = {}): Column<unknown> => ({
  id,
  label: id,
  width: 100,
  cell: () => null,
  ...more,
});
const columns = [column('name'), column('by'), column('time'), column('size'), column('kind', { off: true })];
const ids = (prefs: Partial<Parameters<typeof shownColumns>[1]>): string[] =>
  shownColumns(columns, { widths: {}, hidden: {}, order: [], ...prefs }).map(({ id }) => id);

test('columns are shown in the chosen order and widths', () => {
  expect(ids({})).toEqual(['name', 'by', 'time', 'size']);
  expect(ids({ hidden: { kind: false, by: true } })).toEqual(['name', 'time', 'size', 'kind']);
  expect(ids({ order: ['size', 'by', 'time'] })).toEqual(['name', 'size', 'by', 'time']);
  expect(shownColumns(columns, { widths: { by: 222 }, hidden: {}, order: [] })[1]?.width).toBe(222);
});

test('columns that do not fit are left out from the right, but not those that the user has chosen', () => {
  const fitting = (width: number, prefs: Partial<Parameters<typeof shownColumns>[1]> = {}): string[] => {
    const all = { widths: {}, hidden: {}, order: [], ...prefs };
    return fittingColumns(shownColumns(columns, all), width, all).map(({ id }) => id);
  };
  expect(fitting(500)).toEqual(['name', 'by', 'time', 'size']);
  expect(fitting(499)).toEqual(['name', 'by', 'time']);
  expect(fitting(10)).toEqual(['name']);
  expect(fitting(400, { hidden: { kind: false } })).toEqual(['name', 'by', 'kind']);
  expect(fitting(10, { widths: { time: 100 } })).toEqual(['name', 'time']);
});

test('a moved column takes the position of another', () => {
  expect(orderAfter(['a', 'b', 'c'], 'c', 'a')).toEqual(['c', 'a', 'b']);
  expect(orderAfter(['a', 'b', 'c'], 'a', 'b')).toEqual(['b', 'a', 'c']);
  expect(orderAfter(['a', 'b'], 'x', 'a')).toEqual(['a', 'b']);
});
