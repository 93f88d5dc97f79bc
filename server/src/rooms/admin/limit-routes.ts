import { limits } from '@dossier/contract/limits';
import { type Served, serve } from '../../ground/http/serve.ts';
import type { Listener } from '../../ground/outbox.ts';
import { listQuotas, setDefaultQuota, setQuotas, showDefaultQuota } from './quotas.ts';
import { limitTeller } from './tell-limits.ts';

export const personLimitRoutes: Served[] = [
  serve(limits.quotas, listQuotas),
  serve(limits.setQuota, setQuotas),
  serve(limits.defaultQuota, showDefaultQuota),
  serve(limits.setDefaultQuota, setDefaultQuota),
];

export const limitListeners: Listener[] = [limitTeller];
