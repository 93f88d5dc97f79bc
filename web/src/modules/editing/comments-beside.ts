import type { CommentPlace } from '@dossier/contract/comments/places';
import { create } from 'zustand';
import { commentAt, focusCommentField } from '../../platform/comment-places.ts';
import { useText } from '../../platform/i18n.ts';
import { notice } from '../../platform/notices.ts';
import { useMedia } from '../../platform/ui/hooks.ts';
import { useMayComment } from '../preview/placed-threads.ts';

/** What an editor tells of the document that is commented on. */
export interface CommentedDocument {
  id: string;
  /** The kinds of places that the editor shows. */
  shows: readonly CommentPlace['kind'][];
  /** What is selected, where a new thread can lie there. */
  selection?: SelectedPlace;
}

interface SelectedPlace {
  kind: 'words' | 'cell' | 'slide' | 'shape';
  /** The place of what is selected; undefined where nothing is, or too much. */
  place: () => CommentPlace | undefined;
}

interface CommentsPaneState {
  isOpen: boolean;
  /** What had the focus when the pane was opened. */
  focused: Element | null;
}

/** Whether the comments are shown beside the document of this window. */
export const useCommentsPane = create<CommentsPaneState>(() => ({ isOpen: false, focused: null }));

/** Shows the comments beside the document. */
export function openComments(): void {
  if (!useCommentsPane.getState().isOpen) useCommentsPane.setState({ isOpen: true, focused: document.activeElement });
}

/** Closes the comments beside a document; the focus goes back to where it was before, if it would be lost. */
export function closeComments(): void {
  const { focused } = useCommentsPane.getState();
  const { activeElement } = document;
  const isLost = activeElement === document.body || activeElement?.closest('[data-comments]') != null;
  useCommentsPane.setState({ isOpen: false, focused: null });
  if (!isLost) return;
  const isThere = focused instanceof HTMLElement && focused.isConnected && focused !== document.body;
  (isThere ? focused : document.querySelector<HTMLElement>('[data-comments-button] button'))?.focus({ preventScroll: true });
}

/** What shows a place of the document closes a pane that lies over it. */
export function useUncoverPlace(): () => void {
  const isNarrow = useMedia('narrow');
  return () => isNarrow && closeComments();
}

/** What is said where nothing that can be commented on is selected. */
const askedFor = { words: 'selectWords', cell: 'selectWords', slide: 'slideNotDrawn', shape: 'selectShape' } as const;

/** Begins a thread on what is selected; without a selection one on the whole document. */
export function useCommentOnSelection(selection: SelectedPlace | undefined): (isAsked: boolean) => void {
  const t = useText('editing.editor');
  const mayComment = useMayComment();
  return (isAsked) => {
    const place = mayComment ? selection?.place() : undefined;
    openComments();
    if (place !== undefined) return commentAt(place);
    if (isAsked && selection !== undefined) return notice.info(t(askedFor[selection.kind]));
    return focusCommentField();
  };
}

/** For a button in whose press the document keeps the focus, and what is selected in it. */
export const keepFocus = (event: { preventDefault: () => void }): void => event.preventDefault();
