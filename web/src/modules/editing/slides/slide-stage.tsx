import type { DeckSlide, SlideDeck, SlideEdit, TextShape } from '@dossier/contract/editing/slide-edits';
import { maxPictureBytes, sameCell } from '@dossier/contract/editing/slide-edits';
import { type CSSProperties, type ReactNode, useRef, useState } from 'react';
import { CallError } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { useMedia } from '../../../platform/ui/hooks.ts';
import { classNames } from '../../../platform/ui/layout.tsx';
import type { Drawing } from './drawn-slides.ts';
import styles from './slides-editor.module.css';
import type { SlidesRoom } from './slides-room.ts';
import { TextCard } from './text-card.tsx';

/** Pixels of the picture of a slide. */
const pictureWidth = 1600;
/** Of the one that the strip has as well, which is shown until the other has come. */
const smallWidth = 240;
const pictureTypes = 'image/png,image/jpeg,image/gif';

interface SlideStageProps {
  room: SlidesRoom;
  deck: SlideDeck | undefined;
  slide: DeckSlide;
  drawing: Drawing;
  edit: (edit: SlideEdit) => boolean;
  isWritable: boolean;
}

type Box = NonNullable<TextShape['box']>;

/** A slide as the last version draws it, with its texts and pictures outlined. */
export function SlideStage({ room, deck, slide, drawing, edit, isWritable }: SlideStageProps): ReactNode {
  const s = useText('editing.slides');
  const [open, setOpen] = useState<Pick<TextShape, 'shape' | 'cell'>>();
  const input = useRef<HTMLInputElement>(null);
  const replaced = useRef(0);
  const { width = 1, height = 1 } = deck ?? {};
  const address = drawing.addressOf(slide, pictureWidth);
  const small = drawing.addressOf(slide, smallWidth);
  const isPhone = useMedia('phone');
  const placed = (box: Box): CSSProperties => ({
    left: `${(100 * box.x) / width}%`,
    top: `${(100 * box.y) / height}%`,
    width: `${(100 * box.width) / width}%`,
    height: `${(100 * box.height) / height}%`,
    ...(box.turned !== 0 && { rotate: `${box.turned}deg` }),
  });
  const shown = open && slide.texts.find(({ shape, cell }) => shape === open.shape && sameCell(cell, open.cell));
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    if (file.size > maxPictureBytes) return notice.warning(s('tooLarge'));
    try {
      await room.replacePicture(slide.id, replaced.current, file);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      notice.error(error.message || s('notUploaded'));
    }
  };
  const card = shown && (
    <TextCard
      key={`${shown.shape} ${shown.cell?.row} ${shown.cell?.column}`}
      slide={slide.id}
      text={shown}
      style={shown.box === undefined || isPhone ? {} : cardPlace(shown.box, width, height)}
      edit={edit}
      isWritable={isWritable}
      close={() => setOpen(undefined)}
    />
  );
  const withoutPlace = slide.texts.filter(({ box }) => box === undefined);
  return (
    <div className={styles.stage} role="group" aria-label={s('slideShown')}>
      <div
        className={styles.slide}
        style={
          {
            aspectRatio: `${width} / ${height}`,
            '--ratio': width / height,
            ...(small && { backgroundImage: `url("${small}")` }),
          } as CSSProperties
        }
      >
        {address !== undefined && <img className={styles.drawn} src={address} alt="" draggable={false} />}
        {slide.pictures.map(({ shape, name, box, picture }) =>
          box === undefined ? null : (
            <button
              key={`picture ${shape}`}
              type="button"
              className={classNames(styles.box, styles.picture)}
              style={placed(box)}
              title={s('replacePicture')}
              aria-label={`${s('replacePicture')} ${name}`}
              aria-disabled={!isWritable}
              onClick={() => {
                replaced.current = shape;
                if (isWritable) input.current?.click();
              }}
            >
              {picture !== '' && <img src={room.pictureAddress(picture)} alt="" />}
            </button>
          ),
        )}
        {slide.texts.map((text) =>
          text.box === undefined ? null : (
            <button
              key={`${text.shape} ${text.cell?.row} ${text.cell?.column}`}
              type="button"
              className={classNames(styles.box, text.isChanged && styles.rewritten, shown === text && styles.open)}
              style={placed(text.box)}
              aria-label={nameOf(text, s)}
              aria-expanded={shown === text}
              onClick={() => setOpen({ shape: text.shape, cell: text.cell })}
            >
              {address === undefined && <span className={styles.plain}>{text.paragraphs.join('\n')}</span>}
            </button>
          ),
        )}
        {!isPhone && card}
      </div>
      {isPhone && card}
      {(slide.isChanged || slide.page === 0) && (
        <p className={styles.mark} role="status">
          {s(slide.isChanged ? 'changed' : 'hiddenNotDrawn')}
        </p>
      )}
      {withoutPlace.length > 0 && (
        <ul className={styles.unplaced} aria-label={s('withoutPlace')}>
          {withoutPlace.map((text) => (
            <li key={`${text.shape} ${text.cell?.row} ${text.cell?.column}`}>
              <button type="button" onClick={() => setOpen({ shape: text.shape, cell: text.cell })}>
                {nameOf(text, s)}
              </button>
            </li>
          ))}
        </ul>
      )}
      <input
        ref={input}
        type="file"
        hidden
        accept={pictureTypes}
        aria-label={s('replacePicture')}
        onChange={({ target }) => {
          void take(target.files?.[0]);
          target.value = '';
        }}
      />
    </div>
  );
}

function nameOf({ paragraphs }: TextShape, s: ReturnType<typeof useText<'editing.slides'>>): string {
  const words = paragraphs.join(' ').trim();
  return words === '' ? s('emptyText') : s('text', { words: words.slice(0, 80) });
}

/** Over its box, and within the slide. */
const cardPlace = ({ x, y, width: wide }: Box, width: number, height: number): CSSProperties => ({
  left: `clamp(0px, ${(100 * x) / width}%, calc(100% - min(100%, 320px)))`,
  top: `clamp(0px, ${(100 * y) / height}%, calc(100% - 80px))`,
  width: `clamp(min(100%, 320px), ${(100 * wide) / width}%, 100%)`,
});
