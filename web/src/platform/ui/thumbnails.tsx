import { hasThumbnail } from '@dossier/contract/core/file-types';
import { objType, right } from '@dossier/contract/core/rights';
import { type ReactNode, createContext, use, useEffect, useState, useSyncExternalStore } from 'react';
import { FileIcon } from './file-icon.tsx';
import styles from './thumbnails.module.css';

/** The area where resting the pointer enlarges an item's thumbnail; in rows without one it is requested then. */
export function ThumbnailHoverArea({ item, children }: { item: ThumbnailSubject; children: ReactNode }): ReactNode {
  const [near, setNear] = useState(false);
  const { picture } = useThumbnail(near ? item : undefined);
  return (
    <span data-glance={picture?.url ?? ''} data-shape={aspectRatio(picture)} onPointerEnter={() => setNear(true)}>
      {children}
    </span>
  );
}

/** The aspect ratio of a thumbnail, for the larger image. */
const aspectRatio = (picture: { width?: number | undefined; height?: number | undefined } | undefined): string | undefined =>
  picture?.width === undefined ? undefined : `${picture.width}/${picture.height}`;

interface ItemThumbnailProps {
  item: ThumbnailSubject;
  /** Size of the icon shown before the thumbnail, or instead of it. */
  icon: number;
  /** The thumbnail fills its area, and may be cropped. */
  fill?: boolean;
}

/** Smaller images, in pixels, are not enlarged to fill the area. */
const tinyPixels = 96;

/** The thumbnail of an item in an area of fixed size, or its icon; decorative, as the name is beside it. */
export function ItemThumbnail({ item, icon, fill = false }: ItemThumbnailProps): ReactNode {
  const { picture, lose } = useThumbnail(item);
  const [shown, setShown] = useState({ url: '', isTiny: false });
  const url = picture?.url;
  const here = url !== undefined && shown.url === url;
  return (
    <span className={styles.place} data-glance={url} data-shape={aspectRatio(picture)} data-state={here ? 'shown' : picture?.state}>
      {!here && <FileIcon objType={item.objType} size={icon} {...(item.ext && { ext: item.ext })} />}
      {url !== undefined && (
        <img
          className={fill && !shown.isTiny ? styles.fill : undefined}
          src={url}
          alt=""
          decoding="async"
          draggable={false}
          hidden={!here}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setShown({ url, isTiny: Math.max(naturalWidth, naturalHeight) < tinyPixels })
          }
          onError={lose}
        />
      )}
    </span>
  );
}

/** The thumbnail of a document, as far as known. */
interface Thumbnail {
  state: 'ready' | 'making' | 'none';
  url?: string | undefined;
  width?: number | undefined;
  height?: number | undefined;
}

/** The item properties that a thumbnail depends on. */
export interface ThumbnailSubject {
  id: string;
  objType: number;
  ext?: string | undefined;
  rights: number;
  version?: number | undefined;
  updateTime: string;
}

/** Requests the thumbnails of documents by id. */
type FetchThumbnails = (ids: string[]) => Promise<readonly (Thumbnail & { id: string })[]>;

/** Thumbnails per request. */
const batchSize = 100;
/** Rows that scroll past within this time request nothing. */
const settleMs = 60;
/** Delays before an unfinished thumbnail is requested again: increasing, and finite. */
const retryMs = [700, 1500, 3000, 5000, 8000, 8000, 15_000, 15_000, 30_000, 30_000];
/** The most thumbnails remembered, the last seen. */
const maxKnown = 5000;
/** Shorter than the validity of the addresses. */
const freshMs = 3 * 3600_000;

/** The thumbnails in lists, requested in batches for visible rows. */
export class ThumbnailStore {
  readonly #ask: FetchThumbnails;
  readonly #known = new Map<string, Thumbnail & { at: number; tries: number }>();
  readonly #wanted = new Map<string, { id: string; count: number }>();
  readonly #listeners = new Set<() => void>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #due = Number.POSITIVE_INFINITY;

  constructor(fetchThumbnails: FetchThumbnails) {
    this.#ask = fetchThumbnails;
  }

  readonly find = (key: string): Thumbnail | undefined => this.#known.get(key);

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Requests a thumbnail while it is visible; returns a function that ends that. */
  want(key: string, id: string): () => void {
    const wanted = this.#wanted.get(key) ?? { id, count: 0 };
    wanted.count++;
    this.#wanted.set(key, wanted);
    if (this.#isDue(key)) this.#wake(settleMs);
    return () => {
      if (--wanted.count === 0) this.#wanted.delete(key);
    };
  }

  /** Its address has expired: the icon stays until the list is reopened. */
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
      const byId = new Map(answer.map((thumbnail) => [thumbnail.id, thumbnail]));
      // ids without an answer are requested again, like unfinished ones
      for (const [key, { id }] of due) this.#keep(key, byId.get(id) ?? { state: 'making' });
      this.#tell();
    }
    const waits = [...this.#wanted.keys()].map((key) => this.#waitOf(key));
    const next = Math.min(...waits);
    if (Number.isFinite(next)) this.#wake(Math.max(settleMs, next));
  }

  /** The delay before the next request. */
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

/** The thumbnail store of this client; without it there are icons. */
export const ThumbnailContext = createContext<ThumbnailStore | undefined>(undefined);

/** Whether an item may have a thumbnail. */
const mayHaveThumbnail = (item: ThumbnailSubject): boolean =>
  item.objType === objType.document && (item.rights & right.read) !== 0 && hasThumbnail(item.ext ?? '');

/** The key of an item's thumbnail, which changes with the version. */
const thumbnailKey = (item: ThumbnailSubject): string => `${item.id} ${item.version ?? item.updateTime} ${item.ext ?? ''}`;

const noSubscription = (): (() => void) => () => undefined;

/** The thumbnail of a visible item; undefined while unknown, and where there is none. */
function useThumbnail(item: ThumbnailSubject | undefined): { picture: Thumbnail | undefined; lose: () => void } {
  const images = use(ThumbnailContext);
  const key = images !== undefined && item !== undefined && mayHaveThumbnail(item) ? thumbnailKey(item) : undefined;
  const id = item?.id ?? '';
  useEffect(() => (key === undefined ? undefined : images?.want(key, id)), [images, key, id]);
  const picture = useSyncExternalStore(images?.subscribe ?? noSubscription, () => (key === undefined ? undefined : images?.find(key)));
  return { picture, lose: () => key !== undefined && images?.lose(key) };
}

/** The aspect ratios of thumbnails, joined as one text, as far as known; empty for items without one. */
export function useAspectRatios(items: readonly (ThumbnailSubject | undefined)[]): string {
  const images = use(ThumbnailContext);
  const shapeOf = (item: ThumbnailSubject | undefined): string => {
    const { width, height } = (item && mayHaveThumbnail(item) && images?.find(thumbnailKey(item))) || {};
    return width === undefined || height === undefined ? '' : (width / height).toFixed(2);
  };
  return useSyncExternalStore(images?.subscribe ?? noSubscription, () => items.map(shapeOf).join(' , '));
}
