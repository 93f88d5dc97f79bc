import type { OutputOf } from '@dossier/contract/core/route';
import { type OfflineForm, mostKeptOffline, offlineCopies } from '@dossier/contract/preview/offline-copies';
import { previewByToken } from '@dossier/contract/preview/preview-token';
import { CallError, call, readBytes } from '../../../platform/call.ts';
import { loadTexts, textOf } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import {
  type OfflineView,
  forgetAllOffline,
  forgetOffline,
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
async function fetchCopy(id: string): Promise<string> {
  const kept = await call(offlineCopies.keep, { id }, { quiet: true });
  await whenMade(kept);
  const bytes = await (await readBytes(kept.downloadUrl, AbortSignal.timeout(fetchTimeoutMs))).arrayBuffer();
  const { revisionId, form, name, ext, versionLabel } = kept;
  const copy = { id, revisionId, form, shownAs: viewOf(form), size: bytes.byteLength, keptAt: Date.now() };
  await putOffline(copy, { name, ext, versionLabel }, bytes);
  return name;
}

/** The code of this device: asked for the first document. Answers whether there is one. */
async function hasCode(): Promise<boolean> {
  const owner = ownerHere();
  if (owner === undefined) return false;
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
  if (!(await hasCode())) return;
  if ((await offlineCopiesHere()).length >= mostKeptOffline.documents)
    return notice.warning(t('full', { count: mostKeptOffline.documents }));
  notice.progress(t('keeping', { name }));
  try {
    const kept = await fetchCopy(id);
    await lookAgain();
    notice.success(t('kept', { name: kept }));
    await keepReader();
    // browsers may throw away what nobody asked them to keep
    await navigator.storage?.persist?.();
  } catch (error) {
    notice.error(error instanceof CallError ? error.message : t('noRoom'));
    // no code stays for nothing
    if ((await offlineCopiesHere()).length === 0) await forgetAllOffline();
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
  const owner = await offlineOwner();
  if (owner === undefined) return [];
  if (owner !== ownerHere() || (await offlineState()) === 'overdue') {
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
  await noteOfflineContact(days);
  const stays = new Map(list.map((one) => [one.id, one]));
  await forgetOffline(copies.flatMap(({ id }) => (stays.has(id) ? [] : [id])));
  for (const { id, revisionId, form } of copies) {
    const now = stays.get(id);
    if (now === undefined || (now.revisionId === revisionId && now.form === form)) continue;
    // an older version stays readable where the newer one does not come; another form is another right
    await fetchCopy(id).catch(() => (now.form === form ? undefined : forgetOffline([id])));
  }
  await keepReader();
  await lookAgain();
  return (await offlineCopiesHere()).flatMap(({ id, size, keptAt }) => {
    const now = stays.get(id);
    return now === undefined ? [] : [{ id, name: now.name, ext: now.ext, versionLabel: now.versionLabel, size, keptAt }];
  });
}
