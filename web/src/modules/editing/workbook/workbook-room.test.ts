import type { WorkbookEdit } from '@dossier/contract/editing/workbook-edits';
import { expect, it } from 'vitest';
import { WorkbookRoom } from './workbook-room.ts';

const never = () => new Promise<never>(() => undefined);
const cell = (row: number, formula: string): WorkbookEdit => ({ kind: 'cells', sheet: 1, cells: [{ row, column: 0, formula }] });

it('makes nothing of what has a formula that no file gets, says so, and keeps what was made before', () => {
  const room = new WorkbookRoom('7', never);
  const moved: WorkbookEdit = { kind: 'cells', sheet: 1, cells: [{ row: 3, column: 0, value: null, formula: null }] };
  room.edited([moved, cell(4, 'WEBSERVICE(A1)')]);
  expect(room.state.getState()).toMatchObject({ unkept: false, wasRefused: true });
  room.edited([cell(0, 'SUM(B1:B2)')]);
  room.edited([moved, cell(4, '1+')]);
  expect(room.state.getState()).toMatchObject({ unkept: true, wasRefused: true });
});
