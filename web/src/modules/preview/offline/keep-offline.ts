import type { OutputOf } from '@dossier/contract/core/route';
import { type OfflineForm, mostKeptOffline, offlineCopies } from '@dossier/contract/preview/offline-copies';
import { previewByToken } from '@dossier/contract/preview/preview-token';
import { CallError, call, readBytes } from '../../../platform/call.ts';
import { loadTexts, textOf } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import {
  type OfflineView,
  dropOffline,
  forgetAllOffline,
  forgetOffline,
  forgetUnusedCode,
  noteOfflineContact,
  offlineCopiesHere,
  offlineOwner,
  offlineState,
  putOffline,
} from '../../../platform/offline-copies.ts';
import { serviceWorkerHere } from '../../../platform/service-worker.ts';
import { knownPerson } from '../../identity/current-user.ts';
import { useKeptOffline } from '../kept-offline.ts';

async function lookAgain(): Promise<void> {
  const copies = await offlineCopiesHere();
  useKeptOffline.setState({ ids: new Set(copies.map(({ id }) => id)) });
}

/** Copies are those of a user in one organisation: in another one their rights cannot be asked. */
const ownerHere = (): string | undefined => {
  const user = knownPerson();
  return user && `${user.id}/${user.spaceId}`;
};

const viewOf = (form: OfflineForm): OfflineView => (form === 'rendition' ? 'pdf' : form);

/** The longest that a file may take to come, in milliseconds. */
const fetchTimeoutMs = 300_000;

type Keepable = OutputOf<typeof offlineCopies.keep>;

/** Waits for a PDF that the server makes first. */
async function whenMade({ look, name }: Keepable): Promise<void> {
  if (look === undefined) return;
  for (;;) {
    const { state } = await call(previewByToken.paper, { look, wait: true }, { quiet: true });
    if (state === 'ready') return;
    if (state === 'failed') throw new CallError(0, textOf('preview.viewer')('pdfFailed', { name }));
  }
}

/** Fetches the newest version of a document and keeps it; the server logs a download. */
async function fetchCopy(owner: string, id: string, isNewer = false): Promise<Keepable> {
  const kept = await call(offlineCopies.keep, { id }, { quiet: true });
  await whenMade(kept);
  // not into the cache of the browser, where it would lie as it is
  const file = await readBytes(kept.downloadUrl, AbortSignal.timeout(fetchTimeoutMs), { cache: 'no-store' });
  const bytes = await file.arrayBuffer();
  const { revisionId, form, name, ext, versionLabel } = kept;
  const copy = { id, revisionId, form, shownAs: viewOf(form), size: bytes.byteLength, keptAt: Date.now() };
  await putOffline({ owner, copy, title: { name, ext, versionLabel }, bytes, isNewer });
  return kept;
}

/** The code of this device: asked for the first document. Answers whether there is one. */
async function hasCode(owner: string): Promise<boolean> {
  const before = await offlineOwner();
  if (before === owner) return true;
  await forgetAllOffline();
  const { askOfflineCode } = await import('./code-dialog.tsx');
  return askOfflineCode({ owner, days: knownPerson()?.offlineDays ?? 0 });
}

/** Keeps a document on this device. */
export async function keepOffline({ id, name }: { id: string; name: string }): Promise<void> {
  await loadTexts();
  const t = textOf('preview.offline');
  const owner = ownerHere();
  if (owner === undefined || !(await hasCode(owner))) return;
  if ((await offlineCopiesHere()).length >= mostKeptOffline.documents)
    return notice.warning(t('full', { count: mostKeptOffline.documents }));
  notice.progress(t('keeping', { name }));
  try {
    const kept = await fetchCopy(owner, id);
    await lookAgain();
    notice.success(t('kept', { name: kept.name }));
    await keepReader();
    // browsers may throw away what nobody asked them to keep
    await navigator.storage?.persist?.();
  } catch (error) {
    notice.error(error instanceof CallError ? error.message : t('noRoom'));
    // no code stays for nothing
    await forgetUnusedCode();
    await lookAgain();
  }
}

/** Tells the service worker that the reader will be needed. */
async function keepReader(): Promise<void> {
  (await serviceWorkerHere())?.active?.postMessage('keep-reader');
}

/** Forgets copies, all of them where none is named. */
export async function removeOffline(ids?: readonly string[]): Promise<void> {
  await (ids === undefined ? forgetAllOffline() : forgetOffline(ids));
  await lookAgain();
}

/** A copy with what the server says of its document now. */
export interface CheckedCopy {
  id: string;
  name: string;
  ext: string;
  versionLabel: string;
  /** The copy is of another version than this, which could not be fetched. */
  isOlder: boolean;
  /** Of the copy, in bytes. */
  size: number;
  keptAt: number;
}

let checking: Promise<CheckedCopy[]> | undefined;

/**
 * Asks the server what may stay on this device, forgets the rest, and fetches newer versions: with each connection, and for the page that lists the
 * copies. Two windows at once do no harm, one window asks once.
 */
export function checkOffline(): Promise<CheckedCopy[]> {
  checking ??= checkNow().finally(() => (checking = undefined));
  return checking;
}

async function checkNow(): Promise<CheckedCopy[]> {
  const [owner, kept] = [ownerHere(), await offlineOwner()];
  // without a user of this window nothing is known of whose copies these are
  if (owner === undefined || kept === undefined) return [];
  if (owner !== kept || (await offlineState()) === 'overdue') {
    await removeOffline();
    return [];
  }
  const all = await offlineCopiesHere();
  const copies = all.slice(0, mostKeptOffline.documents);
  // two windows at once may have kept one more
  await forgetOffline(all.slice(copies.length).map(({ id }) => id));
  const { days, list } = await call(offlineCopies.check, { ids: copies.map(({ id }) => id) }, { quiet: true });
  if (days === 0) {
    await removeOffline();
    return [];
  }
  const stays = new Map(list.map((one) => [one.id, one]));
  // first: what follows fails on a device that is full
  await forgetOffline(copies.flatMap(({ id }) => (stays.has(id) ? [] : [id])));
  // another form is another right, and the newer one may not come
  const others = copies.flatMap(({ id, form }) => (stays.has(id) && stays.get(id)?.form !== form ? [id] : []));
  await dropOffline(others);
  await noteOfflineContact(days);
  for (const { id, revisionId, form } of copies) {
    const now = stays.get(id);
    if (now === undefined || (now.revisionId === revisionId && now.form === form)) continue;
    // an older version stays readable where the newer one does not come
    const fetched = await fetchCopy(owner, id, now.form === form).catch(() => undefined);
    if (fetched !== undefined) stays.set(id, fetched);
  }
  if (others.length > 0) await forgetUnusedCode();
  await keepReader();
  await lookAgain();
  return (await offlineCopiesHere()).flatMap(({ id, size, keptAt, revisionId }) => {
    const now = stays.get(id);
    if (now === undefined) return [];
    return [{ id, name: now.name, ext: now.ext, versionLabel: now.versionLabel, isOlder: now.revisionId !== revisionId, size, keptAt }];
  });
}
