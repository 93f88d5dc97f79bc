import type { DeckSlide, SlideDeck, SlideEdit, TextShape } from '@dossier/contract/editing/slide-edits';
import { maxPictureBytes, sameCell } from '@dossier/contract/editing/slide-edits';
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react';
import { CallError } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { useMedia } from '../../../platform/ui/hooks.ts';
import { classNames } from '../../../platform/ui/layout.tsx';
import { type Drawing, drawnWidths } from './drawn-slides.ts';
import styles from './slides-editor.module.css';
import type { SlidesRoom } from './slides-room.ts';
import type { TextPlace } from './slide-places.ts';
import { TextCard } from './text-card.tsx';
import { placed, WrittenWords } from './written-words.tsx';

const pictureTypes = 'image/png,image/jpeg,image/gif';

interface SlideStageProps {
  room: SlidesRoom;
  deck: SlideDeck | undefined;
  slide: DeckSlide;
  drawing: Drawing;
  edit: (edit: SlideEdit) => boolean;
  isWritable: boolean;
  /** Told which text is open. */
  opened: (text: TextPlace | undefined) => void;
}

type Box = NonNullable<TextShape['box']>;
type Size = Pick<SlideDeck, 'width' | 'height'>;

const keyOf = ({ shape, cell }: TextPlace): string => [shape, cell?.row, cell?.column].join(' ');

/** The text that is open, which is told whenever it changes. */
function useOpenText(opened: SlideStageProps['opened']) {
  const [open, setOpen] = useState<TextPlace>();
  const tell = useRef(opened);
  tell.current = opened;
  useEffect(() => {
    tell.current(open);
    return () => tell.current(undefined);
  }, [open]);
  return [open, setOpen] as const;
}

/** A slide as the last version draws it, with its texts and pictures outlined and what was changed since over it. */
export function SlideStage({ room, deck, slide: edited, drawing, edit, isWritable, opened }: SlideStageProps): ReactNode {
  const s = useText('editing.slides');
  const slide = drawing.shown(edited);
  const [picture, setPicture] = useState<HTMLImageElement | null>(null);
  const [open, setOpen] = useOpenText(opened);
  const isPhone = useMedia('phone');
  const size: Size = { width: deck?.width ?? 16, height: deck?.height ?? 9 };
  // the small one, which the strip has as well, is shown until the other has come
  const small = drawing.addressOf(slide, drawnWidths.strip);
  const address = drawing.addressOf(slide, drawnWidths.stage) ?? small;
  const shown = open && slide.texts.find(({ shape, cell }) => shape === open.shape && sameCell(cell, open.cell));
  const card = shown && (
    <TextCard
      key={keyOf(shown)}
      slide={slide.id}
      text={shown}
      style={shown.box === undefined || isPhone ? {} : cardPlace(shown.box, size)}
      edit={edit}
      isWritable={isWritable}
      close={() => setOpen(undefined)}
    />
  );
  const ratio = size.width / size.height;
  const look = { aspectRatio: ratio, '--ratio': ratio, ...(small && { backgroundImage: `url("${small}")` }) } as CSSProperties;
  return (
    <div className={styles.stage} role="group" aria-label={s('slideShown')}>
      <div className={classNames(styles.slide, slide.isHidden && styles.greyed)} style={look}>
        {address !== undefined && (
          <img ref={setPicture} className={styles.drawn} src={address} alt="" draggable={false} onLoad={() => drawing.loaded(address)} />
        )}
        <PictureBoxes room={room} slide={slide} size={size} isWritable={isWritable} />
        {slide.texts.map((text) =>
          text.box === undefined ? null : (
            <button
              key={keyOf(text)}
              type="button"
              className={classNames(styles.box, text.isChanged && styles.rewritten, shown === text && styles.open)}
              style={placed(text.box, size)}
              aria-label={nameOf(text, s)}
              aria-expanded={shown === text}
              onClick={() => setOpen(text)}
            >
              {address === undefined ? (
                <span className={styles.plain}>{text.paragraphs.join('\n')}</span>
              ) : (
                text.isChanged === true && <WrittenWords text={text} size={size} picture={picture} />
              )}
              {isWritable && isEmpty(text) && <span className={styles.hint}>{s('writeHere')}</span>}
            </button>
          ),
        )}
        {!isPhone && card}
      </div>
      {isPhone && card}
      <Mark slide={slide} isDrawn={address !== undefined} />
      <Unplaced texts={slide.texts.filter(({ box }) => box === undefined)} open={setOpen} />
    </div>
  );
}

/** The line below a slide that says what its drawing lacks. */
function Mark({ slide: { page, isHidden, isChanged }, isDrawn }: { slide: DeckSlide; isDrawn: boolean }): ReactNode {
  const s = useText('editing.slides');
  if (!isChanged && page > 0) return null;
  return (
    <p className={styles.mark} role="status">
      {s(page > 0 || !isHidden ? 'changed' : isDrawn ? 'hiddenKept' : 'hiddenNotDrawn')}
    </p>
  );
}

/** The pictures of a slide, each of which another can take the place of. */
function PictureBoxes({
  room,
  slide,
  size,
  isWritable,
}: Pick<SlideStageProps, 'room' | 'slide' | 'isWritable'> & { size: Size }): ReactNode {
  const s = useText('editing.slides');
  const input = useRef<HTMLInputElement>(null);
  const replaced = useRef(0);
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
  return (
    <>
      {slide.pictures.map(({ shape, name, box, picture }) =>
        box === undefined ? null : (
          <button
            key={shape}
            type="button"
            className={classNames(styles.box, styles.picture)}
            style={placed(box, size)}
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
    </>
  );
}

/** Texts of which nothing says where they stand. */
function Unplaced({ texts, open }: { texts: TextShape[]; open: (place: TextPlace) => void }): ReactNode {
  const s = useText('editing.slides');
  if (texts.length === 0) return null;
  return (
    <ul className={styles.unplaced} aria-label={s('withoutPlace')}>
      {texts.map((text) => (
        <li key={keyOf(text)}>
          <button type="button" onClick={() => open(text)}>
            {nameOf(text, s)}
          </button>
        </li>
      ))}
    </ul>
  );
}

const isEmpty = ({ paragraphs }: TextShape): boolean => paragraphs.join('').trim() === '';

function nameOf({ paragraphs }: TextShape, s: ReturnType<typeof useText<'editing.slides'>>): string {
  const words = paragraphs.join(' ').trim();
  return words === '' ? s('emptyText') : s('text', { words: words.slice(0, 80) });
}

/** Over its box, and within the slide. */
const cardPlace = ({ x, y, width }: Box, size: Size): CSSProperties => ({
  left: `clamp(0px, ${(100 * x) / size.width}%, calc(100% - min(100%, 320px)))`,
  top: `clamp(0px, ${(100 * y) / size.height}%, calc(100% - 80px))`,
  width: `clamp(min(100%, 320px), ${(100 * width) / size.width}%, 100%)`,
});
