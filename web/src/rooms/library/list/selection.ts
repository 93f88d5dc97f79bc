/** Which rows are selected, from where a range grows, and where the keyboard stands. Indexes count the whole list, loaded or not. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly anchor: number;
  readonly focus: number;
}

export type IdAt = (index: number) => string | undefined;

export const nothing: Selection = { ids: new Set(), anchor: -1, focus: -1 };

/** Only this row. */
export function pick(index: number, idAt: IdAt): Selection {
  const id = idAt(index);
  return { ids: new Set(id === undefined ? [] : [id]), anchor: index, focus: index };
}

/** This row in or out, the others as they are. */
export function toggle(selection: Selection, index: number, idAt: IdAt): Selection {
  const id = idAt(index);
  if (id === undefined) return selection;
  const ids = new Set(selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return { ids, anchor: index, focus: index };
}

/** Everything from the anchor to this row, and nothing else. */
export function extend(selection: Selection, index: number, idAt: IdAt): Selection {
  const anchor = selection.anchor < 0 ? index : selection.anchor;
  return { ids: new Set(idsBetween(anchor, index, idAt)), anchor, focus: index };
}

/** The rows that a marquee covers, added to what was selected before it began. */
export function cover(before: Selection, indexes: readonly number[], idAt: IdAt): Selection {
  const ids = new Set(before.ids);
  for (const index of indexes) {
    const id = idAt(index);
    if (id !== undefined) ids.add(id);
  }
  const last = indexes.at(-1) ?? before.focus;
  return { ids, anchor: indexes[0] ?? before.anchor, focus: last };
}

/** The keyboard moves without selecting. */
export function focusOn(selection: Selection, index: number): Selection {
  return { ...selection, focus: index };
}

/** Selects these ids whole; the keyboard stays. */
export function selectAll(selection: Selection, ids: Iterable<string>): Selection {
  return { ids: new Set(ids), anchor: 0, focus: Math.max(selection.focus, 0) };
}

/** Without the ids that are gone; the same object when none is. */
export function without(selection: Selection, gone: Iterable<string>): Selection {
  const ids = new Set(selection.ids);
  let changed = false;
  for (const id of gone) changed = ids.delete(id) || changed;
  return changed ? { ...selection, ids } : selection;
}

function idsBetween(one: number, other: number, idAt: IdAt): string[] {
  const ids: string[] = [];
  for (let index = Math.min(one, other); index <= Math.max(one, other); index++) {
    const id = idAt(index);
    if (id !== undefined) ids.push(id);
  }
  return ids;
}
