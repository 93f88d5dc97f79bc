import { codes } from '@dossier/contract/core/codes';
import { type Minutes, minutes } from '@dossier/contract/meetings/minutes';
import { useEffect, useState } from 'react';
import { CallError, call } from '../../../platform/call.ts';
import { invalidateRoutes } from '../../../platform/query.ts';
import { mergeLines } from './merge-lines.ts';

/** Milliseconds without input before saving, and before a failed save is repeated. */
const idleMs = 1200;
const retryMs = 5000;

/** State of a text relative to the server's. */
type SaveState = 'saved' | 'waiting' | 'failed';

interface AutosaveListener {
  text: (text: string) => void;
  saving: (saving: SaveState) => void;
  /** Called after a merge with another user's text, with their name. */
  met: (name: string) => void;
}

type Known = Pick<Minutes, 'text' | 'revision'>;

/** The text of minutes, saved automatically. */
class MinutesAutosave {
  private readonly id: string;
  private readonly hears: AutosaveListener;
  private base: Known;
  private text: string;
  private busy = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(id: string, known: Known, hears: AutosaveListener) {
    this.id = id;
    this.hears = hears;
    this.base = { text: known.text, revision: known.revision };
    this.text = known.text;
  }

  /** Whether there are unsaved changes. */
  get waits(): boolean {
    return this.text !== this.base.text;
  }

  /** Takes the user's input. */
  change(text: string): void {
    this.put(text);
    this.hears.saving('waiting');
    this.later(idleMs);
  }

  /** Takes the text of others, if there are no unsaved changes. */
  follow(known: Known): void {
    if (known.revision <= this.base.revision || this.waits || this.busy) return;
    this.base = { text: known.text, revision: known.revision };
    this.put(known.text);
  }

  /** Saves unsaved changes; a failed save is repeated. */
  async save(): Promise<void> {
    clearTimeout(this.timer);
    if (this.busy) return this.later(idleMs);
    if (!this.waits) return this.hears.saving('saved');
    this.busy = true;
    const failed = await this.send().catch((error: unknown) => error ?? true);
    this.busy = false;
    if (failed !== undefined) {
      this.hears.saving('failed');
      return this.later(retryMs);
    }
    if (this.waits) this.later(0);
    else this.hears.saving('saved');
  }

  /** Merges concurrent changes of others with the user's own, and saves the result. */
  private async send(): Promise<undefined> {
    const sent = this.text;
    try {
      const { revision } = await call(minutes.save, { id: this.id, text: sent, revision: this.base.revision }, { quiet: true });
      this.base = { text: sent, revision };
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== codes.changedMeanwhile.code) throw error;
      const theirs = await call(minutes.show, { id: this.id }, { quiet: true });
      this.put(mergeLines(this.base.text, this.text, theirs.text));
      this.base = { text: theirs.text, revision: theirs.revision };
      this.hears.met(theirs.updaterName);
    }
  }

  private put(text: string): void {
    this.text = text;
    this.hears.text(text);
  }

  private later(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.save(), ms);
  }
}

/** A text saved automatically. Concurrent changes of another user are merged, and the user named. */
export function useAutosave(id: string, known: Minutes, met: (name: string) => void) {
  const [text, setText] = useState(known.text);
  const [saving, setSaving] = useState<SaveState>('saved');
  const [saver] = useState(() => new MinutesAutosave(id, known, { text: setText, saving: setSaving, met }));
  useEffect(() => saver.follow(known), [saver, known]);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => {
      if (saver.waits) event.preventDefault();
    };
    addEventListener('beforeunload', warn);
    return () => {
      removeEventListener('beforeunload', warn);
      // unsaved changes are saved when the page is left
      void saver.save().then(() => invalidateRoutes(minutes.show));
    };
  }, [saver]);
  return { text, saving, change: (next: string) => saver.change(next), save: () => saver.save() };
}
