import { CopyOutlined, DeleteOutlined, EyeInvisibleOutlined, RedoOutlined, UndoOutlined } from '@ant-design/icons';
import { type DeckSlide, type SlideEdit, slideIds } from '@dossier/contract/editing/slide-edits';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { type TextOf, useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { saveFile } from '../../../platform/save-file.ts';
import { describeKey, useHotkeys } from '../../../platform/ui/hotkeys.ts';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import { NoticeLine, TextButton, ViewerTools } from '../../preview/viewer-parts.tsx';
import { EditorFrame, EditorPage, type EditorProps } from '../editor-parts.tsx';
import { isWritable, OpenedRoom, type OpenRoomProps, RoomBarEnd, RoomTrouble, writingIn } from '../room-page.tsx';
import { type Drawing, useDrawing } from './drawn-slides.ts';
import { SlideNotes } from './slide-notes.tsx';
import { SlideStage } from './slide-stage.tsx';
import { type TextPlace, placeOfSlide, slidePlaces, useSlidePlaces } from './slide-places.ts';
import { SlideStrip } from './slide-strip.tsx';
import styles from './slides-editor.module.css';
import { wordsOf } from './slide-words.ts';
import { SlidesRoom, type SlidesRoomState } from './slides-room.ts';

/** A presentation whose texts, notes, order and pictures several people may edit at once. */
export const SlidesEditorPage = (): ReactNode => <EditorPage alone="/editSlidesOnly" ext="pptx" Editor={SlidesEditor} />;

/** The room of a presentation, as long as its page is shown. */
export const SlidesEditor = (props: EditorProps): ReactNode => (
  <OpenedRoom
    {...props}
    ext="pptx"
    make={(id, openRoom) => new SlidesRoom(id, openRoom)}
    isReady={({ state }) => state !== undefined}
    Open={OpenSlides}
  />
);

function OpenSlides(props: OpenRoomProps<SlidesRoom>): ReactNode {
  const deck = props.state.state?.deck;
  return deck === undefined ? null : <SlidesWindow {...props} slides={deck.slides} />;
}

type SlidesWindowProps = OpenRoomProps<SlidesRoom> & { slides: DeckSlide[] };

/** The slide that is looked at: the one that was chosen, or what took its place. */
function useChosen(room: SlidesRoom, slides: DeckSlide[]): [slide: DeckSlide | undefined, choose: (id: number) => void] {
  const [chosen, setChosen] = useState({ id: 0, place: 0 });
  const place = slides.findIndex((slide) => slide.id === chosen.id);
  const slide = slides[place] ?? slides[Math.min(chosen.place, slides.length - 1)];
  const id = slide?.id;
  useEffect(() => room.look(id), [room, id]);
  // where it goes, the next one takes its place
  if (place >= 0 && place !== chosen.place) setChosen({ id: chosen.id, place });
  const choose = (wanted: number): void => {
    const found = slides.findIndex((one) => one.id === wanted);
    setChosen({ id: wanted, place: Math.max(0, found) });
  };
  useSlidePlaces(slides, choose);
  return [slide, choose];
}

/** An id that no slide has. */
function freeId(slides: readonly DeckSlide[]): number {
  const taken = new Set(slides.map(({ id }) => id));
  for (;;) {
    const id = slideIds.least + Math.floor(Math.random() * (slideIds.most - slideIds.least));
    if (!taken.has(id)) return id;
  }
}

/** What can be done with the slide that is looked at. */
interface SlideActions {
  isWritable: boolean;
  edit: (edit: SlideEdit) => boolean;
  back: (step: 'undo' | 'redo') => void;
  duplicate: () => void;
  remove: () => void;
  hide: () => void;
}

function useSlideActions(room: SlidesRoom, state: SlidesRoomState, { slides, slide, choose }: Looked): SlideActions {
  const s = useText('editing.slides');
  const isTaken = isWritable(state);
  const edit = (one: SlideEdit): boolean => isTaken && room.edit(one);
  /** Brings a slide back to its place, whatever was done since. */
  const bring = (id: number, before: number | undefined): void => {
    const isThere = room.state.getState().state?.deck.slides.some((one) => one.id === before) === true;
    if (room.edit({ kind: 'restore', slide: id, before: isThere && before !== undefined ? before : null })) choose(id);
  };
  return {
    isWritable: isTaken,
    edit,
    back: (step) => {
      const about = isTaken ? room[step]() : undefined;
      if (about !== undefined) choose(about);
    },
    duplicate: () => {
      const id = freeId(slides);
      if (slide !== undefined && edit({ kind: 'duplicate', slide: slide.id, id })) choose(id);
    },
    remove: () => {
      if (slide === undefined) return;
      if (slides.length === 1) return notice.info(s('lastSlide'));
      const next = slides[slides.indexOf(slide) + 1]?.id;
      if (edit({ kind: 'delete', slide: slide.id })) notice.undo(s('deleted'), { label: s('undo'), run: () => bring(slide.id, next) });
    },
    hide: () => void (slide && edit({ kind: 'hide', slide: slide.id, hidden: !slide.isHidden })),
  };
}

/** The slides, with the one that is looked at. */
interface Looked {
  slides: DeckSlide[];
  slide: DeckSlide | undefined;
  choose: (id: number) => void;
}

/** The place of what is looked at, for a comment on it. */
function useSelectedPlace({ state }: SlidesRoomState, slides: DeckSlide[], slide: DeckSlide | undefined) {
  const { width = 16, height = 9 } = state?.deck ?? {};
  // as they were when the window was opened
  const [first] = useState({ slides, width, height });
  const text = useRef<TextPlace>(undefined);
  return {
    size: { width, height },
    place: () => slide && placeOfSlide({ id: slide.id, text: text.current }, first),
    opened: (one: TextPlace | undefined): void => {
      text.current = one;
    },
  };
}

function SlidesWindow({ room, state, slides, isAlone, again }: SlidesWindowProps): ReactNode {
  const [slide, choose] = useChosen(room, slides);
  const drawing = useDrawing(room.id, { revisionId: state.revisionId, slides, chosen: slide?.id });
  const actions = useSlideActions(room, state, { slides, slide, choose });
  const keys: Record<string, () => void> = {
    'mod+s': () => room.save(),
    'mod+z': () => actions.back('undo'),
    'mod+shift+z': () => actions.back('redo'),
    'mod+y': () => actions.back('redo'),
  };
  useHotkeys({ ...keys, 'mod+d': actions.duplicate });
  // a text that follows its room has no history of its own
  const press = (event: KeyboardEvent): void => {
    const run = keys[describeKey(event)];
    if (run === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  };
  const { size, place, opened } = useSelectedPlace(state, slides, slide);
  if (slide === undefined) return null;
  return (
    <EditorFrame
      title={state.name}
      ext={state.ext}
      isAlone={isAlone}
      {...writingIn(room, state)}
      commented={{ id: room.id, shows: slidePlaces, selection: { kind: 'slide', place } }}
      notice={<Trouble state={state} drawing={drawing} again={again} save={() => room.save()} />}
      start={<SlideTools state={state} slide={slide} isLast={slides.length === 1} actions={actions} />}
      end={<RoomBarEnd room={room} state={state} isAlone={isAlone} />}
    >
      <div className={styles.editor} onKeyDownCapture={press}>
        <SlideStrip
          room={room}
          size={size}
          slides={slides}
          chosen={slide.id}
          choose={choose}
          drawing={drawing}
          watched={watchedBy(state)}
          move={(moved, before) => actions.edit({ kind: 'move', slide: moved, before })}
          remove={actions.remove}
        />
        <div className={styles.main}>
          <SlideStage
            key={slide.id}
            room={room}
            deck={state.state?.deck}
            slide={slide}
            drawing={drawing}
            edit={actions.edit}
            isWritable={actions.isWritable}
            opened={opened}
          />
          <SlideNotes slide={slide} edit={actions.edit} isWritable={actions.isWritable} />
        </div>
      </div>
    </EditorFrame>
  );
}

interface SlideToolsProps {
  state: SlidesRoomState;
  slide: DeckSlide;
  isLast: boolean;
  actions: SlideActions;
}

function SlideTools({ state, slide, isLast, actions }: SlideToolsProps): ReactNode {
  const t = useText('editing.editor');
  const s = useText('editing.slides');
  const { isWritable: isTaken, back, duplicate, hide, remove } = actions;
  const { canUndo, canRedo } = state;
  return (
    <ViewerTools label={t('edit')}>
      <ToolButton label={s('undo')} icon={<UndoOutlined />} hotkey="mod+z" disabled={!isTaken || !canUndo} onClick={() => back('undo')} />
      <ToolButton
        label={s('redo')}
        icon={<RedoOutlined />}
        hotkey="mod+shift+z"
        disabled={!isTaken || !canRedo}
        onClick={() => back('redo')}
      />
      <ToolButton label={s('duplicate')} icon={<CopyOutlined />} hotkey="mod+d" disabled={!isTaken} onClick={duplicate} />
      <ToolButton label={s('hide')} icon={<EyeInvisibleOutlined />} on={slide.isHidden} disabled={!isTaken} onClick={hide} />
      <ToolButton label={s('delete')} icon={<DeleteOutlined />} disabled={!isTaken || isLast} onClick={remove} />
    </ViewerTools>
  );
}

/** Who else looks at which slide. */
function watchedBy({ people, own, selections }: SlidesRoomState): ReadonlyMap<number, { name: string; color: string }[]> {
  const others = people.filter((person) => person.id !== own && selections.has(person.id));
  return Map.groupBy(others, (person) => selections.get(person.id)?.slide ?? 0);
}

interface TroubleProps {
  state: SlidesRoomState;
  drawing: Drawing;
  again: () => void;
  save: () => void;
}

/** The line above the slides that says what is unusual. */
function Trouble({ state, drawing, again, save }: TroubleProps): ReactNode {
  const s = useText('editing.slides');
  return (
    <RoomTrouble state={state} again={again} page="/editSlides" save={save} otherwise={<Remarks state={state} drawing={drawing} />}>
      <TextButton onClick={() => saveWords(state, s)}>{s('downloadWords')}</TextButton>
    </RoomTrouble>
  );
}

/** The words of all slides, as Markdown: the presentation itself is made by the server. */
function saveWords({ name, ext, state }: SlidesRoomState, s: TextOf<'editing.slides'>): void {
  if (state === undefined) return;
  const stem = name.slice(0, name.length - ext.length - 1);
  const words = wordsOf(state.deck.slides, { title: stem, slide: (n) => s('slide', { number: n }), notes: s('notes') });
  const address = URL.createObjectURL(new Blob([words], { type: 'text/markdown' }));
  saveFile(address, `${stem}.md`);
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

function Remarks({ state, drawing }: Pick<TroubleProps, 'state' | 'drawing'>): ReactNode {
  const s = useText('editing.slides');
  if (state.wasRefused) return <NoticeLine role="status">{s('wasRefused')}</NoticeLine>;
  if (drawing.state === 'making')
    return (
      <NoticeLine role="status">
        <span>{s('drawing')}</span>
        <progress className={styles.progress} max={1} value={Math.max(0.05, drawing.done)} aria-label={s('drawing')} />
      </NoticeLine>
    );
  if (drawing.state === 'failed') return <NoticeLine role="status">{s('notDrawn')}</NoticeLine>;
  return null;
}
