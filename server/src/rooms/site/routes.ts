import { site } from '@dossier/contract/site';
import { type Served, serve, serveSlow } from '../../ground/http/serve.ts';
import { saveSettings, showDoors, showSettings, trySettings } from './settings.ts';

export const siteRoutes: Served[] = [
  serve(site.settings, showSettings),
  serve(site.saveSettings, saveSettings),
  serveSlow(site.trySettings, trySettings),
  serve(site.doors, showDoors),
];
