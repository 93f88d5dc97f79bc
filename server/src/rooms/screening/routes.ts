import { screening } from '@dossier/contract/screening';
import { serve, type Served } from '../../ground/http/serve.ts';
import { decide, listFinds, lookAtFind } from './finds.ts';
import { createGroup, deleteGroup, listGroups, showGroup, updateGroup } from './groups.ts';
import { beginScan, listScans, stopScan } from './scans.ts';

export const screeningRoutes: Served[] = [
  serve(screening.groups, listGroups),
  serve(screening.group, showGroup),
  serve(screening.createGroup, createGroup),
  serve(screening.updateGroup, updateGroup),
  serve(screening.deleteGroup, deleteGroup),
  serve(screening.finds, listFinds),
  serve(screening.look, lookAtFind),
  serve(screening.decide, decide),
  serve(screening.scans, listScans),
  serve(screening.scan, beginScan),
  serve(screening.stopScan, stopScan),
];
