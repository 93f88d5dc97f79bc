import { codes } from '@dossier/contract/core/codes';
import type { FileSession, OpenedFile } from '@dossier/contract/editing/editing';
import { createStore } from 'zustand/vanilla';
import { CallError, noAnswer, putFile, readBytes } from '../../../platform/call.ts';
import { staysForWork } from '../../../platform/unkept-work.ts';
import type { EditTrouble, KeptState } from '../editor-parts.tsx';
import { Reachability } from '../rooms/reachability.ts';
import type { FileCalls } from './file-calls.ts';

export interface DraftState extends KeptState {
  name: string;
  ext: string;
  /** Who writes, for the marks of changes. */
  author: string;
  /** The file as it was written last. */
  bytes?: Uint8Array | undefined;
  /** The editor keeps all that is in the file: it may be written. */
  isTried: boolean;
  /** The file has signatures that tell of changes. */
  isSigned: boolean;
  refusal?: EditTrouble | undefined;
  readOnly?: EditTrouble | undefined;
  /** Why the last try to save a version failed; `isDamaged` where the draft lost parts of the document. */
  saveTrouble?: string | undefined;
  isDamaged: boolean;
  closed?: Omit<FileSession, 'isOpen'> | undefined;
}

const firstState: DraftState = {
  phase: 'connecting',
  name: '',
  ext: '',
  author: '',
  isTried: false,
  isSigned: false,
  unkept: false,
  failing: false,
  isDamaged: false,
};

/** What is typed is on its way at most so long after it; each of these bytes of a large file adds as much again. */
const draftAfterMs = 1000;
const draftBytes = 4 << 20;
const keepEveryMs = 30_000;
/** Delays between attempts after a loss, in milliseconds; the last is repeated. */
const retryMs = [1000, 2000, 5000, 10_000];
/** How long the viewer waits for the version that it is to show. */
const saveWaitMs = 8000;
/** What browsers send at most after a page has gone. */
const maxParting = 60_000;

const isLost = (error: unknown): error is CallError =>
  error instanceof CallError && [noAnswer, codes.changedMeanwhile.code, codes.systemError.code, codes.uploadBusy.code].includes(error.code);
/** No room at present: tried again. */
const noRoom: ReadonlySet<number> = new Set(
  [codes.diskFull, codes.spaceFull, codes.personalSpaceFull, codes.uploadTooLarge].map((answer) => answer.code),
);

/** The ends of sessions in this window, by document: the next one opens after them, as it would be closed by them otherwise. */
const partings = new Map<string, Promise<void>>();

/** Under what a tab keeps the window that it left last, by document. */
const leftKey = (id: string): string => `dossier-left-file-${id}`;

/** The editor tells of a change in the frame after its key; a window that is not seen has no frames. */
const changesTold = (): Promise<unknown> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, 250);
  });

/** Reads the whole file out of the editor. */
type Serialize = () => Promise<ArrayBuffer | Uint8Array<ArrayBuffer>>;

interface DraftOptions {
  /** Resolves when the editor may be read out. */
  whenReady?: () => Promise<void>;
}

/** Keeps what is written in a whole file on the server, over losses of the connection. */
export class DraftSession {
  readonly calls: FileCalls;
  private readonly whenReady: () => Promise<void>;
  readonly state = createStore<DraftState>(() => firstState);
  private opening: Promise<void> | undefined;
  private opened: OpenedFile | undefined;
  private serialize: Serialize | undefined;
  private look = (): void => undefined;
  /** Counts changes: what was sent is all there is while it stays the same. */
  private version = 0;
  private kept = 0;
  private sending: Promise<void> | undefined;
  private draftTimer: ReturnType<typeof setTimeout> | undefined;
  private keepTimer: ReturnType<typeof setInterval> | undefined;
  private reachability: Reachability | undefined;
  private attempts = 0;
  private isStopped = false;
  /** The user is signed out, and what was written waits for them. */
  private isSignedOut = false;
  /** The file as the server may have it: as it was opened or kept last, and the last two drafts that were sent without an answer. */
  private known: Blob[] = [];

  constructor(calls: FileCalls, { whenReady = () => Promise.resolve() }: DraftOptions = {}) {
    this.calls = calls;
    this.whenReady = whenReady;
  }

  get id(): string {
    return this.calls.id;
  }

  private set(changes: Partial<DraftState>): void {
    this.state.setState(changes);
  }

  private put(address: string, body: Blob, keepalive = false): Promise<unknown> {
    return putFile(address, body, { keepalive, stay: this.calls.stay });
  }

  private get ids() {
    return { sessionId: this.opened?.sessionId ?? '', windowId: this.opened?.windowId ?? '' };
  }

  /** Locks the document and fetches its file. */
  open(): Promise<void> {
    this.opening = this.openAfter(partings.get(this.id));
    return this.opening;
  }

  private async openAfter(parting: Promise<void> | undefined): Promise<void> {
    await parting;
    await this.closeLeft();
    if (this.isStopped) return;
    try {
      const opened = await this.calls.open();
      // 4614 passes as a success without data
      if ((opened as Partial<typeof opened> | null)?.fileUrl === undefined) return this.set({ phase: 'viewOnly' });
      this.opened = opened;
      if (this.isStopped) return;
      const { name, ext, author, fileUrl, trialUrl, isSigned = false } = opened;
      this.keepTimer = setInterval(() => void this.keep(), keepEveryMs);
      this.reachability = new Reachability({
        isWaiting: () => this.state.getState().unkept,
        lost: () => this.isWritable && this.set({ phase: 'offline' }),
        back: () => void this.comeBack(),
      });
      const blob = await readBytes(fileUrl, AbortSignal.timeout(300_000));
      this.known = [blob];
      this.set({
        phase: 'open',
        name,
        ext,
        author,
        isSigned,
        bytes: new Uint8Array(await blob.arrayBuffer()),
        isTried: trialUrl === undefined,
      });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      this.set({ phase: 'refused', refusal: { code: error.code, message: error.message } });
    }
  }

  /** The editor shows the file; `look` makes it tell of changes that it has not told yet. Before anybody writes, it is tried whether all of the file is kept. */
  async attach(serialize: Serialize, look = this.look): Promise<void> {
    this.serialize = serialize;
    this.look = look;
    const trialUrl = this.opened?.trialUrl;
    if (trialUrl === undefined || this.state.getState().isTried) return;
    try {
      // 4614 passes as a success without data
      const { isOpen, ...why } = (await this.put(trialUrl, new Blob([await serialize()]))) as Partial<FileSession>;
      if (isOpen === true) this.set({ isTried: true });
      else if (isOpen === false) this.close({ isOpen, ...why });
      else {
        await this.leave();
        this.set({ phase: 'viewOnly' });
      }
    } catch (error) {
      // an editor that has gone cannot be read out
      if (this.isStopped) return;
      if (isLost(error)) {
        this.set({ phase: 'offline' });
        setTimeout(() => !this.isStopped && void this.attach(serialize), retryMs[1]);
      } else this.forbid(error);
    }
  }

  /** Something was written. */
  changed(): void {
    if (!this.state.getState().isTried) return;
    this.version++;
    if (!this.state.getState().unkept) this.set({ unkept: true, savedAt: undefined });
    this.draftTimer ??= setTimeout(() => void this.sendDraft(), this.draftDelay);
  }

  /** Each draft is the whole file. */
  private get draftDelay(): number {
    return draftAfterMs * (1 + Math.floor((this.known[0]?.size ?? 0) / draftBytes));
  }

  /** Sends the newest draft, one at a time; what is written meanwhile follows. */
  private sendDraft(): Promise<void> {
    clearTimeout(this.draftTimer);
    this.draftTimer = undefined;
    this.sending ??= this.sendNewest().finally(() => {
      this.sending = undefined;
      if (this.kept < this.version && this.isWritable && !this.isSignedOut)
        this.draftTimer ??= setTimeout(() => void this.sendDraft(), this.retryDelay);
    });
    return this.sending;
  }

  private get retryDelay(): number {
    return this.attempts === 0 ? this.draftDelay : (retryMs[Math.min(this.attempts, retryMs.length) - 1] ?? draftAfterMs);
  }

  private get isWritable(): boolean {
    const { phase, readOnly } = this.state.getState();
    return !this.isStopped && readOnly === undefined && (phase === 'open' || phase === 'offline');
  }

  private async sendNewest(): Promise<void> {
    await this.whenReady();
    const { opened, serialize, version } = this;
    if (opened === undefined || serialize === undefined || this.kept === version || this.isSignedOut) return;
    try {
      const draft = new Blob([await serialize()]);
      this.known = [...this.known.slice(0, 1), ...this.known.slice(1).slice(-1), draft];
      const told = (await this.put(opened.draftUrl, draft)) as FileSession;
      if (!told.isOpen) return this.close(told);
      this.known = [draft];
      this.attempts = 0;
      this.kept = version;
      this.set({ phase: 'open', failing: false, unkept: version !== this.version });
    } catch (error) {
      if (this.isStopped) return;
      this.attempts++;
      if (isLost(error)) this.set({ phase: 'offline' });
      else if (error instanceof CallError && noRoom.has(error.code)) this.set({ failing: true, saveTrouble: error.message });
      else this.forbid(error);
    }
  }

  /** What is written is no longer taken. */
  private forbid(error: unknown): void {
    if (!(error instanceof CallError)) throw error;
    this.isSignedOut = error.code === codes.notSignedIn.code && staysForWork();
    if (this.isSignedOut) return this.set({ phase: 'offline' });
    this.set({ phase: 'open', readOnly: { code: error.code, message: error.message } });
  }

  private close({ reason, copy, writerName }: FileSession): void {
    clearInterval(this.keepTimer);
    this.set({ phase: 'closed', closed: { reason, copy, writerName } });
  }

  /** The network is there again: what waits for the next attempt waits no longer. */
  private async comeBack(): Promise<void> {
    if (this.state.getState().phase !== 'offline' || this.isSignedOut) return;
    await this.sending;
    this.attempts = 0;
    await (this.kept < this.version ? this.sendDraft() : this.keep());
  }

  /** Sends what was written, the last key included. */
  async sendNow(): Promise<void> {
    this.look();
    await changesTold();
    void this.sendDraft();
  }

  /** The user has signed in again: opens the session anew, which goes on where nobody has written meanwhile. */
  async resume(): Promise<void> {
    const { opened: before } = this;
    if (before === undefined || this.isStopped) return;
    this.isSignedOut = true;
    try {
      await this.sending;
      const opened = await this.calls.open();
      this.opened = opened;
      const blob = await readBytes(opened.fileUrl, AbortSignal.timeout(300_000));
      if (opened.sessionId !== before.sessionId || !(await this.isKnown(blob))) {
        await this.leave();
        return this.close({ isOpen: false, reason: 'revised' });
      }
      this.isSignedOut = false;
      this.attempts = 0;
      await this.sendDraft();
    } catch (error) {
      if (isLost(error)) setTimeout(() => void this.resume(), retryMs[1]);
      else this.forbid(error);
    }
  }

  private async isKnown(blob: Blob): Promise<boolean> {
    const found = new Uint8Array(await blob.arrayBuffer());
    for (const one of this.known) {
      if (one.size !== blob.size) continue;
      const known = new Uint8Array(await one.arrayBuffer());
      if (known.every((byte, at) => byte === found[at])) return true;
    }
    return false;
  }

  /** Tells that the window is there, and hears whether it may go on writing. */
  async keep(): Promise<void> {
    if (!this.isWritable || this.isSignedOut) return;
    try {
      const told = await this.calls.keep(this.ids);
      if (!told.isOpen) return this.close(told);
      if (this.state.getState().phase === 'offline' && this.kept === this.version) this.set({ phase: 'open' });
    } catch (error) {
      if (isLost(error)) this.set({ phase: 'offline' });
      else this.forbid(error);
    }
  }

  /** Makes a version now; answers whether it has all that was written. */
  async save(): Promise<boolean> {
    this.look();
    await changesTold();
    while (this.kept < this.version && this.isWritable) {
      const before = this.kept;
      await this.sendDraft();
      if (this.kept === before) return false;
    }
    if (!this.isWritable) return false;
    try {
      const { version } = this;
      const told = await this.calls.save(this.ids);
      if (!told.isOpen) {
        this.close(told);
        return false;
      }
      // what is written meanwhile is in no version
      this.set({ savedAt: version === this.version ? Date.now() : undefined, saveTrouble: undefined, isDamaged: false });
      return version === this.version;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      this.set({ savedAt: undefined, saveTrouble: error.message, isDamaged: error.code === codes.editDamaged.code });
      return false;
    }
  }

  /** Makes a version before the page is left for the viewer, for some seconds at most. Whether it may be left: not where that failed just now. */
  async saveBeforeView(): Promise<boolean> {
    const { phase, saveTrouble } = this.state.getState();
    if (phase !== 'open' || saveTrouble !== undefined || !this.isWritable || this.version === 0) return true;
    await Promise.race([this.save(), new Promise((resolve) => setTimeout(resolve, saveWaitMs))]);
    return this.state.getState().saveTrouble === undefined;
  }

  /** Forgets what was written since the last version. */
  async discard(): Promise<void> {
    await this.calls.discard(this.ids);
  }

  /** The file as it is in the editor. */
  async draft(): Promise<Blob> {
    const { bytes } = this.state.getState();
    return new Blob([this.serialize === undefined ? new Uint8Array(bytes ?? []) : await this.serialize()]);
  }

  /** A page that went while a draft had to be read out may not have told its end: its window would refuse the page that follows in this tab. */
  private async closeLeft(): Promise<void> {
    const left = sessionStorage.getItem(leftKey(this.id));
    if (left === null) return;
    sessionStorage.removeItem(leftKey(this.id));
    const [sessionId = '', windowId = ''] = left.split(' ');
    await this.calls.close({ sessionId, windowId }).catch(() => undefined);
  }

  /** The tab leaves this page. */
  leavePage(): void {
    if (this.opened !== undefined) sessionStorage.setItem(leftKey(this.id), `${this.opened.sessionId} ${this.opened.windowId}`);
    this.stop();
  }

  private async leave(): Promise<void> {
    if (this.opened === undefined) return;
    await this.calls.close(this.ids).catch(() => undefined);
  }

  /** The page goes: sends what is left, as far as browsers send it then, and unlocks the document. */
  stop(): void {
    if (this.isStopped) return;
    const isLeft = this.isWritable && this.kept < this.version;
    this.isStopped = true;
    this.reachability?.stop();
    clearTimeout(this.draftTimer);
    clearInterval(this.keepTimer);
    const parting = isLeft ? this.sendLast() : this.opened === undefined ? this.leaveOnceOpen() : this.leave();
    partings.set(this.id, parting);
    void parting.finally(() => partings.get(this.id) === parting && partings.delete(this.id));
  }

  /** Settles once all that was left when the page went has been sent. */
  parted(): Promise<void> {
    return partings.get(this.id) ?? Promise.resolve();
  }

  private async leaveOnceOpen(): Promise<void> {
    await this.opening;
    await this.leave();
  }

  private async sendLast(): Promise<void> {
    const { serialize, opened } = this;
    await this.sending?.catch(() => undefined);
    try {
      if (serialize === undefined || opened === undefined) return;
      const body = new Blob([await serialize()]);
      await this.put(opened.draftUrl, body, body.size <= maxParting).catch(() => undefined);
    } finally {
      await this.leave();
    }
  }
}
