import { codes } from '@dossier/contract/core/codes';
import { attachments } from '@dossier/contract/documents/attachments';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { CallError, call, noAnswer } from '../../platform/call.ts';
import { loadTexts, textOf } from '../../platform/i18n.ts';
import { notice } from '../../platform/notices.ts';
import { invalidateRoutes } from '../../platform/query.ts';
import { askNameConflicts } from './dialogs/name-conflict-dialog.tsx';
import { markNew } from './highlight.ts';
import {
  type PickedFile,
  type SameName,
  type UploadEntry,
  changeEntries,
  isEnded,
  isRunning,
  isSilent,
  pathBelow,
  pickedFiles,
  smoothSpeed,
  useUploads,
} from './upload-entries.ts';
import { isBundle, nextTransfers, sendBundle } from './uploads/send-bundle.ts';
import { type SendEnd, forgetOpenUpload, retryDelayOf, sendFile, sweepOpenUploads, waitForNetwork } from './uploads/send-file.ts';

/** The target folder of an upload. */
interface UploadTarget {
  readonly id: string;
  readonly name: string;
}

/** Names in one `checkNames` call; about the server's limit. */
const namesAtOnce = 5000;

/** Asks once how to resolve name conflicts, then queues the files; returns their ids in the tray. */
export async function startUpload(files: readonly PickedFile[], target: UploadTarget, extract = false): Promise<string[]> {
  if (files.length === 0) return [];
  await loadTexts();
  const taken = extract ? new Set<string>() : await takenNames(files, target.id);
  let choice: SameName | 'skip' = 'refuse';
  if (taken.size > 0) {
    const answer = await askNameConflicts([...taken], target.name);
    if (answer === undefined) return [];
    choice = answer;
  }
  const entries = files.map(({ file, folderPath }) => {
    const isTaken = taken.has(pathBelow(folderPath, file.name));
    const onSameName: SameName = isTaken && choice !== 'skip' ? choice : 'refuse';
    const state = isTaken && choice === 'skip' ? ('skipped' as const) : ('waiting' as const);
    return { file, parentId: target.id, parentName: target.name, folderPath, onSameName, extract, state };
  });
  const ids = enqueue(entries);
  if (entries.every((entry) => entry.state === 'skipped')) notice.info(textOf('documents.content')('allSkipped'));
  return ids;
}

/** Queues files as attachments of a document or flow; a taken name gets a number. */
export async function startAttaching(files: readonly PickedFile[], holder: UploadTarget & { isFlow?: boolean }): Promise<void> {
  if (files.length === 0) return;
  await loadTexts();
  const { id: parentId, name: parentName, isFlow: isOfFlow = false } = holder;
  const about = { parentId, parentName, isOfFlow, folderPath: '', isAttachment: true, extract: false } as const;
  enqueue(files.map(({ file }) => ({ ...about, file, onSameName: 'rename', state: 'waiting' })));
}

async function takenNames(files: readonly PickedFile[], parentId: string): Promise<Set<string>> {
  const paths = files.map(({ file, folderPath }) => pathBelow(folderPath, file.name));
  const taken = new Set<string>();
  for (let at = 0; at < paths.length; at += namesAtOnce) {
    const names = paths.slice(at, at + namesAtOnce);
    const answer = await retryWhileOffline((quiet) => call(content.checkNames, { parentId, names }, { quiet }));
    for (const conflict of answer.taken) taken.add(conflict.name);
  }
  return taken;
}

/** Attempts before the user is told that the server is unreachable: about two minutes. */
const maxAttempts = 11;

/** Retries while the server is unreachable, so that dropped files are not lost. */
async function retryWhileOffline<T>(request: (quiet: boolean) => Promise<T>): Promise<T> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    try {
      return await request(true);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (error.code !== noAnswer) {
        if (error.code !== codes.notSignedIn.code) notice.error(error.message);
        throw error;
      }
      if (attempt === 0) notice.info(textOf('documents.content')('waitingForNetwork'));
      await waitForNetwork(retryDelayOf(attempt));
    }
  }
  return request(false);
}

export type PickKind = 'files' | 'folder' | 'zip';

/** Lets the user pick files, a folder, or zips to extract, and uploads them. */
export const pickFiles = (kind: PickKind, target: UploadTarget): void =>
  openPicker(kind, (files) => startUpload(files, target, kind === 'zip'));

/** Lets the user pick attachments; what gets them is asked for once there are some. */
export const pickAttachments = (holder: () => Promise<UploadTarget & { isFlow?: boolean }>): void =>
  openPicker('attachments', async (files) => {
    if (files.length > 0) await startAttaching(files, await holder());
  });

function openPicker(kind: PickKind | 'attachments', take: (files: PickedFile[]) => Promise<unknown>): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  if (kind === 'folder') input.webkitdirectory = true;
  if (kind === 'zip') input.accept = '.zip';
  input.hidden = true;
  input.dataset.upload = kind;
  // The browser may collect the input while the file picker is open, unless it is in the document.
  document.body.append(input);
  const leave = () => input.remove();
  input.addEventListener('cancel', leave);
  input.addEventListener('change', () => {
    const files = input.files === null ? [] : pickedFiles(input.files);
    void take(files).catch(() => undefined);
    leave();
  });
  input.click();
}

/** Delay that joins list refreshes while many files are stored. */
const refreshDelayMs = 800;
let timer: ReturnType<typeof setTimeout> | undefined;

let refreshedAt = Number.NEGATIVE_INFINITY;
let unlisted: string[] = [];
let refreshes = 0;

/** Refreshes the lists after files were stored, at once for the first ones, and marks their rows. */
function refreshListsSoon(ids: readonly string[]): void {
  unlisted.push(...ids);
  useUploads.setState({ listing: true });
  const isFirst = performance.now() - refreshedAt > refreshDelayMs;
  timer ??= setTimeout(() => void showStored(), isFirst ? 0 : refreshDelayMs);
}

async function showStored(): Promise<void> {
  const stored = unlisted;
  unlisted = [];
  timer = undefined;
  refreshedAt = performance.now();
  refreshes++;
  // a list that cannot be read says so itself
  await invalidateRoutes(
    library.items,
    library.tree,
    library.folderDetail,
    library.cabinetDetail,
    library.documentDetail,
    attachments.list,
  ).catch(() => undefined);
  refreshes--;
  markNew(stored);
  if (unlisted.length === 0 && refreshes === 0) useUploads.setState({ listing: false });
}

const maxConcurrent = 3;
const tellEach = 250;
const listenEach = 500;

/** One transfer: a large file, or several small ones. */
interface Transfer {
  readonly ids: readonly string[];
  /** Starts anew after an interruption. */
  readonly shared: boolean;
  stop(drop: boolean): void;
  /** When bytes were last reported as sent, and how many. */
  at: number;
  sent: number;
}

const transfers = new Map<string, Transfer>();
/** Bytes per second of a bundle connection, smoothed over many files: each alone is too short to measure. */
let pace = 0;
let listening: ReturnType<typeof setInterval> | undefined;

/** Starts transfers up to the limit. */
function pump(): void {
  const free = maxConcurrent - new Set(transfers.values()).size;
  if (free <= 0) return;
  for (const entries of nextTransfers(useUploads.getState().entries, free)) {
    if (isBundle(entries)) startBundle(entries);
    else for (const entry of entries) startFile(entry);
  }
}

/** Stops a file; the others of its bundle wait to be sent again. */
function stop(id: string, drop: boolean): void {
  const transfer = transfers.get(id);
  if (transfer !== undefined) stopTransfer(transfer, drop);
}

/** Stops all transfers. */
function stopAll(drop: boolean): void {
  for (const transfer of new Set(transfers.values())) stopTransfer(transfer, drop);
}

function stopTransfer(transfer: Transfer, drop: boolean): void {
  forget(transfer);
  transfer.stop(drop);
  if (transfer.shared) changeEntries(transfer.ids, () => ({ state: 'waiting', sent: 0, speed: 0, stalled: false }));
}

function begin(transfer: Transfer): void {
  for (const id of transfer.ids) transfers.set(id, transfer);
  listening ??= setInterval(listen, listenEach);
}

function forget(transfer: Transfer): void {
  for (const id of transfer.ids) transfers.delete(id);
}

const isGoing = (transfer: Transfer): boolean => transfer.ids.some((id) => transfers.get(id) === transfer);

function startFile(entry: UploadEntry): void {
  const { id } = entry;
  changeEntries([id], () => ({ state: 'hashing', speed: 0, stalled: false }));
  const sending = sendFile(entry, {
    hashing: (done) => progress(transfer, 'hashing', done),
    sending: (sent) => progress(transfer, 'sending', sent),
    waiting: () => isGoing(transfer) && stall(transfer.ids),
  });
  const transfer: Transfer = { ids: [id], shared: false, stop: (drop) => sending.stop(drop), at: performance.now(), sent: 0 };
  begin(transfer);
  void sending.end.then((end) => finish(transfer, [end]));
}

function startBundle(entries: readonly UploadEntry[]): void {
  const ids = entries.map(({ id }) => id);
  const begun = performance.now();
  changeEntries(ids, ({ id, triedAt = begun }) => ({
    state: 'sending',
    sent: 0,
    speed: id === ids[0] ? pace : 0,
    stalled: false,
    triedAt,
  }));
  const sending = sendBundle(entries, {
    sending: (sent, isAll) => progressAll(transfer, sent, isAll),
    waiting: () => isGoing(transfer) && stall(ids),
  });
  const transfer: Transfer = { ids, shared: true, stop: () => sending.stop(), at: begun, sent: 0 };
  begin(transfer);
  void sending.end.then((ends) => {
    const bytes = entries.reduce((sum, { file }, at) => sum + (ends[at]?.done === true ? file.size : 0), 0);
    if (isGoing(transfer)) pace = smoothSpeed(pace, bytes, performance.now() - begun);
    finish(transfer, ends);
  });
}

/** Ignored for entries paused or cancelled meanwhile. */
function finish(transfer: Transfer, ends: readonly SendEnd[]): void {
  if (!isGoing(transfer)) return;
  forget(transfer);
  const endOf = new Map(transfer.ids.map((id, at) => [id, ends[at]]));
  changeEntries(transfer.ids, ({ id, file }) => {
    const end = endOf.get(id);
    if (end?.done === true) return { state: 'done', sent: file.size, instant: end.instant, documentId: end.documentId, speed: 0 };
    return { state: 'failed', reason: end?.reason ?? '', speed: 0 };
  });
  if (ends.some((end) => end.done)) refreshListsSoon(ends.flatMap((end) => (end.done && end.documentId ? [end.documentId] : [])));
  pump();
}

function find(id: string | undefined): UploadEntry | undefined {
  return useUploads.getState().entries.find((entry) => entry.id === id);
}

function progress(transfer: Transfer, state: 'hashing' | 'sending', sent: number): void {
  const now = performance.now();
  const entry = find(transfer.ids[0]);
  if (entry === undefined || !isGoing(transfer) || !isRunning(entry.state)) return;
  // A new attempt reports its offset; only progress beyond it is a sign of life.
  if (entry.stalled && entry.state === state && sent === transfer.sent) return;
  if (!entry.stalled && entry.state === state && now - transfer.at < tellEach && sent < entry.file.size) return;
  const begun = entry.stalled === true || entry.state !== state || sent < transfer.sent;
  const speed = begun ? 0 : smoothSpeed(entry.speed, sent - transfer.sent, now - transfer.at);
  Object.assign(transfer, { at: now, sent });
  changeEntries(transfer.ids, () => ({
    state,
    sent: state === 'sending' ? sent : 0,
    speed: state === 'sending' ? speed : 0,
    stalled: false,
  }));
}

function progressAll(transfer: Transfer, sent: readonly number[], isAll: boolean): void {
  const now = performance.now();
  const all = sent.reduce((sum, one) => sum + one, 0);
  const stalled = find(transfer.ids[0])?.stalled === true;
  if (!isGoing(transfer) || (stalled ? all === transfer.sent : !isAll && now - transfer.at < tellEach)) return;
  if (!stalled && all > transfer.sent) pace = smoothSpeed(pace, all - transfer.sent, now - transfer.at);
  Object.assign(transfer, { at: now, sent: all });
  const sentOf = new Map(transfer.ids.map((id, at) => [id, sent[at] ?? 0]));
  let left = pace;
  changeEntries(transfer.ids, ({ id, file }) => {
    const out = sentOf.get(id) ?? 0;
    // the speed is attributed to the first unfinished file
    const speed = out < file.size ? left : 0;
    if (speed > 0) left = 0;
    return { sent: out, speed, stalled: false };
  });
}

function stall(ids: readonly string[]): void {
  changeEntries(ids, (entry) => (isRunning(entry.state) ? { stalled: true, speed: 0 } : {}));
}

/** A lost connection often stays silent for minutes. */
function listen(): void {
  const { entries } = useUploads.getState();
  const now = performance.now();
  const silent = entries.filter((entry) => isSilent(entry, now - (transfers.get(entry.id)?.at ?? now)));
  if (silent.length > 0) stall(silent.map(({ id }) => id));
  if (entries.some((entry) => isRunning(entry.state))) return;
  clearInterval(listening);
  listening = undefined;
}

let next = 1;
let drops = 0;

/** Queues files; returns their ids in the tray. */
function enqueue(files: readonly Omit<UploadEntry, 'id' | 'sent' | 'speed' | 'drop'>[]): string[] {
  sweepOpenUploads();
  const drop = ++drops;
  const added = files.map((file) => ({ ...file, id: String(next++), drop, sent: 0, speed: 0 }));
  useUploads.setState(({ entries }) => ({ entries: [...entries, ...added], open: true }));
  pump();
  return added.map(({ id }) => id);
}

const paused = (entry: UploadEntry): Partial<UploadEntry> =>
  isRunning(entry.state) || entry.state === 'waiting' ? { state: 'paused', speed: 0 } : {};

const resumed = (entry: UploadEntry): Partial<UploadEntry> =>
  entry.state === 'paused' || entry.state === 'failed' ? { state: 'waiting', reason: undefined, speed: 0 } : {};

export function pause(id: string): void {
  stop(id, false);
  changeEntries([id], paused);
  pump();
}

/** Resumes a paused or failed file; bytes that the server has are not sent again. */
export function resume(id: string): void {
  changeEntries([id], resumed);
  pump();
}

/** Removes a file from the tray, and discards its sent part. */
export function cancel(id: string): void {
  const { entries } = useUploads.getState();
  const entry = entries.find((one) => one.id === id);
  if (entry !== undefined && !isEnded(entry.state)) {
    stop(id, true);
    forgetOpenUpload(entry);
  }
  useUploads.setState((now) => ({ entries: now.entries.filter((one) => one.id !== id) }));
  pump();
}

export function pauseAll(): void {
  stopAll(false);
  useUploads.setState(({ entries }) => ({ entries: entries.map((entry) => ({ ...entry, ...paused(entry) })) }));
}

export function resumeAll(): void {
  useUploads.setState(({ entries }) => ({ entries: entries.map((entry) => ({ ...entry, ...resumed(entry) })) }));
  pump();
}

export function cancelAll(): void {
  stopAll(true);
  const { entries } = useUploads.getState();
  for (const entry of entries) if (!isEnded(entry.state)) forgetOpenUpload(entry);
  useUploads.setState({ entries: entries.filter((entry) => isEnded(entry.state)) });
}

/** Removes every finished entry from the tray. */
export function clearEnded(): void {
  useUploads.setState(({ entries }) => ({ entries: entries.filter((entry) => !isEnded(entry.state)) }));
}

addEventListener('beforeunload', (event) => {
  if (useUploads.getState().entries.some((entry) => !isEnded(entry.state))) event.preventDefault();
});
