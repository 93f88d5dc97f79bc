import { home } from '@dossier/contract/home';
import type { Item } from '@dossier/contract/library';
import { tags } from '@dossier/contract/tags';
import { useState } from 'react';
import { refresh } from '../../ground/query.ts';
import { useCall, useSend } from '../../ground/use-call.ts';
import { can, refreshLists } from '../library/area.ts';

/** What is chosen of the tags of some items, until it is saved. */
export function useMarking(items: readonly Item[]) {
  const objIds = items.map((item) => item.id);
  const found = useCall(tags.list, { objIds });
  const create = useSend(tags.create, { refresh: [tags.list] });
  const mark = useSend(tags.mark);
  const [draft, setDraft] = useState<ReadonlyMap<string, boolean>>(new Map());
  const mayShare = items.every((item) => can(item.rights, 'modify'));
  const set = (id: string, on: boolean): void => setDraft((known) => new Map([...known, [id, on]]));
  const nameOf = (text: string): string => text.trim().toLocaleLowerCase();
  const named = (text: string) => found.data?.find((tag) => nameOf(tag.name) === nameOf(text));
  /** Turns the tag of this name over, or makes it. */
  const take = async (text: string): Promise<void> => {
    if (nameOf(text) === '') return;
    const tag = named(text);
    if (tag === undefined) set((await create.mutateAsync({ name: text.trim() })).id, true);
    else if (tag.kind === 'personal' || mayShare) set(tag.id, !(draft.get(tag.id) ?? tag.on === items.length));
  };
  const save = async (): Promise<void> => {
    // one of them may have been deleted from this very dialog
    const isKnown = (id: string): boolean => found.data?.some((tag) => tag.id === id) !== false;
    const of = (on: boolean): string[] => [...draft].filter(([id, value]) => value === on && isKnown(id)).map(([id]) => id);
    const [add, remove] = [of(true), of(false)];
    await mark.mutateAsync({ objIds, ...(add.length > 0 && { add }), ...(remove.length > 0 && { remove }) });
    await Promise.all([refreshLists(), refresh(tags.list, home.tags)]);
  };
  return { found, draft, set, named, take, save, mayShare, isMaking: create.isPending, isSaving: mark.isPending };
}
