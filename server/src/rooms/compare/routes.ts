import { compare } from '@dossier/contract/compare';
import { serve, type Served, type ServedFile, serveSlow } from '../../ground/http/serve.ts';
import { compareAgain, compareChanges, compareRows, compareState } from './answer.ts';
import { comparedPdf, comparePaper, comparePdf } from './comparison-paper.ts';
import { openComparison } from './open-comparison.ts';

export const compareRoutes: Served[] = [
  serve(compare.open, openComparison),
  serve(compare.pdf, comparePdf),
  serveSlow(compare.state, compareState),
  serveSlow(compare.again, compareAgain),
  serveSlow(compare.changes, compareChanges),
  serveSlow(compare.rows, compareRows),
  serveSlow(compare.paper, comparePaper),
];

export const compareFiles: ServedFile[] = [...comparedPdf];
