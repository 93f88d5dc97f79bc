import { type DragEvent, type HTMLAttributes, type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import type { FolderActions, TemplateFolders, TreeNode } from './use-template-folders.tsx';

const pause = 700;

interface TreeInteraction {
  /** The node in the tab order. */
  active: string | undefined;
  hold: (id: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

interface DraggedFolder {
  folders: TemplateFolders;
  deeds: FolderActions;
  list: RefObject<HTMLDivElement | null>;
}

/** Keyboard handling of the tree: arrows, Home, End, type-ahead, Enter to select, Insert, F2 and Delete. */
export function useTreeInteraction({ folders, deeds, list }: DraggedFolder): TreeInteraction {
  const { twigs } = folders;
  const [focusedId, hold] = useState<string>();
  const active = [focusedId, folders.chosen?.id].find((id) => twigs.some(({ folder }) => folder.id === id)) ?? twigs[0]?.folder.id;
  const at = twigs.findIndex(({ folder }) => folder.id === active);
  const focus = (node: TreeNode | undefined): void => {
    if (node) list.current?.querySelector<HTMLElement>(`[data-id="${node.folder.id}"]`)?.focus();
  };
  const byLetters = useTypeAhead();
  const onKeyDown = (event: KeyboardEvent): void => {
    const node = twigs[at];
    // fields, their buttons and menus handle their own keys
    const isTwig = event.target instanceof HTMLElement && event.target.role === 'treeitem';
    if (node === undefined || !isTwig || event.altKey || event.ctrlKey || event.metaKey) return;
    const { folder, open, hasChildren } = node;
    const moves: Record<string, () => void> = {
      ArrowDown: () => focus(twigs[at + 1]),
      ArrowUp: () => focus(twigs[at - 1]),
      Home: () => focus(twigs[0]),
      End: () => focus(twigs.at(-1)),
      ArrowRight: () => (open ? focus(twigs[at + 1]) : hasChildren && folders.turn(folder.id, true)),
      ArrowLeft: () =>
        open ? folders.turn(folder.id, false) : focus(twigs.findLast((candidate, n) => n < at && candidate.level < node.level)),
      Enter: () => folders.choose(folder.id),
      ' ': () => folders.choose(folder.id),
      Insert: () => deeds.add(folder),
      F2: () => deeds.rename(folder),
      Delete: () => {
        focus(twigs[at - 1]);
        deeds.remove(folder);
      },
    };
    const letter = event.key.length === 1 && event.key !== ' ';
    const move = letter ? () => focus(byLetters(event.key, [...twigs.slice(at + 1), ...twigs.slice(0, at + 1)])) : moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    move();
  };
  return { active, hold, onKeyDown };
}

/** Finds a node by letters typed in sequence. */
function useTypeAhead(): (key: string, twigs: TreeNode[]) => TreeNode | undefined {
  const typed = useRef({ text: '', time: 0 });
  return (key, twigs) => {
    const { text, time } = typed.current;
    const now = Date.now();
    const next = (now - time < pause ? text : '') + key.toLocaleLowerCase();
    typed.current = { text: next, time: now };
    // further letters may still match the current node
    const order = next.length > 1 ? [...twigs.slice(-1), ...twigs] : twigs;
    return order.find(({ folder }) => folder.name.toLocaleLowerCase().startsWith(next));
  };
}

const mime = 'application/x-dossier-template-folder';

/** Dropping a folder onto another moves it there. */
export function useFolderDrag({ folders, deeds }: Pick<DraggedFolder, 'folders' | 'deeds'>): {
  over: string | undefined;
  of: (node: TreeNode) => HTMLAttributes<HTMLElement>;
} {
  const [dragged, setDragged] = useState<string>();
  const [over, setOver] = useState<string>();
  const fits = (id: string): boolean => dragged !== undefined && !folders.isWithin(id, dragged) && folders.find(dragged)?.parentId !== id;
  const end = (): void => {
    setDragged(undefined);
    setOver(undefined);
  };
  const drop = (event: DragEvent, id: string): void => {
    const folder = dragged === undefined ? undefined : folders.find(dragged);
    if (folder === undefined || !fits(id)) return;
    event.preventDefault();
    end();
    void deeds.move(folder, id).catch(() => undefined);
  };
  return {
    over,
    of: ({ folder }) => ({
      draggable: folder.parentId !== undefined && folders.draft === undefined,
      onDragStart: (event) => {
        event.dataTransfer.setData(mime, folder.id);
        event.dataTransfer.effectAllowed = 'move';
        setDragged(folder.id);
      },
      onDragOver: (event) => {
        const fitting = fits(folder.id);
        if (fitting) event.preventDefault();
        setOver(fitting ? folder.id : undefined);
      },
      onDrop: (event) => drop(event, folder.id),
      onDragEnd: end,
    }),
  };
}
