import { compare } from '@dossier/contract/compare';
import { serve, type Served, serveSlow } from '../../ground/http/serve.ts';
import { compareAgain, compareChanges, compareRows, compareState } from './answer.ts';
import { openComparison } from './open-comparison.ts';

export const compareRoutes: Served[] = [
  serve(compare.open, openComparison),
  serveSlow(compare.state, compareState),
  serveSlow(compare.again, compareAgain),
  serveSlow(compare.changes, compareChanges),
  serveSlow(compare.rows, compareRows),
];
