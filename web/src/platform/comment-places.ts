import type { CommentPlace } from '@dossier/contract/comments/places';
import { create } from 'zustand';
import { awaitField, forgetAwaitedField } from './awaited-field.ts';
import { showTabOf } from './wanted-tab.ts';

/** The place of a thread that the viewer is asked to show. */
export interface ShownPlace {
  threadId: string;
  place: CommentPlace;
  /** The version on which it was chosen. */
  revisionId: string;
}

/** A document that is shown beside its comments. */
interface ViewedDocument {
  id: string;
  /** The version that is shown; in an editor the one that was current when it was opened. */
  revisionId: string | undefined;
  /** The kinds of places that can be shown in it; all of those that it has where this is left out. */
  shows?: readonly CommentPlace['kind'][];
}

/** What the panel of comments and the viewer or editor of a document tell each other: neither imports the other. */
interface CommentPlaces {
  /** The document in the viewer or editor of this window. */
  viewed?: ViewedDocument | undefined;
  /** The names of the sheets of a viewed workbook, once they are known. */
  sheets?: readonly string[] | undefined;
  /** Where the next comment on the viewed document will lie. */
  chosen?: CommentPlace | undefined;
  /** The thread that is lit up in both. */
  selected?: string | undefined;
  /** The numbers of the threads that have marks in the document. */
  numbers?: ReadonlyMap<string, number> | undefined;
  /** The place that the panel asks the viewer to go to: a new object each time. */
  shown?: ShownPlace | undefined;
  /** A place in the document is being chosen: an area, or a point of a drawing. */
  isMarking: boolean;
  /** The field for a comment was asked for: it takes the focus as soon as it is there. */
  wantsField: boolean;
}

const nothing = {
  viewed: undefined,
  sheets: undefined,
  chosen: undefined,
  selected: undefined,
  numbers: undefined,
  shown: undefined,
  isMarking: false,
} as const;

export const useCommentPlaces = create<CommentPlaces>(() => ({ ...nothing, wantsField: false }));

/** The viewer or editor of a document is there, or has gone with all that was chosen in it. */
export function setViewed(viewed: CommentPlaces['viewed']): void {
  forgetAwaitedField();
  useCommentPlaces.setState({ ...nothing, viewed });
}

/** The field for a comment takes the focus, as soon as it is there. */
export function focusCommentField(): void {
  // the next field may be that of another document where none is viewed
  awaitField({ keepsWords: useCommentPlaces.getState().viewed !== undefined, giveUp: noCommentField });
  useCommentPlaces.setState({ wantsField: true });
}

/** The field for a comment is not wanted any more, or there is none. */
export function noCommentField(): void {
  forgetAwaitedField();
  useCommentPlaces.setState({ wantsField: false });
}

/** Shows the comments beside the viewed document. */
function showComments(): void {
  const { viewed } = useCommentPlaces.getState();
  if (viewed !== undefined) showTabOf(viewed.id, 'comments');
}

/** Begins a comment at a place of the viewed document. */
export function commentAt(chosen: CommentPlace): void {
  focusCommentField();
  useCommentPlaces.setState({ chosen, selected: undefined, isMarking: false });
  showComments();
}

/** Calls back whenever the choice of a place begins, to load what the comment needs; answers what ends that. */
export const onMarking = (load: () => void): (() => void) =>
  useCommentPlaces.subscribe(({ isMarking }, before) => {
    if (isMarking && !before.isMarking) load();
  });

/** Lights up a thread whose mark in the document was chosen. */
export function selectThread(selected: string): void {
  useCommentPlaces.setState({ selected });
  showComments();
}

/**
 * Whether a place can be shown in the viewed version: words are looked for anew in every one, cells are in all that have their sheet. All else is where
 * it was chosen only: in another version something else may be there.
 */
export function isPlaceIn(
  { place, revisionId }: Omit<ShownPlace, 'threadId'>,
  { viewed, sheets }: Pick<CommentPlaces, 'viewed' | 'sheets'>,
): boolean {
  if (place.kind === 'words') return true;
  if (place.kind === 'cell' && sheets !== undefined) return sheets.includes(place.sheet);
  return revisionId === viewed?.revisionId;
}

/** Whether the viewer or editor can show places of a kind. */
export const canShow = (viewed: CommentPlaces['viewed'], { kind }: CommentPlace): boolean => viewed?.shows?.includes(kind) !== false;
