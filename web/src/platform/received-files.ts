import { shareTarget } from '@dossier/contract/core/share-target';

/*
 * Files that other apps shared with the installed client. The service worker keeps them, as the page that asks where they go may have to wait for a
 * sign-in first; they stay until they have been uploaded or are discarded, so that a window that is closed meanwhile loses none.
 */

const storeName = 'dossier-received';
const nameHeader = 'x-file-name';
const timeHeader = 'x-last-modified';
/** What nobody came back for is dropped after this time, in milliseconds. */
const keepMs = 24 * 60 * 60_000;

/** A file that was shared with this client, by the address that it is kept under. */
export interface ReceivedFile {
  key: string;
  file: File;
  /** Its user has said, or the window of the installed client has shown, that it was shared on purpose. */
  isConfirmed: boolean;
}

const addressOf = (receivedAt: number, at: number): string => `${shareTarget.path}/${receivedAt}/${at}`;

/** When a kept file came, and its place among those that came with it. */
const placeOf = ({ url }: Request): [receivedAt: number, at: number] => {
  const [receivedAt, at] = new URL(url).pathname.split('/').slice(-2).map(Number);
  return [receivedAt ?? 0, at ?? 0];
};

const confirmedName = 'dossier-received-confirmed';

/** Takes the files that wait now for shared on purpose. */
export function confirmReceived(now = Date.now()): void {
  try {
    localStorage.setItem(confirmedName, String(now));
  } catch {
    // the user is asked again
  }
}

function confirmedUntil(): number {
  try {
    return Number(localStorage.getItem(confirmedName) ?? 0);
  } catch {
    return 0;
  }
}

/** Keeps shared files beside those that wait already. */
export async function keepReceived(files: readonly File[], now = Date.now()): Promise<void> {
  const store = await caches.open(storeName);
  for (const [at, file] of files.entries()) {
    const headers = {
      'content-type': file.type || 'application/octet-stream',
      [nameHeader]: encodeURIComponent(file.name),
      [timeHeader]: String(file.lastModified),
    };
    await store.put(addressOf(now, at), new Response(file, { headers }));
  }
}

/** The shared files that wait, in the order that they came in; none where the browser keeps nothing. */
export async function receivedFiles(now = Date.now()): Promise<ReceivedFile[]> {
  if (!('caches' in globalThis) || !(await caches.has(storeName))) return [];
  const store = await caches.open(storeName);
  const waiting: ReceivedFile[] = [];
  const names = new Set<string>();
  const until = confirmedUntil();
  const keys = [...(await store.keys())].toSorted((one, other) => {
    const [[time, at], [otherTime, otherAt]] = [placeOf(one), placeOf(other)];
    return time - otherTime || at - otherAt;
  });
  for (const key of keys) {
    const [receivedAt] = placeOf(key);
    const answer = receivedAt < now - keepMs ? undefined : await store.match(key);
    if (answer === undefined) await store.delete(key);
    else waiting.push({ key: new URL(key.url).pathname, file: await fileOf(answer, names), isConfirmed: receivedAt <= until });
  }
  return waiting;
}

/** The file of a kept answer. Cameras name many of their pictures alike: each one here has a name of its own. */
async function fileOf(answer: Response, names: Set<string>): Promise<File> {
  const { headers } = answer;
  const given = decodeURIComponent(headers.get(nameHeader) ?? '') || 'file';
  const [, stem = given, ext = ''] = /^(.+?)(\.[^.]+)?$/.exec(given) ?? [];
  let name = given;
  for (let n = 2; names.has(name.toLowerCase()); n++) name = `${stem} (${n})${ext}`;
  names.add(name.toLowerCase());
  const lastModified = Number(headers.get(timeHeader)) || Date.now();
  return new File([await answer.blob()], name, { type: headers.get('content-type') ?? '', lastModified });
}

/** Forgets shared files that were uploaded or discarded. */
export async function forgetReceived(keys: readonly string[]): Promise<void> {
  const store = await caches.open(storeName);
  await Promise.all(keys.map((key) => store.delete(key)));
}

/** Forgets all shared files that wait, as when their user signs out. */
export async function forgetAllReceived(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(storeName);
}
