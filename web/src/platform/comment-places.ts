import type { CommentPlace } from '@dossier/contract/comments/places';
import { create } from 'zustand';

/** The place of a thread that the viewer is asked to show. */
export interface ShownPlace {
  threadId: string;
  place: CommentPlace;
  /** The version on which it was chosen. */
  revisionId: string;
}

/** What the panel of comments and the viewer of a document tell each other: neither imports the other. */
interface CommentPlaces {
  /** The document in the viewer of this window, and the version that it shows. */
  viewed?: { id: string; revisionId: string | undefined } | undefined;
  /** Where the next comment on the viewed document will lie. */
  chosen?: CommentPlace | undefined;
  /** The thread that is lit up in both. */
  selected?: string | undefined;
  /** The place that the panel asks the viewer to go to: a new object each time. */
  shown?: ShownPlace | undefined;
  /** An area of a page or picture is being chosen. */
  isMarking: boolean;
  /** The document of which a tab of its details is to be shown as soon as its viewer is there. */
  wantsTab?: { id: string; tab: string } | undefined;
  /** The field for a comment was asked for: it takes the focus as soon as it is there. */
  wantsField: boolean;
}

const nothing = { viewed: undefined, chosen: undefined, selected: undefined, shown: undefined, isMarking: false } as const;

export const useCommentPlaces = create<CommentPlaces>(() => ({ ...nothing, wantsField: false }));

/** The viewer of a document is there, or has gone with all that was chosen in it. */
export const setViewed = (viewed: CommentPlaces['viewed']): void => useCommentPlaces.setState({ ...nothing, viewed });

/** The field for a comment takes the focus, as soon as it is there. */
export const focusCommentField = (): void => useCommentPlaces.setState({ wantsField: true });

const commentsOf = (id: string | undefined): CommentPlaces['wantsTab'] => (id === undefined ? undefined : { id, tab: 'comments' });

/** A tab of the details of a document is shown beside it, as soon as its viewer is there. */
export const showTabOf = (id: string, tab: string): void => useCommentPlaces.setState({ wantsTab: { id, tab } });

/** The tab of the details of a document that is wanted, for a viewer in another window, which gets it by its address. */
export function takeWantedTab(id: string): string | undefined {
  const { wantsTab } = useCommentPlaces.getState();
  if (wantsTab?.id !== id) return undefined;
  useCommentPlaces.setState({ wantsTab: undefined });
  return wantsTab.tab;
}

/** Begins a comment at a place of the viewed document. */
export const commentAt = (chosen: CommentPlace): void =>
  useCommentPlaces.setState(({ viewed }) => ({
    chosen,
    selected: undefined,
    isMarking: false,
    wantsTab: commentsOf(viewed?.id),
    wantsField: true,
  }));

/** Lights up a thread whose mark in the document was chosen. */
export const selectThread = (selected: string): void =>
  useCommentPlaces.setState(({ viewed }) => ({ selected, wantsTab: commentsOf(viewed?.id) }));

/**
 * Whether a place can be shown in a version: words are looked for anew in every one. All else is where it was chosen only: in another version something
 * else may be there.
 */
export const isPlaceIn = ({ place, revisionId }: Omit<ShownPlace, 'threadId'>, viewedRevision: string | undefined): boolean =>
  place.kind === 'words' || revisionId === viewedRevision;
