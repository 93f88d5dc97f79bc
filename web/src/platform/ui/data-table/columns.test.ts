import { expect, test } from 'vitest';
import { type Column, orderAfter, shownColumns } from './columns.ts';

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

test('a moved column takes the position of another', () => {
  expect(orderAfter(['a', 'b', 'c'], 'c', 'a')).toEqual(['c', 'a', 'b']);
  expect(orderAfter(['a', 'b', 'c'], 'a', 'b')).toEqual(['b', 'a', 'c']);
  expect(orderAfter(['a', 'b'], 'x', 'a')).toEqual(['a', 'b']);
});
