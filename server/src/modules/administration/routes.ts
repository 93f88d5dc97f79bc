import { codes } from '@dossier/contract/core/codes';
import { site } from '@dossier/contract/core/site';
import { Client } from '@dossier/contract/core/site-settings';
import { limits } from '@dossier/contract/identity/quotas';
import { admin } from '@dossier/contract/identity/user-administration';
import type { Subscriber } from '../../platform/events/outbox.ts';
import { serve, type Served, type ServedFile, serveSlow } from '../../platform/http/serve.ts';
import { mailSubscriber } from '../../platform/mail/outgoing-mail.ts';
import { Refusal } from '../../platform/refusal.ts';
import { saveSettings, settingsOf, showSettings, showSignInProviders, testSettings } from '../../platform/settings/settings.ts';
import { exportUsers, offerTemplate, userTables } from '../identity/user-export.ts';
import { beginImport, planImport, showImportTerms, writeImport } from '../identity/user-import.ts';
import { listQuotas, quotaNotifier, setDefaultQuota, setQuotas, showDefaultQuota } from './quotas/user-quotas.ts';
import { saveSetup, showSetup } from './site/setup.ts';
import { deleteUser, showOwnedResources } from './users/remove-user.ts';

export const userAdministrationRoutes: Served[] = [
  serve(admin.exportPeople, exportUsers),
  serve(admin.importTemplate, offerTemplate),
  serve(admin.importTerms, showImportTerms),
  serveSlow(admin.planImport, planImport),
  serve(admin.beginImport, beginImport),
  serveSlow(admin.writeImport, writeImport),
  serve(admin.estate, showOwnedResources),
  serve(admin.deleteUser, deleteUser),
];

export const userAdministrationFiles: ServedFile[] = userTables;

export const userQuotaRoutes: Served[] = [
  serve(limits.quotas, listQuotas),
  serve(limits.setQuota, setQuotas),
  serve(limits.defaultQuota, showDefaultQuota),
  serve(limits.setDefaultQuota, setDefaultQuota),
];

export const quotaSubscribers: Subscriber[] = [quotaNotifier];

export const siteRoutes: Served[] = [
  serve(site.settings, showSettings),
  serve(site.saveSettings, saveSettings),
  serveSlow(site.trySettings, testSettings),
  serve(site.setup, showSetup),
  serve(site.saveSetup, saveSetup),
  serve(site.doors, showSignInProviders),
];

export const siteSubscribers: Subscriber[] = [mailSubscriber];

export const siteFiles: ServedFile[] = [
  // GET /external/download/client?platform= redirects to the installer named in the site settings; 404 without one.
  {
    method: 'GET',
    path: '/external/download/client',
    async handle(services, request, reply) {
      const { platform } = request.query as { platform?: unknown };
      const client = Client.safeParse(platform ?? 'desktop').data;
      const address = client === undefined ? '' : (await settingsOf(services.database.read, 'clients'))[client];
      if (address === '') throw new Refusal(codes.bytesMissing);
      return reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(address, 302);
    },
  },
];
