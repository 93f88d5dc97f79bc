import type { SettingsOf } from '@dossier/contract/site-settings';
import type { House } from '../../ground/ctx.ts';
import type { Db } from '../../ground/db/database.ts';
import { readVersions } from '../../ground/db/versions.ts';
import { settingsOf } from '../site/settings.ts';
import { ownSetting } from './queries.ts';

/** How the site has set the sync disk. */
export type Terms = SettingsOf<'syncDisk'>;

const caches = new WeakMap<House, { version: number; terms: Terms }>();

/** How the sync disk is set, from memory as long as no settings change: every request asks. */
export async function termsNow(house: House): Promise<Terms> {
  const { read } = house.database;
  const version = (await readVersions(read)).site;
  const known = caches.get(house);
  if (known?.version === version) return known.terms;
  const terms = await settingsOf(read, 'syncDisk');
  caches.set(house, { version, terms });
  return terms;
}

/** Whether a person may use the sync disk in a space: as was set for them in particular, else as for everybody. */
export async function mayUse(db: Db, terms: Terms, at: { personId: number; organisationId: number }): Promise<boolean> {
  const [own] = await ownSetting(db, { person: at.personId, organisation: at.organisationId });
  return own === undefined ? terms.whom === 'everybody' : own.allowed === 1;
}
