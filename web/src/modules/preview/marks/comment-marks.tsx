import { comments } from '@dossier/contract/comments/comments';
import { CommentOutlined } from '@ant-design/icons';
import { type PointerEvent, type ReactNode, useMemo, useRef, useState } from 'react';
import { commentAt, isPlaceIn, useCommentPlaces } from '../../../platform/comment-places.ts';
import { useText } from '../../../platform/i18n.ts';
import { useCall } from '../../../platform/query.ts';
import { useHotkeys } from '../../../platform/ui/hotkeys.ts';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import { type Box, boxBetween, chosenBox, turnedBox } from './mark-boxes.ts';
import styles from './marks.module.css';
import { type NumberedThread, Pin, boxStyle } from './pin.tsx';
import { WordMarks } from './word-marks.tsx';

const none: NumberedThread[] = [];

/** The places of the open threads on the viewed document. Nothing is asked where its comments are not seen. */
function usePlaces() {
  const id = useCommentPlaces((places) => places.viewed?.id);
  return useCall(comments.places, { objId: id ?? '0' }, { enabled: id !== undefined }).data;
}

/** Whether the user may comment on the viewed document. */
export function useMayComment(): boolean {
  const places = usePlaces();
  return places !== undefined && places.off !== true;
}

/** The open threads that lie at a place of the viewed version, numbered from the oldest. */
export function usePlacedThreads(): NumberedThread[] {
  const viewed = useCommentPlaces((places) => places.viewed);
  const list = usePlaces()?.list;
  const revision = viewed?.revisionId;
  return useMemo(
    () =>
      list === undefined
        ? none
        : list
            .filter((thread) => isPlaceIn(thread, revision))
            .toSorted((a, b) => Number(a.id) - Number(b.id))
            .map((thread, at) => ({ ...thread, number: at + 1 })),
    [list, revision],
  );
}

/** The tool that chooses an area to comment on; Escape leaves it. */
export function MarkTool(): ReactNode {
  const t = useText('preview.viewer');
  const mayComment = useMayComment();
  const isMarking = useCommentPlaces((places) => places.isMarking);
  useHotkeys({ Escape: () => useCommentPlaces.setState({ isMarking: false }) }, isMarking);
  if (!mayComment) return null;
  const toggle = (): void => useCommentPlaces.setState({ isMarking: !isMarking });
  return <ToolButton label={t('commentOnArea')} icon={<CommentOutlined />} on={isMarking} onClick={toggle} />;
}

interface MarkLayerProps {
  page: number;
  threads: readonly NumberedThread[];
  /** How far the page under the layer is turned, where the layer is not turned with it. */
  rotation?: number;
  /** The marks keep their size where the page is enlarged by a transformation. */
  scale?: number;
  /** The element that holds the words of the page. */
  words?: HTMLElement | null | undefined;
}

/** What is commented on a page: drawn over it, and drags on it choose an area while the tool is on. */
export function MarkLayer({ page, threads, rotation = 0, scale = 1, words }: MarkLayerProps): ReactNode {
  const isMarking = useCommentPlaces((places) => places.isMarking);
  const chosen = useCommentPlaces((places) => places.chosen);
  const here = threads.filter(({ place }) => place.page === page);
  return (
    <>
      {here.map((thread) => {
        if (thread.place.kind === 'area')
          return <AreaMark key={thread.id} thread={thread} box={turnedBox(thread.place, rotation)} scale={scale} />;
        return words && <WordMarks key={thread.id} thread={thread} words={words} />;
      })}
      {chosen?.kind === 'area' && chosen.page === page && <i className={styles.chosen} style={boxStyle(turnedBox(chosen, rotation))} />}
      {isMarking && <AreaChoice choose={(box) => commentAt({ kind: 'area', page, ...turnedBox(box, -rotation) })} />}
    </>
  );
}

/** The frame around an area, with the number of its thread. */
function AreaMark({ thread, box, scale }: { thread: NumberedThread; box: Box; scale: number }): ReactNode {
  const isSelected = useCommentPlaces((places) => places.selected === thread.id);
  return (
    <span className={styles.area} style={boxStyle(box)} data-selected={isSelected || undefined}>
      <Pin thread={thread} scale={scale} />
    </span>
  );
}

/** Takes the drags on a page: their places are those of the layer itself, however it is turned and enlarged. */
function AreaChoice({ choose }: { choose: (box: Box) => void }): ReactNode {
  const start = useRef<{ x: number; y: number }>(undefined);
  const [box, setBox] = useState<Box>();
  const pointOf = ({ nativeEvent: { offsetX, offsetY }, currentTarget }: PointerEvent<HTMLElement>): { x: number; y: number } => ({
    x: offsetX / currentTarget.offsetWidth,
    y: offsetY / currentTarget.offsetHeight,
  });
  return (
    <div
      className={styles.choice}
      data-own-drag
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = pointOf(event);
        setBox(boxBetween(start.current, start.current));
      }}
      onPointerMove={(event) => {
        if (start.current) setBox(boxBetween(start.current, pointOf(event)));
      }}
      onPointerUp={(event) => {
        if (!start.current) return;
        const drawn = boxBetween(start.current, pointOf(event));
        start.current = undefined;
        setBox(undefined);
        choose(chosenBox(drawn));
      }}
      onPointerCancel={() => {
        start.current = undefined;
        setBox(undefined);
      }}
    >
      {box && <i className={styles.chosen} style={boxStyle(box)} />}
    </div>
  );
}
