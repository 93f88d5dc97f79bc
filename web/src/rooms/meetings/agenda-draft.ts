/** An item of an agenda while it is written; a new one has no id yet. */
export interface Draft {
  key: string;
  id?: string;
  title: string;
  presenter: string;
  minutes: number;
  notes: string;
}

/** An item that somebody is about to write. */
export const emptyItem = (): Draft => ({ key: crypto.randomUUID(), title: '', presenter: '', minutes: 0, notes: '' });

/** A list with one of its items a place further up or down. */
export function moved<T>(list: readonly T[], place: number, by: -1 | 1): T[] {
  const [item, other] = [list[place], list[place + by]];
  if (item === undefined || other === undefined) return [...list];
  return list.with(place, other).with(place + by, item);
}

/** The items that somebody gave a title, as calls take them. */
export const written = (list: readonly Draft[]) =>
  list
    .filter((item) => item.title.trim() !== '')
    .map(({ id, title, presenter, minutes, notes }) => ({ ...(id !== undefined && { id }), title, presenter, minutes, notes }));
