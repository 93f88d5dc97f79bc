import { CommentOutlined } from '@ant-design/icons';
import type { CommentPlace } from '@dossier/contract/comments/places';
import { library } from '@dossier/contract/documents/library';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { setViewed } from '../../platform/comment-places.ts';
import { useText } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { describeKey, isMac } from '../../platform/ui/hotkeys.ts';
import { ToolButton } from '../../platform/ui/tool-button.tsx';
import { takeWantedTab, useWantedTab } from '../../platform/wanted-tab.ts';
import {
  type CommentedDocument,
  closeComments,
  keepFocus,
  openComments,
  useCommentOnSelection,
  useCommentsPane,
} from './comments-beside.ts';

/** The key that comments on what is selected: it writes nothing, and no editor has another use for it. */
const commentKey = 'mod+alt+m';

/** With the option key of a Mac a letter is another one. */
const isCommentKey = (event: KeyboardEvent): boolean =>
  describeKey(event) === commentKey || (isMac && event.metaKey && event.altKey && event.code === 'KeyM');

/**
 * The button that shows the comments beside a document. Says to the panel which document is edited: its version stays that which was current when the
 * window was opened, as what is written here is no version yet.
 */
export function CommentsButton({ id, shows, selection }: CommentedDocument): ReactNode {
  const t = useText('editing.editor');
  const isOpen = useCommentsPane((pane) => pane.isOpen);
  const { data: item, isFetchedAfterMount } = useCall(library.documentDetail, { id });
  const [opened, setOpened] = useState<{ revisionId: string | undefined }>();
  if (opened === undefined && isFetchedAfterMount && item !== undefined) setOpened({ revisionId: item.revision });
  const kinds = shows.join(' ');
  useEffect(() => {
    if (opened === undefined) return undefined;
    setViewed({ id, revisionId: opened.revisionId, shows: kinds.split(' ') as CommentPlace['kind'][] });
    return () => setViewed(undefined);
  }, [id, opened, kinds]);
  useEffect(() => () => useCommentsPane.setState({ isOpen: false, focused: null }), []);
  const isWanted = useWantedTab(({ wanted }) => wanted?.id === id);
  useEffect(() => {
    if (isWanted && takeWantedTab(id) !== undefined) openComments();
  }, [isWanted, id]);
  useCommentKey(useCommentOnSelection(selection));
  const count = item?.openComments ?? 0;
  const label = count > 0 ? t('openComments', { count }) : t('commentsOf');
  // a press leaves the focus in the document
  return (
    <span data-comments-button onPointerDown={keepFocus} onMouseDown={keepFocus}>
      <ToolButton
        label={label}
        icon={<CommentOutlined />}
        count={count}
        hotkey={commentKey}
        on={isOpen}
        onClick={isOpen ? closeComments : openComments}
      />
    </span>
  );
}

/** What lies over the document takes the keys; the choice of colours beside a drawing only says that it does. */
const dialogs = '[role="dialog"][aria-modal="true"]:not(.color-picker-container)';

/** Listens for the key before the document does, whose fields would take it for themselves. */
function useCommentKey(begin: (isAsked: boolean) => void): void {
  const latest = useRef(begin);
  latest.current = begin;
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.isComposing || !isCommentKey(event) || document.querySelector(dialogs)) return;
      event.preventDefault();
      event.stopPropagation();
      latest.current(false);
    };
    addEventListener('keydown', press, true);
    return () => removeEventListener('keydown', press, true);
  }, []);
}
