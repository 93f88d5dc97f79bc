import type { EditState, Item } from '@dossier/contract/documents/library';
import type { QueryKey } from '@tanstack/react-query';
import { create } from 'zustand';
import { invalidate, queryClient } from '../../platform/query.ts';

/** All that an event says of a document: what is missing in it is no longer so. */
const fields: readonly (keyof EditState)[] = [
  'editors',
  'editedByMe',
  'editedIn',
  'lockUserName',
  'lockTime',
  'checkedOut',
  'lockStays',
  'lockedByMe',
  'mayUnlock',
  'revision',
];

/** Documents of which more was heard than this are forgotten, the oldest first. */
const mostKept = 200;

/** What was heard of documents while this window was open. */
const useStates = create<{ byId: ReadonlyMap<string, EditState> }>(() => ({ byId: new Map() }));

/** Who edits a document and who has locked it, as it was heard last; undefined where nothing was heard. */
export const useEditState = (id: string): EditState | undefined => useStates(({ byId }) => byId.get(id));

const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null && 'objType' in value && 'id' in value;

type ChangeItem = (item: Item) => Item;

/** An answer with a document changed wherever it is in it; the same answer where it is not. */
function withItem<T>(value: T, id: string, change: ChangeItem): T {
  if (Array.isArray(value)) {
    const changed: unknown[] = value.map((one: unknown) => withItem(one, id, change));
    return changed.some((one, at) => one !== value[at]) ? (changed as T) : value;
  }
  if (isItem(value) && value.id === id) return change(value) as T & Item;
  // pages of lists
  if (typeof value === 'object' && value !== null && 'list' in value) {
    const list = withItem(value.list, id, change);
    return list === value.list ? value : { ...value, list };
  }
  return value;
}

/** Changes a document in all answers that are shown; they stay as old as they are, as all else in them was not heard anew. */
export function changeShownItem(id: string, change: ChangeItem): void {
  for (const { queryKey, state } of queryClient.getQueryCache().getAll()) {
    const changed = withItem(state.data, id, change);
    if (changed !== state.data) queryClient.setQueryData(queryKey, changed, { updatedAt: state.dataUpdatedAt });
  }
}

/** Whether an answer shows a document as it was before a revision. */
function isBefore(value: unknown, id: string, revision: string): boolean {
  if (Array.isArray(value)) return value.some((one) => isBefore(one, id, revision));
  if (isItem(value) && value.id === id) return value.revision !== undefined && Number(value.revision) < Number(revision);
  return typeof value === 'object' && value !== null && 'list' in value && isBefore(value.list, id, revision);
}

/** Shows who edits a document in all lists and details that are open, and asks anew for those that show it as it was before its current revision. */
export function showEditState(data: unknown): void {
  const heard = data as EditState & { id: string };
  const { id } = heard;
  const state: EditState = Object.fromEntries(fields.flatMap((field) => (heard[field] === undefined ? [] : [[field, heard[field]]])));
  const outdated: QueryKey[] = [];
  useStates.setState(({ byId }) => ({ byId: new Map([...[...byId].filter(([one]) => one !== id).slice(1 - mostKept), [id, state]]) }));
  for (const { queryKey, state: asked } of queryClient.getQueryCache().getAll())
    if (state.revision !== undefined && isBefore(asked.data, id, state.revision)) outdated.push(queryKey);
  changeShownItem(id, (item) => {
    const rest = { ...item };
    for (const field of fields) delete rest[field];
    return { ...rest, ...state };
  });
  for (const queryKey of outdated) void invalidate({ queryKey, exact: true });
}
