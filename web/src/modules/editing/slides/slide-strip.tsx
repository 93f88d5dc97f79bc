import { EyeInvisibleOutlined } from '@ant-design/icons';
import type { DeckSlide, SlideDeck } from '@dossier/contract/editing/slide-edits';
import { type DragEvent, type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { describeKey } from '../../../platform/ui/hotkeys.ts';
import { VisuallyHidden, classNames } from '../../../platform/ui/layout.tsx';
import { type Drawing, drawnWidths } from './drawn-slides.ts';
import styles from './slides-editor.module.css';
import type { SlidesRoom } from './slides-room.ts';
import { placed, WrittenWords } from './written-words.tsx';

interface SlideStripProps {
  room: SlidesRoom;
  size: Pick<SlideDeck, 'width' | 'height'>;
  slides: DeckSlide[];
  chosen: number;
  choose: (id: number) => void;
  drawing: Drawing;
  /** Colleagues by the slide that they look at. */
  watched: ReadonlyMap<number, { name: string; color: string }[]>;
  move: (id: number, before: number | null) => void;
  remove: () => void;
}

/** The slides in their order, which dragging and Alt with the arrow keys change. */
export function SlideStrip({ room, size, slides, chosen, choose, drawing, watched, move, remove }: SlideStripProps): ReactNode {
  const s = useText('editing.slides');
  const list = useRef<HTMLDivElement>(null);
  const place = slides.findIndex(({ id }) => id === chosen);
  useShown(list, `${chosen} ${place}`);
  const moveTo = (id: number, index: number): void => {
    const from = slides.findIndex((one) => one.id === id);
    if (from >= 0 && index !== from && index !== from + 1) move(id, slides[index]?.id ?? null);
  };
  const { target, dragOf, dropOf } = useDragging(moveTo);
  const press = keysOf({ slides, chosen, place, choose, remove }, moveTo);
  return (
    <div
      ref={list}
      className={styles.strip}
      role="listbox"
      aria-label={s('slides')}
      aria-orientation="vertical"
      title={s('moveHint')}
      onKeyDown={press}
      {...dropOf}
    >
      {slides.map((slide, index) => (
        <div
          key={slide.id}
          role="option"
          aria-selected={slide.id === chosen}
          tabIndex={slide.id === chosen ? 0 : -1}
          className={classNames(
            styles.entry,
            slide.isHidden && styles.hidden,
            target === index && styles.before,
            target === slides.length && index === slides.length - 1 && styles.after,
          )}
          {...dragOf(slide.id, index)}
          onClick={() => choose(slide.id)}
        >
          <Entry
            room={room}
            slide={drawing.shown(slide)}
            number={index + 1}
            size={size}
            drawing={drawing}
            watchers={watched.get(slide.id) ?? []}
          />
        </div>
      ))}
    </div>
  );
}

/** What the keys do in the strip. */
function keysOf(
  { slides, chosen, place, choose, remove }: Pick<SlideStripProps, 'slides' | 'chosen' | 'choose' | 'remove'> & { place: number },
  moveTo: (id: number, index: number) => void,
): (event: KeyboardEvent) => void {
  const go = (index: number): void => choose(slides[Math.min(Math.max(0, index), slides.length - 1)]?.id ?? chosen);
  const keys: Record<string, () => void> = {
    ArrowUp: () => go(place - 1),
    ArrowLeft: () => go(place - 1),
    ArrowDown: () => go(place + 1),
    ArrowRight: () => go(place + 1),
    Home: () => go(0),
    End: () => go(slides.length - 1),
    'alt+ArrowUp': () => place > 0 && moveTo(chosen, place - 1),
    'alt+ArrowDown': () => place < slides.length - 1 && moveTo(chosen, place + 2),
    Delete: remove,
  };
  return (event) => {
    const run = keys[describeKey(event)];
    if (run === undefined) return;
    event.preventDefault();
    run();
  };
}

/** Keeps the chosen slide in sight; the focus follows it where the strip has it. */
function useShown(list: RefObject<HTMLDivElement | null>, chosen: string): void {
  useEffect(() => {
    const shown = chosen === '' ? null : list.current?.querySelector('[aria-selected="true"]');
    shown?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    if (list.current?.contains(document.activeElement) && shown instanceof HTMLElement) shown.focus();
  }, [list, chosen]);
}

/** Dragging a slide to another place: `target` is the index of the slide that it would come before. */
function useDragging(moveTo: (id: number, index: number) => void) {
  const [dragged, setDragged] = useState<number>();
  const [target, setTarget] = useState<number>();
  const end = (): void => {
    setDragged(undefined);
    setTarget(undefined);
  };
  const over = (event: DragEvent, index?: number): void => {
    if (dragged === undefined) return;
    event.preventDefault();
    if (index === undefined) return;
    const { top, height } = event.currentTarget.getBoundingClientRect();
    setTarget(event.clientY > top + height / 2 ? index + 1 : index);
  };
  return {
    target,
    dropOf: {
      onDragOver: (event: DragEvent) => over(event),
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        if (dragged !== undefined && target !== undefined) moveTo(dragged, target);
        end();
      },
    },
    dragOf: (id: number, index: number) => ({
      draggable: true,
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.effectAllowed = 'move';
        setDragged(id);
      },
      onDragOver: (event: DragEvent) => over(event, index),
      onDragEnd: end,
    }),
  };
}

interface EntryProps extends Pick<SlideStripProps, 'room' | 'size' | 'drawing'> {
  slide: DeckSlide;
  number: number;
  watchers: { name: string; color: string }[];
}

/** A slide in the strip: its number, its marks, and its small picture. */
function Entry({ room, slide, number, size, drawing, watchers }: EntryProps): ReactNode {
  const s = useText('editing.slides');
  const [picture, setPicture] = useState<HTMLImageElement | null>(null);
  const address = drawing.addressOf(slide, drawnWidths.strip);
  const marks = [slide.isHidden && s('hidden'), slide.isChanged && s('changed')].filter(Boolean).join(', ');
  return (
    <>
      <span className={styles.number} aria-hidden="true">
        {number}
        {slide.isHidden && <EyeInvisibleOutlined />}
        {slide.isChanged && <span className={styles.changed} title={s('changed')} />}
      </span>
      <span className={styles.thumbnail} style={{ aspectRatio: size.width / size.height }}>
        {address === undefined ? (
          <span className={styles.words} aria-hidden="true">
            {firstWords(slide)}
          </span>
        ) : (
          <>
            <img ref={setPicture} src={address} alt="" loading="lazy" draggable={false} onLoad={() => drawing.loaded(address)} />
            {slide.isChanged && <Changes room={room} slide={slide} size={size} picture={picture} />}
          </>
        )}
        {watchers.map(({ name, color }, at) => (
          <span key={`${name} ${at}`} className={styles.watcher} style={{ background: color }} title={s('looking', { name })} />
        ))}
      </span>
      <VisuallyHidden>{[s('slide', { number }), marks, firstWords(slide)].filter(Boolean).join('. ')}</VisuallyHidden>
    </>
  );
}

/** What a small picture does not have yet. */
function Changes({
  room,
  slide,
  size,
  picture,
}: Pick<EntryProps, 'room' | 'slide' | 'size'> & { picture: HTMLImageElement | null }): ReactNode {
  return (
    <span aria-hidden="true">
      {slide.pictures.map(
        ({ shape, box, picture: other }) =>
          box !== undefined &&
          other !== '' && (
            <span key={shape} className={styles.over} style={placed(box, size)}>
              <img src={room.pictureAddress(other)} alt="" />
            </span>
          ),
      )}
      {slide.texts.map(
        (text) =>
          text.box !== undefined &&
          text.isChanged === true && (
            <span key={[text.shape, text.cell?.row, text.cell?.column].join(' ')} className={styles.over} style={placed(text.box, size)}>
              <WrittenWords text={text} size={size} picture={picture} />
            </span>
          ),
      )}
    </span>
  );
}

const firstWords = ({ texts }: DeckSlide): string =>
  texts
    .flatMap(({ paragraphs }) => paragraphs)
    .find((text) => text.trim() !== '')
    ?.slice(0, 60) ?? '';
