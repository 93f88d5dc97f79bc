import { CommentOutlined } from '@ant-design/icons';
import type { PlaceOf } from '@dossier/contract/comments/places';
import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { commentAt } from '../../../platform/comment-places.ts';
import { useText } from '../../../platform/i18n.ts';
import { useMayComment } from '../placed-threads.ts';
import styles from './marks.module.css';
import { selectedWords } from '../words-in-page.ts';

interface Selected {
  place: PlaceOf<'words'>;
  left: number;
  top: number;
}

/** The words of one page that are selected in a container of pages. */
function selectionIn(
  container: HTMLElement,
  textOf: (element: Element) => { page: number; words: HTMLElement } | undefined,
): Selected | undefined {
  const selection = getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  const { startContainer } = range;
  const element = startContainer instanceof Element ? startContainer : startContainer.parentElement;
  if (element === null || !container.contains(element)) return undefined;
  const at = textOf(element);
  const place = at && selectedWords(at.words, at.page, range);
  const box = [...range.getClientRects()].at(-1);
  return place && box && { place, left: box.right, top: box.bottom };
}

interface SelectedWordsProps {
  container: RefObject<HTMLElement | null>;
  /** The page of an element within it, and the element with the words of that page. */
  textOf: (element: Element) => { page: number; words: HTMLElement } | undefined;
}

/** Offers to comment on selected words, beside them. */
export function SelectedWords({ container, textOf }: SelectedWordsProps): ReactNode {
  const t = useText('preview.viewer');
  const mayComment = useMayComment();
  const [selected, setSelected] = useState<Selected>();
  useEffect(() => {
    if (!mayComment) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      clearTimeout(timer);
      // a selection that is still drawn changes with each move
      timer = setTimeout(() => setSelected(container.current ? selectionIn(container.current, textOf) : undefined), 150);
    };
    document.addEventListener('selectionchange', look);
    const box = container.current;
    box?.addEventListener('scroll', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('selectionchange', look);
      box?.removeEventListener('scroll', look);
    };
  }, [mayComment, container, textOf]);
  if (!selected) return null;
  const comment = (): void => {
    // before the focus goes to a field, whose caret is a selection too
    getSelection()?.removeAllRanges();
    commentAt(selected.place);
  };
  return (
    <button
      type="button"
      className={styles.offer}
      style={{ left: selected.left, top: selected.top }}
      // the selection stays
      onPointerDown={(event) => event.preventDefault()}
      onClick={comment}
    >
      <CommentOutlined aria-hidden="true" /> {t('comment')}
    </button>
  );
}
