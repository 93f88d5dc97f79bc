/*
 * Documents that the user keeps on this device to read them without a network, encrypted as decision 077 says. The service worker does not look into
 * them; what opens them is the client where the server is there, and otherwise the reader (`web/src/offline-reader`).
 */

/** A part of this name stands in `offline.html`, which loads the reader only where something is kept. */
const storeName = 'dossier-copies';
const keyAddress = '/offline-copies/key';
const factsHeader = 'x-facts';

/** Guesses of a code cost an attacker this many rounds. */
const rounds = 600_000;
/** The shortest code, in characters. */
export const shortestOfflineCode = 8;

const dayMs = 24 * 60 * 60_000;
/** Clocks of devices are set right by so much, in milliseconds; more counts as set back. */
const toleranceMs = 60 * 60_000;

const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' } as const;
const cipher = 'AES-GCM';

/** How a copy is shown. */
export type OfflineView = 'pdf' | 'image' | 'text';

/** What can be told of a copy without its code. */
export interface OfflineCopy {
  id: string;
  revisionId: string;
  /** As the server named it: another one than at present is fetched anew. */
  form: string;
  shownAs: OfflineView;
  /** In bytes. */
  size: number;
  /** When it was fetched, in milliseconds. */
  keptAt: number;
}

/** What only the code opens. */
export interface OfflineTitle {
  name: string;
  ext: string;
  versionLabel: string;
}

/** The device as a whole, with the keys. */
interface DeviceKey {
  /** Whose copies these are, and of which organisation. */
  owner: string;
  /** Days without contact after which all is forgotten, and the last contact. */
  days: number;
  contactAt: number;
  publicKey: string;
  /** The private key under a key from the code. */
  privateKey: string;
  salt: string;
  iv: string;
}

/** Its encrypted parts: the key of the copy under the public key, and the title. */
interface StoredCopy extends OfflineCopy {
  key: string;
  titleIv: string;
  title: string;
  iv: string;
}

const base64 = (bytes: ArrayBuffer | Uint8Array): string => {
  let text = '';
  for (const byte of new Uint8Array(bytes as ArrayBuffer)) text += String.fromCharCode(byte);
  return btoa(text);
};
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
const random = (length: number): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(length));
const addressOf = (id: string): string => `/offline-copies/${id}`;

/** Whether this browser can keep anything: only on secure pages. */
const canKeep = (): boolean => 'caches' in globalThis;

/** Whether anything is kept on this device. */
export const hasOfflineStore = async (): Promise<boolean> => canKeep() && caches.has(storeName);

async function readKey(): Promise<DeviceKey | undefined> {
  if (!(await hasOfflineStore())) return undefined;
  const kept = await (await caches.open(storeName)).match(keyAddress);
  return (await kept?.json()) as DeviceKey | undefined;
}

const writeKey = async (key: DeviceKey): Promise<void> =>
  (await caches.open(storeName)).put(keyAddress, new Response(JSON.stringify(key), { headers: { 'content-type': 'application/json' } }));

/** Whose copies are kept on this device; undefined where none are. */
export async function offlineOwner(): Promise<string | undefined> {
  return (await readKey())?.owner;
}

/** Whether copies may be opened: not where the device had no contact for too long, nor where its clock was set back to before the last one. */
export async function offlineState(now = Date.now()): Promise<'none' | 'open' | 'overdue' | 'setBack'> {
  const key = await readKey();
  if (key === undefined) return 'none';
  if (now > key.contactAt + key.days * dayMs) return 'overdue';
  return now < key.contactAt - toleranceMs ? 'setBack' : 'open';
}

/** The key that a code stands for. */
async function keyFromCode(code: string, salt: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const typed = await crypto.subtle.importKey('raw', new TextEncoder().encode(code.normalize('NFC')), 'PBKDF2', false, ['deriveKey']);
  const terms = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds };
  return crypto.subtle.deriveKey(terms, typed, { name: cipher, length: 256 }, false, ['wrapKey', 'unwrapKey']);
}

/** Sets the code of this device; what was kept before is forgotten. */
export async function setOfflineCode(code: string, { owner, days }: { owner: string; days: number }, now = Date.now()): Promise<void> {
  await forgetAllOffline();
  const pair = await crypto.subtle.generateKey({ ...algorithm, modulusLength: 3072, publicExponent: new Uint8Array([1, 0, 1]) }, true, [
    'wrapKey',
    'unwrapKey',
  ]);
  const [salt, iv] = [random(16), random(12)];
  const privateKey = await crypto.subtle.wrapKey('pkcs8', pair.privateKey, await keyFromCode(code, salt), { name: cipher, iv });
  await writeKey({
    owner,
    days,
    contactAt: now,
    publicKey: base64(await crypto.subtle.exportKey('spki', pair.publicKey)),
    privateKey: base64(privateKey),
    salt: base64(salt),
    iv: base64(iv),
  });
}

/** Opens the copies for this page; undefined where the code is another one. */
export async function openOffline(code: string): Promise<CryptoKey | undefined> {
  const key = await readKey();
  if (key === undefined) return undefined;
  const terms = { name: cipher, iv: bytesOf(key.iv) };
  try {
    const own = await keyFromCode(code, bytesOf(key.salt));
    return await crypto.subtle.unwrapKey('pkcs8', bytesOf(key.privateKey), own, terms, algorithm, false, ['unwrapKey']);
  } catch {
    return undefined;
  }
}

/** Keeps a document, in place of an older copy of it. Needs no code. */
export async function putOffline(copy: OfflineCopy, title: OfflineTitle, bytes: ArrayBuffer): Promise<void> {
  const key = await readKey();
  if (key === undefined) throw new Error('This device has no code');
  const own = await crypto.subtle.generateKey({ name: cipher, length: 256 }, true, ['encrypt']);
  const publicKey = await crypto.subtle.importKey('spki', bytesOf(key.publicKey), algorithm, false, ['wrapKey']);
  const [iv, titleIv] = [random(12), random(12)];
  const titled = await crypto.subtle.encrypt({ name: cipher, iv: titleIv }, own, new TextEncoder().encode(JSON.stringify(title)));
  const stored: StoredCopy = {
    ...copy,
    key: base64(await crypto.subtle.wrapKey('raw', own, publicKey, algorithm)),
    titleIv: base64(titleIv),
    title: base64(titled),
    iv: base64(iv),
  };
  const body = await crypto.subtle.encrypt({ name: cipher, iv }, own, bytes);
  const headers = { 'content-type': 'application/octet-stream', [factsHeader]: JSON.stringify(stored) };
  await (await caches.open(storeName)).put(addressOf(copy.id), new Response(body, { headers }));
}

async function storedCopies(): Promise<StoredCopy[]> {
  if ((await readKey()) === undefined) return [];
  const store = await caches.open(storeName);
  const found: StoredCopy[] = [];
  for (const request of await store.keys()) {
    const facts = (await store.match(request))?.headers.get(factsHeader);
    if (facts) found.push(JSON.parse(facts) as StoredCopy);
  }
  return found.toSorted((one, other) => other.keptAt - one.keptAt);
}

/** All copies, those that were kept last first. */
export async function offlineCopiesHere(): Promise<OfflineCopy[]> {
  const all = await storedCopies();
  return all.map(({ id, revisionId, form, shownAs, size, keptAt }) => ({ id, revisionId, form, shownAs, size, keptAt }));
}

const ownKeyOf = (stored: StoredCopy, opened: CryptoKey): Promise<CryptoKey> =>
  crypto.subtle.unwrapKey('raw', bytesOf(stored.key), opened, algorithm, cipher, false, ['decrypt']);

/** All copies with what only the code opens. */
export async function titledOfflineCopies(opened: CryptoKey): Promise<(OfflineCopy & OfflineTitle)[]> {
  const found: (OfflineCopy & OfflineTitle)[] = [];
  for (const stored of await storedCopies()) {
    const terms = { name: cipher, iv: bytesOf(stored.titleIv) };
    const title = await crypto.subtle.decrypt(terms, await ownKeyOf(stored, opened), bytesOf(stored.title));
    const { id, revisionId, form, shownAs, size, keptAt } = stored;
    found.push({ id, revisionId, form, shownAs, size, keptAt, ...(JSON.parse(new TextDecoder().decode(title)) as OfflineTitle) });
  }
  return found;
}

/** The bytes of a copy; undefined where it was forgotten meanwhile. */
export async function readOffline(id: string, opened: CryptoKey): Promise<ArrayBuffer | undefined> {
  const kept = await (await caches.open(storeName)).match(addressOf(id));
  const facts = kept?.headers.get(factsHeader);
  if (kept === undefined || !facts) return undefined;
  const stored = JSON.parse(facts) as StoredCopy;
  return crypto.subtle.decrypt({ name: cipher, iv: bytesOf(stored.iv) }, await ownKeyOf(stored, opened), await kept.arrayBuffer());
}

/** Forgets some copies; with the last one the code is forgotten as well. */
export async function forgetOffline(ids: readonly string[]): Promise<void> {
  if ((await readKey()) === undefined) return;
  const store = await caches.open(storeName);
  for (const id of ids) await store.delete(addressOf(id));
  if (ids.length > 0 && (await storedCopies()).length === 0) await forgetAllOffline();
}

/** Forgets everything, as when its user signs out. */
export async function forgetAllOffline(): Promise<void> {
  if (canKeep()) await caches.delete(storeName);
}

/** Notes that the server has said what may stay. */
export async function noteOfflineContact(days: number, now = Date.now()): Promise<void> {
  const key = await readKey();
  if (key !== undefined) await writeKey({ ...key, days, contactAt: now });
}
