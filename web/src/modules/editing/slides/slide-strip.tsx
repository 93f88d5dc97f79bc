import { EyeInvisibleOutlined } from '@ant-design/icons';
import type { DeckSlide } from '@dossier/contract/editing/slide-edits';
import { type DragEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { describeKey } from '../../../platform/ui/hotkeys.ts';
import { VisuallyHidden, classNames } from '../../../platform/ui/layout.tsx';
import type { Drawing } from './drawn-slides.ts';
import styles from './slides-editor.module.css';

/** Pixels of the small pictures. */
const thumbnailWidth = 240;

interface SlideStripProps {
  /** Width by height. */
  ratio: number;
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
export function SlideStrip({ ratio, slides, chosen, choose, drawing, watched, move, remove }: SlideStripProps): ReactNode {
  const s = useText('editing.slides');
  const list = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<number>();
  /** The place that a dragged slide would take: before the slide with this index. */
  const [target, setTarget] = useState<number>();
  const place = slides.findIndex(({ id }) => id === chosen);
  useEffect(() => {
    const shown = list.current?.querySelector('[aria-selected="true"]');
    shown?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    // the focus follows the slide that is chosen by the keyboard
    if (list.current?.contains(document.activeElement) && shown instanceof HTMLElement) shown.focus();
  }, [chosen, place]);
  const moveTo = (id: number, index: number): void => {
    const from = slides.findIndex((one) => one.id === id);
    if (from < 0 || index === from || index === from + 1) return;
    move(id, slides[index]?.id ?? null);
  };
  const go = (index: number): void => {
    const slide = slides[Math.min(Math.max(0, index), slides.length - 1)];
    if (slide !== undefined) choose(slide.id);
  };
  const press = (event: KeyboardEvent): void => {
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
    const run = keys[describeKey(event)];
    if (run === undefined) return;
    event.preventDefault();
    run();
  };
  const over = (event: DragEvent, index: number): void => {
    if (dragged === undefined) return;
    event.preventDefault();
    const { top, height } = event.currentTarget.getBoundingClientRect();
    setTarget(event.clientY > top + height / 2 ? index + 1 : index);
  };
  const end = (): void => {
    setDragged(undefined);
    setTarget(undefined);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    if (dragged !== undefined && target !== undefined) moveTo(dragged, target);
    end();
  };
  return (
    <div
      ref={list}
      className={styles.strip}
      role="listbox"
      aria-label={s('slides')}
      aria-orientation="vertical"
      title={s('moveHint')}
      onKeyDown={press}
      onDrop={drop}
      onDragOver={(event) => dragged !== undefined && event.preventDefault()}
    >
      {slides.map((slide, index) => {
        const address = drawing.addressOf(slide, thumbnailWidth);
        const marks = [slide.isHidden && s('hidden'), slide.isChanged && s('changed')].filter(Boolean).join(', ');
        return (
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
            draggable
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move';
              setDragged(slide.id);
            }}
            onDragOver={(event) => over(event, index)}
            onDragEnd={end}
            onClick={() => choose(slide.id)}
          >
            <span className={styles.number} aria-hidden="true">
              {index + 1}
              {slide.isHidden && <EyeInvisibleOutlined />}
              {slide.isChanged && <span className={styles.changed} title={s('changed')} />}
            </span>
            <span className={styles.thumbnail} style={{ aspectRatio: ratio }}>
              {address === undefined ? (
                <span className={styles.words} aria-hidden="true">
                  {firstWords(slide)}
                </span>
              ) : (
                <img src={address} alt="" loading="lazy" draggable={false} />
              )}
              {(watched.get(slide.id) ?? []).map(({ name, color }, at) => (
                <span key={`${name} ${at}`} className={styles.watcher} style={{ background: color }} title={s('looking', { name })} />
              ))}
            </span>
            <VisuallyHidden>{[s('slide', { number: index + 1 }), marks, firstWords(slide)].filter(Boolean).join('. ')}</VisuallyHidden>
          </div>
        );
      })}
    </div>
  );
}

const firstWords = ({ texts }: DeckSlide): string =>
  texts
    .flatMap(({ paragraphs }) => paragraphs)
    .find((text) => text.trim() !== '')
    ?.slice(0, 60) ?? '';
