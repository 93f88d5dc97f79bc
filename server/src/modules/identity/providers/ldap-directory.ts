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

/** An account and its password as typed; `known` where this site judges the password itself. */
export interface PasswordAttempt {
  loginName: string;
  password: string;
  known: boolean;
}

/** Whom a directory vouches for: found, or made, in the transaction that begins the session. */
export interface DirectoryIdentity {
  /** Which directory it is, as the provider of an identity. */
  provider: string;
  find: (ctx: PublicContext) => Promise<number>;
}

type DirectorySettings = SettingsOf<'ldap'>;

/** At which step a directory was of no use. */
export type DirectoryStep = 'unreachable' | 'certificate' | 'startTls' | 'bind' | 'base' | 'filter';

/** A directory that cannot be asked: the fault lies in it or in its settings, not in a password. */
export class DirectoryError extends Error {
  readonly step: DirectoryStep;
  constructor(step: DirectoryStep, cause: unknown) {
    super(`${step}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.name = 'DirectoryError';
    this.step = step;
  }
}

/** Somebody in the directory. */
interface DirectoryPerson {
  /** What stays when the entry is renamed or moved, where the directory has such a thing. */
  subject: string;
  loginName: string;
  fullName?: string | undefined;
  mail?: string | undefined;
}

const timeoutMs = 5000;
const stableIdAttributes = ['entryUUID', 'nsUniqueId'];
const guid = 'objectGUID';

/** A value as a filter takes it literally (RFC 4515). */
export const escapeFilter = (value: string): string =>
  value.replaceAll(/[\\*()\0]/g, (sign) => `\\${sign.charCodeAt(0).toString(16).padStart(2, '0')}`);

/** Whom the filter names by the login name, where it is as plain as `(uid={login})`. */
const loginAttribute = (filter: string): string | undefined => /\(([\w;-]+)=\{login\}\)/.exec(filter)?.[1];

/** Opens a connection, safe where the settings say so, bound as the account that may search; `work` is done on it. */
export async function withDirectory<T>(settings: DirectorySettings, work: (client: Client) => Promise<T>): Promise<T> {
  // loaded when a directory is asked for the first time
  const { Client } = await import('ldapts');
  const client = new Client({ url: settings.url, timeout: timeoutMs, connectTimeout: timeoutMs, autoRebind: false });
  try {
    if (settings.startTls && settings.url.startsWith('ldap:')) await client.startTLS(tlsNameOf(settings.url)).catch(failWith('startTls'));
    // without an account the first question is the search; this finds out here whether anybody answers
    await client.bind(settings.bindDn, settings.bindDn === '' ? '' : settings.bindPassword).catch(failWith('bind'));
    return await work(client);
  } finally {
    await client.unbind().catch(() => undefined);
  }
}

/** Whom the certificate must be for. Left to itself the library asks an address without a name for a certificate of "localhost". */
function tlsNameOf(url: string): { host: string; servername?: string } {
  const host = new URL(url).hostname.replaceAll(/^\[|\]$/g, '');
  return isIP(host) === 0 ? { host, servername: host } : { host };
}

function failWith(step: DirectoryStep) {
  return (error: unknown): never => {
    const trouble = troubleOf(error);
    if (trouble === 'certificate') throw new DirectoryError('certificate', error);
    // what the directory itself answers carries its number
    if (error instanceof Error && 'code' in error && typeof error.code === 'number') throw new DirectoryError(step, error);
    throw new DirectoryError(step === 'startTls' && isTls(error) ? 'startTls' : 'unreachable', error);
  };
}

const isTls = (error: unknown): boolean => error instanceof Error && /tls|ssl/i.test(error.message);

/** The entries below the base that a login name stands for; more than one is none. */
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

/** Whether the base stands and the filter can be read. */
export async function probeDirectory(client: Client, settings: DirectorySettings): Promise<void> {
  await searchDirectory(client, settings, randomBytes(9).toString('hex'));
}

/**
 * Whose password it is, according to the directory. The same questions are asked whether or not the person exists there. An empty password
 * is nobody's: directories answer it with an anonymous yes.
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
  // directories overlook accents and spaces: the name must be the one that was typed, up to its case
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

/** The values of an attribute, whose name directories write as they like. */
function textsOf(entry: Entry, attribute: string): string[] {
  const key = Object.keys(entry).find((name) => name.toLowerCase() === attribute.toLowerCase());
  return key === undefined ? [] : [entry[key]].flat().filter((value): value is string => typeof value === 'string' && value !== '');
}

/** A refusal comes no sooner than this, whichever steps led to it. */
const refusalMs = 300;

/** Behind sign-in by account: whose password it is in the directory, for people who have none here. */
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

/** The directory is asked about somebody in any case, so that time tells nothing; never with a password that belongs here. */
async function askDirectory(
  ctx: PublicContext,
  settings: DirectorySettings,
  { loginName, password, known }: PasswordAttempt,
): Promise<DirectoryPerson | undefined> {
  const nobody = () => randomBytes(9).toString('hex');
  const asked = known || loginName.length > maxLoginNameLength ? { loginName: nobody(), password: nobody() } : { loginName, password };
  try {
    return await authenticateInDirectory(settings, asked);
  } catch (error) {
    ctx.services.log.warn({ err: error }, 'the directory cannot be asked');
    // to everybody who gets no further alike: it says nothing of who has an account here
    throw new Refusal(codes.providerFailed);
  }
}
