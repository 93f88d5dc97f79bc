import { mostWords, type SlideEdit, type TextShape, writable } from '@dossier/contract/editing/slide-edits';
import {
  type CSSProperties,
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react';
import { useText } from '../../../platform/i18n.ts';
import { LinkButton } from '../../../platform/ui/native-controls.tsx';
import styles from './slides-editor.module.css';

interface TextCardProps {
  slide: number;
  text: TextShape;
  style: CSSProperties;
  edit: (edit: SlideEdit) => boolean;
  isWritable: boolean;
  close: () => void;
}

/** Where the caret goes once the paragraphs are there. */
interface Caret {
  paragraph: number;
  at: number;
}

/** The paragraphs of a text on a plain card: Enter begins another one, Shift and Enter another line. */
export function TextCard({ slide, text, style, edit, isWritable, close }: TextCardProps): ReactNode {
  const s = useText('editing.slides');
  const box = useRef<HTMLDivElement>(null);
  useFocusBack();
  const goTo = useCaret(box, text.paragraphs[0]?.length ?? 0);
  const { shape, cell, paragraphs, isCounted } = text;
  const writing: Writing = {
    paragraphs,
    isCounted,
    change: (paragraph, texts) => isWritable && edit({ kind: 'text', slide, shape, ...(cell && { cell }), paragraph, texts }),
    goTo,
  };
  return (
    <div
      ref={box}
      className={styles.card}
      style={style}
      role="dialog"
      aria-label={text.name || s('paragraphs')}
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      {paragraphs.map((words, paragraph) => (
        <textarea
          // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no names of their own
          key={paragraph}
          value={words}
          rows={words.split('\n').length}
          maxLength={mostWords.paragraph}
          readOnly={!isWritable}
          aria-label={s('paragraph', { number: paragraph + 1 })}
          onChange={({ target }) => writing.change(paragraph, [writable(target.value)])}
          onPaste={(event) => isWritable && paste(event, paragraph, writing)}
          onKeyDown={(event) => {
            if (!isWritable || event.nativeEvent.isComposing || !press(event, paragraph, writing)) return;
            event.preventDefault();
            event.stopPropagation();
          }}
        />
      ))}
      <div className={styles.cardEnd}>
        {isCounted && <span>{s('counted')}</span>}
        <LinkButton onClick={close}>{s('done')}</LinkButton>
      </div>
    </div>
  );
}

/** Gives the focus back to what opened the card, unless the person went on elsewhere. */
function useFocusBack(): void {
  const opener = useRef(document.activeElement);
  useEffect(() => {
    const { current } = opener;
    return () => {
      const isFree = document.activeElement === null || document.activeElement === document.body;
      if (isFree && current instanceof HTMLElement) current.focus();
    };
  }, []);
}

/** Puts the caret into a paragraph, also one that comes with the next drawing. */
function useCaret(box: RefObject<HTMLDivElement | null>, end: number): (caret: Caret) => void {
  const wanted = useRef<Caret | undefined>({ paragraph: 0, at: end });
  const put = ({ paragraph, at }: Caret): boolean => {
    const field = box.current?.querySelectorAll('textarea')[paragraph];
    field?.focus();
    field?.setSelectionRange(at, at);
    return field !== undefined;
  };
  useLayoutEffect(() => {
    if (wanted.current !== undefined && put(wanted.current)) wanted.current = undefined;
  });
  return (caret) => {
    wanted.current = caret;
    put(caret);
  };
}

/** The paragraphs of a text, and what changes them. */
interface Writing {
  paragraphs: readonly string[];
  isCounted: boolean;
  change: (paragraph: number, texts: string[]) => boolean;
  goTo: (caret: Caret) => void;
}

/** Keys that lead from one paragraph into another; false for all others. */
function press(event: KeyboardEvent<HTMLTextAreaElement>, paragraph: number, writing: Writing): boolean {
  const { currentTarget: target, key, shiftKey } = event;
  const { selectionStart, selectionEnd, value } = target;
  const { paragraphs, isCounted, change, goTo } = writing;
  const isCollapsed = selectionStart === selectionEnd;
  const isLast = paragraph === paragraphs.length - 1;
  if (key === 'Enter' && !shiftKey) {
    if (!isCounted && change(paragraph, [value.slice(0, selectionStart), value.slice(selectionEnd)]))
      goTo({ paragraph: paragraph + 1, at: 0 });
    return true;
  }
  if (!isCollapsed) return false;
  if (key === 'Backspace' && selectionStart === 0 && paragraph > 0) join(paragraph, writing);
  else if (key === 'Delete' && selectionEnd === value.length && !isLast) join(paragraph + 1, writing);
  else if (key === 'ArrowUp' && paragraph > 0 && !value.slice(0, selectionStart).includes('\n'))
    goTo({ paragraph: paragraph - 1, at: paragraphs[paragraph - 1]?.length ?? 0 });
  else if (key === 'ArrowDown' && !isLast && !value.slice(selectionEnd).includes('\n')) goTo({ paragraph: paragraph + 1, at: 0 });
  else return false;
  return true;
}

/** Joins a paragraph with the one before. */
function join(paragraph: number, { paragraphs, isCounted, change, goTo }: Writing): void {
  const [before, own] = [paragraphs[paragraph - 1], paragraphs[paragraph]];
  if (isCounted || before === undefined || own === undefined) return;
  if (own !== '') change(paragraph - 1, [before + own]);
  change(paragraph, []);
  goTo({ paragraph: paragraph - 1, at: before.length });
}

/** Lines that are pasted become paragraphs. */
function paste(event: ClipboardEvent<HTMLTextAreaElement>, paragraph: number, { isCounted, change, goTo }: Writing): void {
  const pasted = event.clipboardData.getData('text/plain').replaceAll(/\r\n?/g, '\n').replace(/\n$/, '');
  if (!pasted.includes('\n') || isCounted) return;
  event.preventDefault();
  const { selectionStart, selectionEnd, value } = event.currentTarget;
  const lines = writable(value.slice(0, selectionStart) + pasted).split('\n');
  const at = lines.at(-1)?.length ?? 0;
  lines[lines.length - 1] += value.slice(selectionEnd);
  if (change(paragraph, lines)) goTo({ paragraph: paragraph + lines.length - 1, at });
}
