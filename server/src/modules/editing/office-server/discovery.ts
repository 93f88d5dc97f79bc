import { createPublicKey, type KeyObject } from 'node:crypto';
import { SaxesParser } from 'saxes';
import type { Services } from '../../../platform/context.ts';
import { fetchOutside, OutsideError } from '../../../platform/http/outbound-fetch.ts';
import { settingsOf } from '../../../platform/settings/settings.ts';

/** One way in which an office server opens a type: `edit`, `view` and more. */
interface OfficeAction {
  ext: string;
  name: string;
  urlsrc: string;
}

/** What an office server says of itself. */
export interface Discovery {
  actions: OfficeAction[];
  /** The keys that it signs its requests with, and signed them with before; none where it does not sign. */
  keys: { current?: KeyObject; old?: KeyObject };
}

/** The answer was no discovery document. */
export class NoDiscovery extends Error {}

const limits = { actions: 5000, url: 2000 };

/** The path of the document on every office server. */
const discoveryPath = '/hosting/discovery';

const base64url = (text: string): string => Buffer.from(text, 'base64').toString('base64url');

/** A public key of RSA in the form of Windows (PUBLICKEYBLOB): header of 20 bytes, modulus with the lowest byte first. */
function keyOfBlob(bytes: Buffer): { n: string; e: string } | undefined {
  if (bytes.length < 21 || bytes[0] !== 0x06 || bytes.toString('latin1', 8, 12) !== 'RSA1') return undefined;
  const modulus = Buffer.from(bytes.subarray(20, 20 + bytes.readUInt32LE(12) / 8).toReversed());
  const exponent = Buffer.alloc(4);
  exponent.writeUInt32BE(bytes.readUInt32LE(16));
  const first = exponent.findIndex((byte) => byte !== 0);
  return { n: modulus.toString('base64url'), e: exponent.subarray(Math.max(0, first)).toString('base64url') };
}

/** A key of the document: by modulus and exponent, or by the value alone. */
function keyOf({
  value = '',
  modulus = '',
  exponent = '',
}: {
  value?: string;
  modulus?: string;
  exponent?: string;
}): KeyObject | undefined {
  try {
    if (modulus !== '' && exponent !== '')
      return createPublicKey({ key: { kty: 'RSA', n: base64url(modulus), e: base64url(exponent) }, format: 'jwk' });
    if (value === '') return undefined;
    const bytes = Buffer.from(value, 'base64');
    const parts = keyOfBlob(bytes);
    return parts === undefined
      ? createPublicKey({ key: bytes, format: 'der', type: 'spki' })
      : createPublicKey({ key: { kty: 'RSA', ...parts }, format: 'jwk' });
  } catch {
    throw new NoDiscovery();
  }
}

/** Reads a discovery document; throws `NoDiscovery` where it is none. */
export function readDiscovery(text: string): Discovery {
  const found: Discovery = { actions: [], keys: {} };
  let isDiscovery = false;
  const parser = new SaxesParser({ position: false });
  const stop = (): never => {
    throw new NoDiscovery();
  };
  parser.on('error', stop);
  parser.on('doctype', stop);
  parser.on('opentag', ({ name, attributes }) => {
    const { ext = '', name: action = '', urlsrc = '', ...other } = attributes as Record<string, string>;
    if (name === 'wopi-discovery') isDiscovery = true;
    if (name === 'action' && ext !== '' && urlsrc.length <= limits.url && /^https?:\/\//.test(urlsrc)) {
      if (found.actions.length >= limits.actions) stop();
      found.actions.push({ ext: ext.toLowerCase(), name: action, urlsrc });
    }
    if (name !== 'proof-key') return;
    const { value, modulus, exponent, oldvalue, oldmodulus, oldexponent } = other;
    const current = keyOf({ ...(value && { value }), ...(modulus && { modulus }), ...(exponent && { exponent }) });
    const old = keyOf({
      ...(oldvalue && { value: oldvalue }),
      ...(oldmodulus && { modulus: oldmodulus }),
      ...(oldexponent && { exponent: oldexponent }),
    });
    found.keys = { ...(current && { current }), ...(old && { old }) };
  });
  parser.write(text).close();
  if (!isDiscovery) stop();
  return found;
}

/** Fetches the document of an office server. */
export async function fetchDiscovery(url: string): Promise<Discovery> {
  const { origin, pathname } = new URL(url);
  const base = pathname.endsWith(discoveryPath) ? pathname.slice(0, -discoveryPath.length) : pathname.replace(/\/+$/, '');
  const answer = await fetchOutside(`${origin}${base}${discoveryPath}`, { headers: { accept: 'text/xml, application/xml' } });
  if (answer.status !== 200) throw new OutsideError('answer', `answered ${answer.status}`);
  return readDiscovery(await answer.text());
}

/** What was fetched is good for this long. */
const keptMs = 12 * 3600_000;
/** After an attempt, at least so long passes before the next: also where the office server does not answer. */
const leastBetweenMs = 60_000;

interface KeptDiscovery {
  url: string;
  found?: Discovery;
  /** When the document was fetched, and when that was last attempted. */
  at: number;
  attemptAt: number;
  running?: Promise<void>;
}

const kept = new WeakMap<Services, KeptDiscovery>();

async function fetchInto(services: Services, entry: KeptDiscovery): Promise<void> {
  entry.attemptAt = services.now();
  try {
    entry.found = await fetchDiscovery(entry.url);
    entry.at = services.now();
  } catch (error) {
    services.log.warn({ trouble: error instanceof Error ? error.message : 'unknown' }, 'the office server did not describe itself');
  }
}

/**
 * The document of the configured office server, at most 12 hours old where it answers; undefined where none is configured or none was ever
 * fetched. `anew`: fetched again, at most once a minute. Waits for the network: never inside a transaction.
 */
export async function discoveryOf(
  services: Services,
  { anew = false } = {},
): Promise<{ url: string; found: Discovery | undefined } | undefined> {
  const { url } = await settingsOf(services.database.read, 'office');
  if (url === '') return undefined;
  let entry = kept.get(services);
  if (entry?.url !== url) {
    entry = { url, at: Number.NEGATIVE_INFINITY, attemptAt: Number.NEGATIVE_INFINITY };
    kept.set(services, entry);
  }
  const now = services.now();
  if ((anew || now - entry.at >= keptMs) && now - entry.attemptAt >= leastBetweenMs) {
    const own = entry;
    entry.running ??= fetchInto(services, own).finally(() => delete own.running);
  }
  await entry.running;
  return { url, found: entry.found };
}

/**
 * What is known of the configured office server, without waiting for it: `found` is undefined until it was fetched, which this begins. Undefined
 * where none is configured.
 */
export function knownDiscovery(services: Services, url: string): { found: Discovery | undefined } | undefined {
  if (url === '') return undefined;
  const entry = kept.get(services);
  if (entry?.url !== url || services.now() - entry.at >= keptMs)
    void discoveryOf(services).catch((error: unknown) => services.log.warn({ err: error }, 'the office server was not asked'));
  return { found: entry?.url === url ? entry.found : undefined };
}

/** A part of an address that the host fills in or leaves out: `<ui=UI_LLCC&>`. */
const placeholder = /<([a-z_]+)=([A-Z_]+)&?>/gi;

/** The address that opens a document by the first of the wanted actions that the office server has for its type. */
export function actionAddress(
  { actions }: Discovery,
  { ext, wopiSrc, wanted, language }: { ext: string; wopiSrc: string; wanted: readonly ('edit' | 'view')[]; language: string },
): string | undefined {
  const found = wanted.map((name) => actions.filter((one) => one.name === name && one.ext === ext)).find((some) => some.length > 0);
  // some describe themselves for http and for https
  const { protocol } = new URL(wopiSrc);
  const action = found?.find((one) => one.urlsrc.startsWith(protocol)) ?? found?.[0];
  if (action === undefined) return undefined;
  const filled = action.urlsrc.replace(placeholder, (_whole, name: string, value: string) =>
    value === 'UI_LLCC' || value === 'DC_LLCC' ? `${name}=${language}&` : '',
  );
  const address = URL.parse(filled);
  if (address === null) return undefined;
  address.searchParams.set('WOPISrc', wopiSrc);
  if (!action.urlsrc.includes('UI_LLCC')) {
    // Collabora has no places for these
    address.searchParams.set('lang', language);
    address.searchParams.set('closebutton', '1');
  }
  return address.href;
}

/** Whether the office server opens a type. */
export const opensType = ({ actions }: Discovery, ext: string): boolean =>
  actions.some((action) => action.ext === ext && (action.name === 'edit' || action.name === 'view'));

/** Whether the office server has an editor for a type. */
export const editsType = ({ actions }: Discovery, ext: string): boolean =>
  actions.some((action) => action.ext === ext && action.name === 'edit');
