import { hasThumbnail } from '@dossier/contract/core/file-types';
import { objType, right } from '@dossier/contract/core/rights';
import { createContext, use, useEffect, useSyncExternalStore } from 'react';

/** A small picture of a document, as far as it is known. */
export interface Thumbnail {
  state: 'ready' | 'making' | 'none';
  url?: string | undefined;
  width?: number | undefined;
  height?: number | undefined;
}

/** What small pictures are asked for by. */
export interface ThumbnailSubject {
  id: string;
  objType: number;
  ext?: string | undefined;
  rights: number;
  version?: number | undefined;
  updateTime: string;
}

/** Asks the server for the pictures of some documents, by their ids. */
type FetchThumbnails = (ids: string[]) => Promise<readonly (Thumbnail & { id: string })[]>;

/** So many are asked for at once. */
const batchSize = 100;
/** What flies past while somebody scrolls is not asked for. */
const settleMs = 60;
/** How long until what is being made is asked for again: longer each time, and not for ever. */
const retryMs = [700, 1500, 3000, 5000, 8000, 8000, 15_000, 15_000, 30_000, 30_000];
/** Of a long way through many folders, what was seen last. */
const maxKnown = 5000;
/** Addresses are good for longer. */
const freshMs = 3 * 3600_000;

/** The small pictures that lists show, asked for together, by who is in sight. */
export class ThumbnailStore {
  readonly #ask: FetchThumbnails;
  readonly #known = new Map<string, Thumbnail & { at: number; tries: number }>();
  readonly #wanted = new Map<string, { id: string; count: number }>();
  readonly #listeners = new Set<() => void>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #due = Number.POSITIVE_INFINITY;

  constructor(ask: FetchThumbnails) {
    this.#ask = ask;
  }

  readonly find = (key: string): Thumbnail | undefined => this.#known.get(key);

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Has a picture asked for, as long as it is wanted. */
  want(key: string, id: string): () => void {
    const wanted = this.#wanted.get(key) ?? { id, count: 0 };
    wanted.count++;
    this.#wanted.set(key, wanted);
    if (this.#isDue(key)) this.#wake(settleMs);
    return () => {
      if (--wanted.count === 0) this.#wanted.delete(key);
    };
  }

  /** Its address no longer opens: the icon stays until the list is opened anew. */
  lose(key: string): void {
    this.#keep(key, { state: 'none' });
    this.#tell();
  }

  #isDue(key: string): boolean {
    const known = this.#known.get(key);
    if (known === undefined) return true;
    const age = Date.now() - known.at;
    if (known.state !== 'making') return age > freshMs;
    return known.tries < retryMs.length && age >= (retryMs[known.tries] ?? 0) - settleMs;
  }

  #wake(inMs: number): void {
    const due = Date.now() + inMs;
    if (this.#timer !== undefined && this.#due <= due) return;
    clearTimeout(this.#timer);
    this.#due = due;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#askDue();
    }, inMs);
  }

  async #askDue(): Promise<void> {
    const due = [...this.#wanted].filter(([key]) => this.#isDue(key)).slice(0, batchSize);
    if (due.length > 0) {
      const answer = await this.#ask(due.map(([, { id }]) => id)).catch(() => []);
      const byId = new Map(answer.map((one) => [one.id, one]));
      // what was not answered is asked for again like what is being made
      for (const [key, { id }] of due) this.#keep(key, byId.get(id) ?? { state: 'making' });
      this.#tell();
    }
    const waits = [...this.#wanted.keys()].map((key) => this.#waitOf(key));
    const next = Math.min(...waits);
    if (Number.isFinite(next)) this.#wake(Math.max(settleMs, next));
  }

  /** How long until this one is to be asked for again. */
  #waitOf(key: string): number {
    const known = this.#known.get(key);
    if (known === undefined) return 0;
    const wait = known.state === 'making' ? retryMs[known.tries] : undefined;
    return wait === undefined ? Number.POSITIVE_INFINITY : known.at + wait - Date.now();
  }

  #keep(key: string, { state, url, width, height }: Thumbnail): void {
    const before = this.#known.get(key);
    const tries = before?.state === 'making' ? before.tries + 1 : 0;
    this.#known.delete(key);
    this.#known.set(key, { state, url, width, height, at: Date.now(), tries });
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= maxKnown) break;
      this.#known.delete(oldest);
    }
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Where the pictures of this client come from; without it there are icons. */
export const ThumbnailContext = createContext<ThumbnailStore | undefined>(undefined);

/** Whether there may be a small picture of an item. */
export const mayHaveThumbnail = (item: ThumbnailSubject): boolean =>
  item.objType === objType.document && (item.rights & right.read) !== 0 && hasThumbnail(item.ext ?? '');

/** Names the picture of an item: another version has another one. */
export const thumbnailKey = (item: ThumbnailSubject): string => `${item.id} ${item.version ?? item.updateTime} ${item.ext ?? ''}`;

const noSubscription = (): (() => void) => () => undefined;

/** The small picture of an item in sight; undefined while nothing is known of it, and where there is none. */
export function useThumbnail(item: ThumbnailSubject | undefined): { picture: Thumbnail | undefined; lose: () => void } {
  const pictures = use(ThumbnailContext);
  const key = pictures !== undefined && item !== undefined && mayHaveThumbnail(item) ? thumbnailKey(item) : undefined;
  const id = item?.id ?? '';
  useEffect(() => (key === undefined ? undefined : pictures?.want(key, id)), [pictures, key, id]);
  const picture = useSyncExternalStore(pictures?.subscribe ?? noSubscription, () => (key === undefined ? undefined : pictures?.find(key)));
  return { picture, lose: () => key !== undefined && pictures?.lose(key) };
}

/** The pictures' widths by their heights, one a text, as far as they are known; empty for what has none. */
export function useAspectRatios(items: readonly (ThumbnailSubject | undefined)[]): string {
  const pictures = use(ThumbnailContext);
  const shapeOf = (item: ThumbnailSubject | undefined): string => {
    const { width, height } = (item && mayHaveThumbnail(item) && pictures?.find(thumbnailKey(item))) || {};
    return width === undefined || height === undefined ? '' : (width / height).toFixed(2);
  };
  return useSyncExternalStore(pictures?.subscribe ?? noSubscription, () => items.map(shapeOf).join(' , '));
}
