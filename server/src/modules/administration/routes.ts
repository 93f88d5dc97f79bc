import { site } from '@dossier/contract/core/site';
import { limits } from '@dossier/contract/identity/quotas';
import { admin } from '@dossier/contract/identity/user-administration';
import type { Subscriber } from '../../platform/events/outbox.ts';
import { type Served, type ServedFile, serve, serveSlow } from '../../platform/http/serve.ts';
import { mailSubscriber } from '../../platform/mail/outgoing-mail.ts';
import { saveSettings, showSettings, showSignInProviders, testSettings } from '../../platform/settings/settings.ts';
import { exportUsers, offerTemplate, userTables } from '../identity/user-export.ts';
import { beginImport, planImport, showImportTerms, writeImport } from '../identity/user-import.ts';
import { quotaNotifier } from './quotas/notify-quotas.ts';
import { listQuotas, setDefaultQuota, setQuotas, showDefaultQuota } from './quotas/user-quotas.ts';
import { clientDownload } from './site/client-download.ts';
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
  serve(site.doors, showSignInProviders),
];

export const siteSubscribers: Subscriber[] = [mailSubscriber];

export const siteFiles: ServedFile[] = [clientDownload];
