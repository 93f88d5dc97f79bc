import { isolation } from '@dossier/contract/governance/isolation';
import { sensitiveWords } from '@dossier/contract/governance/sensitive-words';
import { type Served, serve } from '../../platform/http/serve.ts';
import {
  deleteIsolated,
  listIsolated,
  releaseIsolated,
  rescanEverything,
  showIsolated,
  showScanner,
} from './isolation/isolated-contents.ts';
import { decideFindings, listFindings, showFinding } from './sensitive-words/findings.ts';
import { beginScan, listScans, stopScan } from './sensitive-words/scans.ts';
import { createGroup, deleteGroup, listGroups, showGroup, updateGroup } from './sensitive-words/word-groups.ts';

export const sensitiveWordRoutes: Served[] = [
  serve(sensitiveWords.groups, listGroups),
  serve(sensitiveWords.group, showGroup),
  serve(sensitiveWords.createGroup, createGroup),
  serve(sensitiveWords.updateGroup, updateGroup),
  serve(sensitiveWords.deleteGroup, deleteGroup),
  serve(sensitiveWords.finds, listFindings),
  serve(sensitiveWords.look, showFinding),
  serve(sensitiveWords.decide, decideFindings),
  serve(sensitiveWords.scans, listScans),
  serve(sensitiveWords.scan, beginScan),
  serve(sensitiveWords.stopScan, stopScan),
];

export const isolationRoutes: Served[] = [
  serve(isolation.list, listIsolated),
  serve(isolation.status, showScanner),
  serve(isolation.look, showIsolated),
  serve(isolation.release, releaseIsolated),
  serve(isolation.delete, deleteIsolated),
  serve(isolation.rescan, rescanEverything),
];
