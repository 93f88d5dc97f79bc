import { codes } from '@dossier/contract/core/codes';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { site } from '@dossier/contract/core/site';
import {
  Client,
  type SettingGroup,
  type SettingsOf,
  fieldToFill,
  keptSecret,
  secretFields,
  secretToType,
  settingGroups,
} from '@dossier/contract/core/site-settings';
import type { Context, PublicContext, Services } from '../context.ts';
import type { Db } from '../db/database.ts';
import { bumpVersion, readVersions } from '../db/versions.ts';
import { changedFields, event, loggedShape } from '../events/event.ts';
import { extensionPoint } from '../extension-point.ts';
import { Refusal } from '../refusal.ts';
import { allSettings, putSetting, settingByName } from './settings.queries.ts';

const groups = Object.keys(settingGroups) as SettingGroup[];

/** The current meaning of stored settings: what a later version added or no longer understands gets its default. */
function parsed<G extends SettingGroup>(group: G, stored: string | undefined): SettingsOf<G> {
  const schema = settingGroups[group];
  const found = schema.safeParse(stored === undefined ? {} : JSON.parse(stored));
  return (found.success ? found.data : schema.parse({})) as SettingsOf<G>;
}

/** The current settings of one group. */
export async function settingsOf<G extends SettingGroup>(db: Db, group: G): Promise<SettingsOf<G>> {
  const [row] = await settingByName(db, { name: group });
  return parsed(group, row?.value);
}

const caches = new WeakMap<Services, { version: number; signIn: SettingsOf<'signIn'> }>();

/** The sign-in settings, which every call needs: read anew only when the version of the settings rose. */
export async function signInSettings(services: Services, version: number): Promise<SettingsOf<'signIn'>> {
  const known = caches.get(services);
  if (known?.version === version) return known.signIn;
  const { read } = services.database;
  // the version of a transaction is not that of what is committed yet
  const isCommitted = (await readVersions(read)).site === version;
  const signIn = await settingsOf(read, 'signIn');
  if (isCommitted) caches.set(services, { version, signIn });
  return signIn;
}

const hidden = (group: SettingGroup, values: Record<string, unknown>): Record<string, unknown> => ({
  ...values,
  ...Object.fromEntries((secretFields[group] ?? []).map((field) => [field, values[field] === '' ? '' : keptSecret])),
});

/** All settings, for the page that changes them. */
export async function showSettings(ctx: Context): Promise<OutputOf<typeof site.settings>> {
  const stored = new Map((await allSettings(ctx.db)).map((row) => [row.name, row.value]));
  const shown = groups.map((group) => [group, hidden(group, parsed(group, stored.get(group)))]);
  return Object.fromEntries(shown) as OutputOf<typeof site.settings>;
}

/** The given values of a group, with the stored secrets where dots were sent; 400 for invalid values, 2048 where a stored secret would be sent to another host. */
async function valuesToSave<G extends SettingGroup>(db: Db, group: G, values: Record<string, unknown>): Promise<SettingsOf<G>> {
  const found = settingGroups[group].safeParse(values);
  if (!found.success) throw new Refusal(codes.invalidParams, { field: found.error.issues[0]?.path.join('.') });
  const before = (await settingsOf(db, group)) as Record<string, unknown>;
  const after = found.data as Record<string, unknown>;
  const missing = secretToType(group, before, after);
  if (missing !== undefined) throw new Refusal(codes.secretNeeded, { field: missing });
  const stored = (secretFields[group] ?? []).filter((field) => after[field] === keptSecret);
  return { ...found.data, ...Object.fromEntries(stored.map((field) => [field, before[field]])) } as SettingsOf<G>;
}

/** Settings of the site were saved; the object is the group. */
export const siteSettingsChanged = event('site.settingsChanged', loggedShape.required({ objName: true }));

/** What is kept of the setup of the first start: it stands among the settings, and is no group of them. */
const setupName = 'setup';

/** The progress of the setup as it was stored last; undefined before the first step. */
export async function storedSetup(db: Db): Promise<string | undefined> {
  const [row] = await settingByName(db, { name: setupName });
  return row?.value;
}

export const storeSetup = (ctx: Context, value: string): Promise<unknown> =>
  putSetting(ctx.db, { name: setupName, value, updated_at: ctx.now, updater_id: ctx.user.id });

/** Saves one group; the log names the changed fields, not the secrets. */
export async function saveSettings(ctx: Context, { group, values }: ParsedOf<typeof site.saveSettings>): Promise<Record<string, never>> {
  const after = (await valuesToSave(ctx.db, group, values)) as Record<string, unknown>;
  const before = (await settingsOf(ctx.db, group)) as Record<string, unknown>;
  const empty = fieldToFill(group, after);
  if (empty !== undefined) throw new Refusal(codes.invalidParams, { field: empty });
  await putSetting(ctx.db, { name: group, value: JSON.stringify(after), updated_at: ctx.now, updater_id: ctx.user.id });
  await bumpVersion(ctx.db, 'site');
  const fields = Object.keys(after).filter((field) => JSON.stringify(after[field]) !== JSON.stringify(before[field]));
  const facts = changedFields(hidden(group, before), hidden(group, after));
  await ctx.emit(siteSettingsChanged, { objName: group, changed: fields, ...facts });
  return {};
}

/** By group of settings: tries values and answers what is wrong with them, in a sentence. */
export type SettingsChecks = Partial<Record<string, (ctx: Context, values: unknown) => Promise<string | undefined>>>;

export const settingsChecks = extensionPoint<SettingsChecks>();

/** Asks the module that uses a group whether it would work. */
export async function testSettings(
  ctx: Context,
  { group, values }: ParsedOf<typeof site.trySettings>,
): Promise<{ works: boolean; problem?: string }> {
  const check = settingsChecks.all().find((checks) => checks[group] !== undefined)?.[group];
  const problem = await check?.(ctx, await valuesToSave(ctx.db, group, values));
  return problem === undefined ? { works: true } : { works: false, problem };
}

/** The enabled sign-in providers, for the sign-in page. */
export async function showSignInProviders(ctx: PublicContext): Promise<OutputOf<typeof site.doors>> {
  const stored = new Map((await allSettings(ctx.db)).map((row) => [row.name, row.value]));
  const of = <G extends SettingGroup>(group: G): SettingsOf<G> => parsed(group, stored.get(group));
  const named = (provider: { enabled: boolean; name: string }, otherwise: string) =>
    provider.enabled ? provider.name || otherwise : undefined;
  return {
    forgotPassword: of('signIn').forgotPassword && of('mail').enabled,
    scan: of('scan').enabled,
    passkeys: of('passkeys').enabled,
    handOff: of('handOff').enabled && of('handOff').audience !== '',
    clients: Client.options.filter((client) => of('clients')[client] !== ''),
    identityProvider: named(of('identityProvider'), 'OpenID Connect'),
    messagingApp: named(of('messagingApp'), 'WeChat'),
    enterpriseChat: named(of('enterpriseChat'), 'WeCom'),
  };
}

/** The address of this site for links: as configured, otherwise as the client sent it; 400 where that is no valid address. */
export async function requireSiteOrigin({ db, origin }: { db: Db; origin: string }): Promise<string> {
  const { siteAddress } = await settingsOf(db, 'passkeys');
  const found = URL.parse(siteAddress || origin)?.origin;
  if (found === undefined) throw new Refusal(codes.invalidParams);
  return found;
}
