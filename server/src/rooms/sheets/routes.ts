import { sheets } from '@dossier/contract/sheets';
import { type Served, serveSlow } from '../../ground/http/serve.ts';
import { edgeOfColumn, findInBook, sheetValues, sumOfRange } from './ask-book.ts';
import { showBook, showRows } from './show-book.ts';

export const sheetRoutes: Served[] = [
  serveSlow(sheets.book, showBook),
  serveSlow(sheets.rows, showRows),
  serveSlow(sheets.values, sheetValues),
  serveSlow(sheets.find, findInBook),
  serveSlow(sheets.sum, sumOfRange),
  serveSlow(sheets.edge, edgeOfColumn),
];
