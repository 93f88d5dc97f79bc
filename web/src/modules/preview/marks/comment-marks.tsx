import type { PlaceOf } from '@dossier/contract/comments/places';
import { type ReactNode, memo, useMemo } from 'react';
import { commentAt, useCommentPlaces } from '../../../platform/comment-places.ts';
import { useText } from '../../../platform/i18n.ts';
import type { NumberedThread } from '../placed-threads.ts';
import { AreaChoice, ChosenMark } from './area-choice.tsx';
import { type Box, type LayerPose, chosenBox, isClick, middleOf, turnedBox } from './mark-boxes.ts';
import styles from './marks.module.css';
import { Pin, boxStyle } from './pin.tsx';
import { isOfKind } from '../shown-place.ts';
import { WordMarks } from './word-marks.tsx';

interface MarkLayerProps {
  page: number;
  threads: readonly NumberedThread[];
  /** How far the page under the layer is turned, where the layer is not turned with it. */
  rotation?: number;
  /** How a picture is turned and mirrored together with the layer. */
  pose?: LayerPose;
  /** A click chooses a point and a drag an area, instead of an area around the click. */
  points?: boolean;
  /** The element that holds the words of the page. */
  words?: HTMLElement | null | undefined;
}

/**
 * What is commented on a page: drawn over it, and drags on it choose an area while the tool is on. Drawn anew only when something of it changes: the
 * viewers around it do with each page that is scrolled by.
 */
export const MarkLayer = memo(function MarkLayer({ page, threads, rotation = 0, pose, points = false, words }: MarkLayerProps): ReactNode {
  const t = useText('preview.viewer');
  const isMarking = useCommentPlaces((places) => places.isMarking);
  const chosen = useCommentPlaces((places) => places.chosen);
  const scale = pose?.scale ?? 1;
  const choose = (drawn: Box): void => {
    if (points && isClick(drawn)) commentAt({ kind: 'point', page, ...middleOf(turnedBox(drawn, -rotation)) });
    else commentAt({ kind: 'area', page, ...turnedBox(chosenBox(drawn), -rotation) });
  };
  const place = chosen && isOfKind(chosen, boxed) && chosen.page === page ? chosen : undefined;
  const here = useMemo(() => threads.filter(({ place: one }) => isOfKind(one, onPages) && one.page === page), [threads, page]);
  const quotes = useMemo(() => here.filter(({ place: { kind } }) => kind === 'words'), [here]);
  return (
    <>
      {here.map((thread) => {
        if (!isOfKind(thread.place, boxed)) return null;
        return <BoxMark key={thread.id} thread={thread} box={turnedBox(boxOf(thread.place), rotation)} pose={pose} />;
      })}
      {words && quotes.length > 0 && <WordMarks threads={quotes} words={words} />}
      {place && <ChosenMark box={turnedBox(boxOf(place), rotation)} scale={scale} />}
      {isMarking && <AreaChoice label={t(points ? 'choosePoint' : 'chooseArea')} pose={pose} points={points} choose={choose} />}
    </>
  );
});

const boxed = ['area', 'point'] as const;
const onPages = [...boxed, 'words'] as const;

/** A point is a box without size. */
const boxOf = (place: PlaceOf<'area' | 'point'>): Box => (place.kind === 'area' ? place : { ...place, width: 0, height: 0 });

interface BoxMarkProps {
  thread: NumberedThread;
  box: Box;
  pose: LayerPose | undefined;
}

/** The frame around an area, or a point, with the number of its thread. */
function BoxMark({ thread, box, pose }: BoxMarkProps): ReactNode {
  const isSelected = useCommentPlaces((places) => places.selected === thread.id);
  const isPoint = thread.place.kind === 'point';
  return (
    <span className={isPoint ? styles.anchor : styles.area} style={boxStyle(box)} data-selected={isSelected || undefined}>
      <Pin thread={thread} pose={pose} />
    </span>
  );
}
