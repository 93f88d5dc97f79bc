import { mostWords, type SlideEdit, type TextShape, writable } from '@dossier/contract/editing/slide-edits';
import { type CSSProperties, type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
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
  const caret = useRef<Caret | undefined>({ paragraph: 0, at: text.paragraphs[0]?.length ?? 0 });
  const opener = useRef(document.activeElement);
  const field = (paragraph: number): HTMLTextAreaElement | undefined => box.current?.querySelectorAll('textarea')[paragraph];
  useLayoutEffect(() => {
    const wanted = caret.current;
    const found = wanted && field(wanted.paragraph);
    if (wanted === undefined || found === undefined) return;
    caret.current = undefined;
    found.focus();
    found.setSelectionRange(wanted.at, wanted.at);
  });
  useEffect(
    () => () => {
      // not where the person went on elsewhere
      if (opener.current instanceof HTMLElement && (document.activeElement === null || document.activeElement === document.body))
        opener.current.focus();
    },
    [],
  );
  const { shape, cell, paragraphs, isCounted } = text;
  const change = (paragraph: number, texts: string[]): boolean =>
    edit({ kind: 'text', slide, shape, ...(cell && { cell }), paragraph, texts });
  const goTo = (paragraph: number, at: number): void => {
    const found = field(paragraph);
    found?.focus();
    found?.setSelectionRange(at, at);
  };
  const split = (paragraph: number, target: HTMLTextAreaElement): void => {
    const { value, selectionStart, selectionEnd } = target;
    if (isCounted || !change(paragraph, [value.slice(0, selectionStart), value.slice(selectionEnd)])) return;
    caret.current = { paragraph: paragraph + 1, at: 0 };
  };
  const join = (paragraph: number): void => {
    const [before, own] = [paragraphs[paragraph - 1], paragraphs[paragraph]];
    if (isCounted || before === undefined || own === undefined) return;
    if (own !== '') change(paragraph - 1, [before + own]);
    change(paragraph, []);
    caret.current = { paragraph: paragraph - 1, at: before.length };
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>, paragraph: number): void => {
    if (event.nativeEvent.isComposing) return;
    const { currentTarget: target, key, shiftKey } = event;
    const { selectionStart, selectionEnd, value } = target;
    const isCollapsed = selectionStart === selectionEnd;
    if (key === 'Escape') close();
    else if (!isWritable) return;
    else if (key === 'Enter' && !shiftKey) split(paragraph, target);
    else if (key === 'Backspace' && isCollapsed && selectionStart === 0 && paragraph > 0) join(paragraph);
    else if (key === 'Delete' && isCollapsed && selectionEnd === value.length && paragraph < paragraphs.length - 1) join(paragraph + 1);
    else if (key === 'ArrowUp' && isCollapsed && paragraph > 0 && !value.slice(0, selectionStart).includes('\n'))
      goTo(paragraph - 1, paragraphs[paragraph - 1]?.length ?? 0);
    else if (key === 'ArrowDown' && isCollapsed && paragraph < paragraphs.length - 1 && !value.slice(selectionEnd).includes('\n'))
      goTo(paragraph + 1, 0);
    else return;
    event.preventDefault();
    event.stopPropagation();
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
          // paragraphs have no names of their own
          // eslint-disable-next-line react/no-array-index-key
          key={paragraph}
          value={words}
          rows={words.split('\n').length}
          maxLength={mostWords.paragraph}
          readOnly={!isWritable}
          aria-label={s('paragraph', { number: paragraph + 1 })}
          onChange={({ target }) => change(paragraph, [writable(target.value)])}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text/plain').replaceAll(/\r\n?/g, '\n').replace(/\n$/, '');
            if (!pasted.includes('\n') || isCounted || !isWritable) return;
            event.preventDefault();
            const { selectionStart, selectionEnd, value } = event.currentTarget;
            const lines = writable(value.slice(0, selectionStart) + pasted + value.slice(selectionEnd)).split('\n');
            if (change(paragraph, lines)) caret.current = { paragraph: paragraph + lines.length - 1, at: lines.at(-1)?.length ?? 0 };
          }}
          onKeyDown={(event) => press(event, paragraph)}
        />
      ))}
      <div className={styles.cardEnd}>
        {isCounted && <span>{s('counted')}</span>}
        <LinkButton onClick={close}>{s('done')}</LinkButton>
      </div>
    </div>
  );
}
