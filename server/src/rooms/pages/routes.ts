import { pageLooks } from '@dossier/contract/page-looks';
import { type Served, serveSlow } from '../../ground/http/serve.ts';
import { findWords } from './find-words.ts';
import { lookOutline, lookPages, lookWords } from './read-pages.ts';

export const pageRoutes: Served[] = [
  serveSlow(pageLooks.pages, lookPages),
  serveSlow(pageLooks.outline, lookOutline),
  serveSlow(pageLooks.words, lookWords),
  serveSlow(pageLooks.find, findWords),
];
