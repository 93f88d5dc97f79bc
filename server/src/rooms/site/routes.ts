import { site } from '@dossier/contract/site';
import { type Served, type ServedFile, serve, serveSlow } from '../../ground/http/serve.ts';
import type { Listener } from '../../ground/outbox.ts';
import { clientDownload } from './client-download.ts';
import { mailListener } from './mail.ts';
import { saveSettings, showDoors, showSettings, trySettings } from './settings.ts';

export const siteRoutes: Served[] = [
  serve(site.settings, showSettings),
  serve(site.saveSettings, saveSettings),
  serveSlow(site.trySettings, trySettings),
  serve(site.doors, showDoors),
];

export const siteListeners: Listener[] = [mailListener];

export const siteFiles: ServedFile[] = [clientDownload];
