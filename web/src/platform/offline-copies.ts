/*
 * Documents that the user keeps on this device to read them without a network, encrypted as decision 077 says. The service worker does not look into
 * them; what opens them is the client where the server is there, and otherwise the reader (`web/src/offline-reader`).
 */

/** A part of this name stands in `offline.html`, which loads the reader only where something is kept. */
const storeName = 'dossier-copies';
const keyAddress = '/offline-copies/key';
/** Apart from the key, which is written once: what notes a contact while another window forgets everything must not bring it back. */
const contactAddress = '/offline-copies/contact';
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

/** The device as a whole: its keys, by the code that its user has set. */
interface DeviceKey {
  /** Whose copies these are, and of which organisation. */
  owner: string;
  publicKey: string;
  /** The private key under a key from the code. */
  privateKey: string;
  salt: string;
  iv: string;
}

/** The last contact, and days without one after which all is forgotten. */
interface Contact {
  days: number;
  contactAt: number;
  /** The latest time that the clock has shown since. */
  seenAt: number;
}

/** Its encrypted parts: the key of the copy under the public key, and the title. */
interface StoredCopy extends OfflineCopy {
  /** The salt of the code that opens it: another one may have been set while it was fetched. */
  of: string;
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

async function readFacts<T>(address: string): Promise<T | undefined> {
  if (!(await hasOfflineStore())) return undefined;
  const kept = await (await caches.open(storeName)).match(address);
  return (await kept?.json()) as T | undefined;
}

const readKey = (): Promise<DeviceKey | undefined> => readFacts(keyAddress);

const write = async (address: string, facts: DeviceKey | Contact): Promise<void> =>
  (await caches.open(storeName)).put(address, new Response(JSON.stringify(facts), { headers: { 'content-type': 'application/json' } }));

/** Notes contact; where everything was forgotten meanwhile, nothing stays of that either. */
async function writeContact(contact: Contact): Promise<void> {
  await write(contactAddress, contact);
  if ((await readKey()) === undefined) await forgetAllOffline();
}

/** Whose copies are kept on this device; undefined where none are. */
export async function offlineOwner(): Promise<string | undefined> {
  return (await readKey())?.owner;
}

/** Whether copies may be opened: not where the device had no contact for too long, nor where its clock was set back. Notes the time of the clock. */
export async function offlineState(now = Date.now()): Promise<'none' | 'open' | 'overdue' | 'setBack'> {
  if ((await readKey()) === undefined) return 'none';
  const contact = await readFacts<Contact>(contactAddress);
  if (contact === undefined || now > contact.contactAt + contact.days * dayMs) return 'overdue';
  if (now < contact.seenAt - toleranceMs) return 'setBack';
  // a device without room for it reads on
  if (now > contact.seenAt) await writeContact({ ...contact, seenAt: now }).catch(() => undefined);
  return 'open';
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
  // the key last: it stands for all of it
  await write(contactAddress, { days, contactAt: now, seenAt: now });
  await write(keyAddress, {
    owner,
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

/** A fetched document, for whom it was fetched, and what only the code opens of it. */
interface FetchedCopy {
  owner: string;
  copy: OfflineCopy;
  title: OfflineTitle;
  bytes: ArrayBuffer;
  /** It is for the place of a copy, which may have been removed meanwhile. */
  isNewer?: boolean;
}

/**
 * Keeps a document, in place of an older copy of it. Needs no code. Refuses where this device is that of somebody else by now, or where everything was
 * forgotten meanwhile: another window may have signed out while it was fetched.
 */
export async function putOffline({ owner, copy, title, bytes, isNewer = false }: FetchedCopy): Promise<void> {
  const key = await readKey();
  if (key?.owner !== owner) throw new Error('This device has no code of this user');
  const own = await crypto.subtle.generateKey({ name: cipher, length: 256 }, true, ['encrypt']);
  const publicKey = await crypto.subtle.importKey('spki', bytesOf(key.publicKey), algorithm, false, ['wrapKey']);
  const [iv, titleIv] = [random(12), random(12)];
  const titled = await crypto.subtle.encrypt({ name: cipher, iv: titleIv }, own, new TextEncoder().encode(JSON.stringify(title)));
  const stored: StoredCopy = {
    ...copy,
    of: key.salt,
    key: base64(await crypto.subtle.wrapKey('raw', own, publicKey, algorithm)),
    titleIv: base64(titleIv),
    title: base64(titled),
    iv: base64(iv),
  };
  const body = await crypto.subtle.encrypt({ name: cipher, iv }, own, bytes);
  const headers = { 'content-type': 'application/octet-stream', [factsHeader]: JSON.stringify(stored) };
  const store = await caches.open(storeName);
  if (isNewer && (await store.match(addressOf(copy.id))) === undefined) throw new Error('The copy was removed meanwhile');
  await store.put(addressOf(copy.id), new Response(body, { headers }));
  const now = await readKey();
  if (now?.salt === key.salt) return;
  if (now === undefined) await forgetAllOffline();
  else await store.delete(addressOf(copy.id));
  throw new Error('Everything was forgotten meanwhile');
}

async function storedCopies(): Promise<StoredCopy[]> {
  const key = await readKey();
  if (key === undefined) return [];
  const store = await caches.open(storeName);
  const found: StoredCopy[] = [];
  for (const request of await store.keys()) {
    const facts = (await store.match(request))?.headers.get(factsHeader);
    const stored = facts ? (JSON.parse(facts) as StoredCopy) : undefined;
    if (stored?.of === key.salt) found.push(stored);
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
  if (!(await hasOfflineStore())) return undefined;
  const kept = await (await caches.open(storeName)).match(addressOf(id));
  const facts = kept?.headers.get(factsHeader);
  if (kept === undefined || !facts) return undefined;
  const stored = JSON.parse(facts) as StoredCopy;
  return crypto.subtle.decrypt({ name: cipher, iv: bytesOf(stored.iv) }, await ownKeyOf(stored, opened), await kept.arrayBuffer());
}

/** Forgets some copies, and not the code: others come in their place. */
export async function dropOffline(ids: readonly string[]): Promise<void> {
  if (ids.length === 0 || (await readKey()) === undefined) return;
  const store = await caches.open(storeName);
  for (const id of ids) await store.delete(addressOf(id));
}

/** Forgets the code where it opens nothing. */
export async function forgetUnusedCode(): Promise<void> {
  if ((await storedCopies()).length === 0) await forgetAllOffline();
}

/** Forgets some copies; with the last one the code is forgotten as well. */
export async function forgetOffline(ids: readonly string[]): Promise<void> {
  await dropOffline(ids);
  if (ids.length > 0) await forgetUnusedCode();
}

/** Forgets everything, as when its user signs out. */
export async function forgetAllOffline(): Promise<void> {
  if (canKeep()) await caches.delete(storeName);
}

/** Notes that the server has said what may stay. */
export async function noteOfflineContact(days: number, now = Date.now()): Promise<void> {
  if ((await readKey()) !== undefined) await writeContact({ days, contactAt: now, seenAt: now });
}
