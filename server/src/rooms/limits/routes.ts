import { limits } from '@dossier/contract/limits';
import { type Served, serve } from '../../ground/http/serve.ts';
import { setLicence, showLicence, showUsage } from './licence.ts';
import { showOwnQuota } from './own-quota.ts';

/** All but those about other people, which the admin room serves. */
export const limitRoutes: Served[] = [
  serve(limits.ownQuota, showOwnQuota),
  serve(limits.licence, showLicence),
  serve(limits.setLicence, setLicence),
  serve(limits.usage, showUsage),
];
