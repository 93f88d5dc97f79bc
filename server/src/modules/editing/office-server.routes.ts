import { officeServer } from '@dossier/contract/editing/office-server';
import { type Served, type ServedFile, serveSlow } from '../../platform/http/serve.ts';
import { hostEndpoints } from './office-server/host-methods.ts';
import { makeToken } from './office-server/wopi-tokens.ts';

export const officeServerRoutes: Served[] = [serveSlow(officeServer.token, makeToken)];

export const officeServerEndpoints: ServedFile[] = hostEndpoints;
