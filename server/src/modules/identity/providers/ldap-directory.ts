import { randomBytes, randomInt } from 'node:crypto';
import { isIP } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { codes } from '@dossier/contract/core/codes';
import type { SettingsOf } from '@dossier/contract/core/site-settings';
import type { Client, Entry, SearchOptions } from 'ldapts';
import type { PublicContext } from '../../../platform/context.ts';
import { troubleOf } from '../../../platform/http/outbound-fetch.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { settingsOf } from '../../../platform/settings/settings.ts';
import { resolvePerson } from './external-sign-in.ts';

/** A login name and the password as typed; `known` where this site verifies the password itself. */
export interface PasswordAttempt {
  loginName: string;
  password: string;
  known: boolean;
}

/** The user that a directory authenticated: found or created in the transaction that begins the session. */
export interface DirectoryIdentity {
  /** The directory, as the provider of an external identity. */
  provider: string;
  find: (ctx: PublicContext) => Promise<number>;
}

type DirectorySettings = SettingsOf<'ldap'>;

/** The step at which a directory failed. */
export type DirectoryStep = 'unreachable' | 'certificate' | 'startTls' | 'bind' | 'base' | 'filter';

/** A directory that cannot be queried: the fault is in it or its settings, not in a password. */
export class DirectoryError extends Error {
  readonly step: DirectoryStep;
  constructor(step: DirectoryStep, cause: unknown) {
    super(`${step}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.name = 'DirectoryError';
    this.step = step;
  }
}

/** A user of the directory. */
interface DirectoryPerson {
  /** An id that stays when the entry is renamed or moved, where the directory has one. */
  subject: string;
  loginName: string;
  fullName?: string | undefined;
  mail?: string | undefined;
}

const timeoutMs = 5000;
const stableIdAttributes = ['entryUUID', 'nsUniqueId'];
const guid = 'objectGUID';

/** A value escaped for a filter (RFC 4515). */
export const escapeFilter = (value: string): string =>
  value.replaceAll(/[\\*()\0]/g, (char) => `\\${char.charCodeAt(0).toString(16).padStart(2, '0')}`);

/** The attribute compared with the login name, where the filter is as plain as `(uid={login})`. */
const loginAttribute = (filter: string): string | undefined => /\(([\w;-]+)=\{login\}\)/.exec(filter)?.[1];

/** Opens a connection, encrypted by the settings and bound as the search account, and runs `work` with it. */
export async function withDirectory<T>(settings: DirectorySettings, work: (client: Client) => Promise<T>): Promise<T> {
  // loaded on the first query of a directory
  const { Client } = await import('ldapts');
  const client = new Client({ url: settings.url, timeout: timeoutMs, connectTimeout: timeoutMs, autoRebind: false });
  try {
    if (settings.startTls && settings.url.startsWith('ldap:')) await client.startTLS(tlsNameOf(settings.url)).catch(failWith('startTls'));
    // also without an account: fails here, before the search, if the server does not answer
    await client.bind(settings.bindDn, settings.bindDn === '' ? '' : settings.bindPassword).catch(failWith('bind'));
    return await work(client);
  } finally {
    await client.unbind().catch(() => undefined);
  }
}

/** The host that the certificate must name. By default the library expects a certificate of "localhost" for a bare address. */
function tlsNameOf(url: string): { host: string; servername?: string } {
  const host = new URL(url).hostname.replaceAll(/^\[|\]$/g, '');
  return isIP(host) === 0 ? { host, servername: host } : { host };
}

function failWith(step: DirectoryStep) {
  return (error: unknown): never => {
    const trouble = troubleOf(error);
    if (trouble === 'certificate') throw new DirectoryError('certificate', error);
    // an error of the directory itself has a number as its code
    if (error instanceof Error && 'code' in error && typeof error.code === 'number') throw new DirectoryError(step, error);
    throw new DirectoryError(step === 'startTls' && isTls(error) ? 'startTls' : 'unreachable', error);
  };
}

const isTls = (error: unknown): boolean => error instanceof Error && /tls|ssl/i.test(error.message);

/** The entry below the base for a login name; several matches count as none. */
async function searchDirectory(client: Client, settings: DirectorySettings, loginName: string): Promise<Entry | undefined> {
  const attributes = [
    settings.nameAttribute,
    settings.mailAttribute,
    loginAttribute(settings.filter) ?? '',
    guid,
    ...stableIdAttributes,
  ].filter(Boolean);
  const filter = settings.filter.replaceAll('{login}', escapeFilter(loginName));
  const options: SearchOptions = { scope: 'sub', filter, attributes, sizeLimit: 2, timeLimit: 5, explicitBufferAttributes: [guid] };
  const { searchEntries } = await client.search(settings.baseDn, options).catch((error: unknown): never => {
    if (error instanceof Error && error.name === 'NoSuchObjectError') throw new DirectoryError('base', error);
    if (error instanceof Error && 'code' in error && typeof error.code === 'number') throw new DirectoryError('bind', error);
    throw new DirectoryError('filter', error);
  });
  return searchEntries.length === 1 ? searchEntries[0] : undefined;
}

/** Checks that the base exists and the filter is valid. */
export async function probeDirectory(client: Client, settings: DirectorySettings): Promise<void> {
  await searchDirectory(client, settings, randomBytes(9).toString('hex'));
}

/**
 * The user of a password in the directory. Sends the same requests whether or not the user exists. An empty password is refused:
 * directories treat it as an anonymous bind and succeed.
 */
async function authenticateInDirectory(
  settings: DirectorySettings,
  { loginName, password }: { loginName: string; password: string },
): Promise<DirectoryPerson | undefined> {
  return withDirectory(settings, async (client) => {
    const entry = await searchDirectory(client, settings, loginName);
    const dn = entry?.dn ?? `cn=${randomBytes(9).toString('hex')},${settings.baseDn}`;
    const right = await client.bind(dn, password === '' ? randomBytes(9).toString('hex') : password).then(
      () => password !== '',
      (error: unknown) => {
        if (error instanceof Error && 'code' in error && typeof error.code === 'number') return false;
        throw new DirectoryError('unreachable', error);
      },
    );
    return right && entry !== undefined ? toDirectoryPerson(entry, settings, loginName) : undefined;
  });
}

function toDirectoryPerson(entry: Entry, settings: DirectorySettings, typed: string): DirectoryPerson | undefined {
  const attribute = loginAttribute(settings.filter);
  const names = attribute === undefined ? [typed] : textsOf(entry, attribute);
  // directories ignore accents and spaces: the name must match the input apart from case
  const loginName = names.find((name) => name.toLowerCase() === typed.toLowerCase());
  if (loginName === undefined) return undefined;
  const id = stableIdAttributes.flatMap((name) => textsOf(entry, name))[0];
  const binary = [entry[guid]].flat().find((value) => Buffer.isBuffer(value) && value.length > 0);
  return {
    subject: id ?? (Buffer.isBuffer(binary) ? binary.toString('hex') : entry.dn.toLowerCase()),
    loginName,
    fullName: textsOf(entry, settings.nameAttribute)[0],
    mail: textsOf(entry, settings.mailAttribute)[0],
  };
}

/** The values of an attribute, ignoring the case of its name. */
function textsOf(entry: Entry, attribute: string): string[] {
  const key = Object.keys(entry).find((name) => name.toLowerCase() === attribute.toLowerCase());
  return key === undefined ? [] : [entry[key]].flat().filter((value): value is string => typeof value === 'string' && value !== '');
}

/** The minimum time of a refusal, whichever steps led to it. */
const refusalMs = 300;

/** For sign-in by password: asks the directory for users without a local password. */
export async function authenticateByDirectory(ctx: PublicContext, given: PasswordAttempt): Promise<DirectoryIdentity | undefined> {
  const settings = await settingsOf(ctx.db, 'ldap');
  if (!settings.enabled) return undefined;
  const began = performance.now();
  const found = await askDirectory(ctx, settings, given);
  if (found !== undefined) {
    const rules = { creates: settings.createAccounts, links: settings.linkAccounts, trustsNames: true };
    return { provider: 'ldap', find: (inner) => resolvePerson(inner, { provider: 'ldap', ...found }, rules) };
  }
  await wait(Math.max(0, refusalMs + randomInt(50) - (performance.now() - began)));
  return undefined;
}

/** No account has a longer name. */
const maxLoginNameLength = 64;

/** Queries the directory in any case, so that timing discloses nothing; never with a local user's password. */
async function askDirectory(
  ctx: PublicContext,
  settings: DirectorySettings,
  { loginName, password, known }: PasswordAttempt,
): Promise<DirectoryPerson | undefined> {
  const nobody = () => randomBytes(9).toString('hex');
  const attempt = known || loginName.length > maxLoginNameLength ? { loginName: nobody(), password: nobody() } : { loginName, password };
  try {
    return await authenticateInDirectory(settings, attempt);
  } catch (error) {
    ctx.services.log.warn({ err: error }, 'the directory cannot be asked');
    // the same answer for all who get no further: it does not disclose who has an account
    throw new Refusal(codes.providerFailed);
  }
}
