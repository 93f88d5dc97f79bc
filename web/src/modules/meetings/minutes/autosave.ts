import { codes } from '@dossier/contract/core/codes';
import { type Minutes, minutes } from '@dossier/contract/meetings/minutes';
import { useEffect, useState } from 'react';
import { CallError, call } from '../../../platform/call.ts';
import { invalidateRoutes } from '../../../platform/query.ts';

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

/** A change against the base: the lines from `start` up to `end` were replaced. */
interface Change {
  start: number;
  end: number;
  lines: string[];
}

function changeOf(base: readonly string[], text: readonly string[]): Change {
  let start = 0;
  while (start < base.length && start < text.length && base[start] === text[start]) start += 1;
  let same = 0;
  while (same < base.length - start && same < text.length - start && base.at(-1 - same) === text.at(-1 - same)) same += 1;
  return { start, end: base.length - same, lines: text.slice(start, text.length - same) };
}

/** Merges two texts with the same base; where both changed the same lines, both versions are kept, one after the other. */
export function mergeLines(base: string, ours: string, theirs: string): string {
  if (ours === base || ours === theirs) return theirs;
  if (theirs === base) return ours;
  const lines = base.split('\n');
  const own = changeOf(lines, ours.split('\n'));
  const other = changeOf(lines, theirs.split('\n'));
  const isBefore = own.start < other.start || (own.start === other.start && own.end < other.end);
  const [first, second] = isBefore ? [own, other] : [other, own];
  const apart = first.end <= second.start;
  if (apart)
    return [
      ...lines.slice(0, first.start),
      ...first.lines,
      ...lines.slice(first.end, second.start),
      ...second.lines,
      ...lines.slice(second.end),
    ].join('\n');
  const start = Math.min(own.start, other.start);
  const end = Math.max(own.end, other.end);
  const whole = (change: Change): string[] => [...lines.slice(start, change.start), ...change.lines, ...lines.slice(change.end, end)];
  return [...lines.slice(0, start), ...whole(other), ...whole(own), ...lines.slice(end)].join('\n');
}
