import { objType, right } from '@dossier/contract/core/rights';
import type { Item } from '@dossier/contract/documents/library';

/** A browser gives a new tab a copy of the session storage of the tab that opened it: so the viewer knows its list, also after a reload. */
const storageKey = 'dossier-viewed-list';
/** Documents kept before and after the opened one. */
const eachSide = 500;

interface Listed {
  id: string;
  ext: string;
}

const isViewable = (item: Item): boolean => item.objType === objType.document && (item.rights & right.read) !== 0;

/** Keeps the list that a document is opened from, for "previous" and "next" in its viewer; without a list there are none. */
export function keepViewedList(id: string, list: readonly Item[] = []): void {
  const documents = list.filter(isViewable);
  const at = documents.findIndex((item) => item.id === id);
  if (at < 0 || documents.length < 2) return sessionStorage.removeItem(storageKey);
  const near = documents.slice(Math.max(0, at - eachSide), at + eachSide);
  sessionStorage.setItem(storageKey, JSON.stringify(near.map((item): Listed => ({ id: item.id, ext: item.ext ?? '' }))));
}

function keptList(): Listed[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(kept) ? (kept as Listed[]) : [];
  } catch {
    return [];
  }
}

/** The documents before and after one in the list that it was opened from; undefined where there is no such list. */
export function neighboursInList(id: string): { previous: Listed | undefined; next: Listed | undefined } | undefined {
  const list = keptList();
  const at = list.findIndex((listed) => listed.id === id);
  return at < 0 ? undefined : { previous: list[at - 1], next: list[at + 1] };
}
