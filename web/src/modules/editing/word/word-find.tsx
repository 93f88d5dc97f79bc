import { CloseOutlined, DownOutlined, FontSizeOutlined, UpOutlined } from '@ant-design/icons';
import { useDocumentSearch, useDocxEditor } from '@docx-editor.dev/react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { Row, Text } from '../../../platform/ui/layout.tsx';
import { NativeButton } from '../../../platform/ui/native-controls.tsx';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import { ToolField } from '../../preview/viewer-parts.tsx';
import styles from './word-editor.module.css';

const mostTyped = 200;

interface WordFindProps {
  /** The document may be written: words can be replaced. */
  isWritable: boolean;
  /** Changes with each request for the fields. */
  asked: number;
  close: () => void;
}

/** Finds words in a document, shows all places, goes from one to the next, and replaces them. */
export function WordFind({ isWritable, asked, close }: WordFindProps): ReactNode {
  const t = useText('editing.editor');
  const editor = useDocxEditor();
  const search = useDocumentSearch();
  const { query, setQuery, matches, truncated, activeIndex, activeMatch, isPending, matchCase } = search;
  const field = useRef<HTMLInputElement>(null);
  const [replacement, setReplacement] = useState('');
  /** The words are new: their first place is shown as soon as it is known. */
  const isNew = useRef(false);
  const latest = useRef(search);
  latest.current = search;
  useEffect(() => field.current?.select(), [asked]);
  useEffect(() => () => latest.current.clear(), []);
  // a document that is read while others write it is opened anew with each draft
  useEffect(() => {
    const words = field.current?.value ?? '';
    if (editor !== null && words !== '') latest.current.find(words, { matchCase: latest.current.matchCase });
  }, [editor]);
  useEffect(() => {
    if (!isNew.current || isPending || matches.length === 0) return;
    isNew.current = false;
    latest.current.goTo(0);
  }, [matches, isPending]);
  const all = matches.length;
  const type = (words: string): void => {
    isNew.current = true;
    setQuery(words);
  };
  const turn = (by: 1 | -1): void => {
    if (isPending) search.find(query, { matchCase, selectFirst: true });
    else if (by > 0) search.next();
    else search.previous();
    isNew.current = false;
  };
  const leave = (): void => {
    close();
    editor?.focus();
  };
  const replaceOne = (): void => {
    if (editor === null || activeMatch === null) return turn(1);
    if (!editor.exec({ type: 'replaceMatch', match: activeMatch, text: replacement }).ok) return notice.warning(t('notReplaced'));
    // the places after the words that were put in
    const { blockId, start } = activeMatch;
    const left = search.find(query, { matchCase });
    const next = left.findIndex(
      (match, at) => at >= activeIndex && (match.blockId !== blockId || match.start >= start + replacement.length),
    );
    search.goTo(next === -1 ? 0 : next);
  };
  const replaceAll = (): void => {
    if (editor === null || query === '') return;
    const found = editor.findMatches(query, { matchCase });
    // one step to undo; from the end, as each changes the places after it
    const historyGroup = editor.beginHistoryGroup();
    const done = found.toReversed().filter((match) => editor.exec({ type: 'replaceMatch', match, text: replacement }, { historyGroup }).ok);
    historyGroup.end();
    search.find(query, { matchCase });
    if (done.length > 0) notice.success(t('replaced', { count: done.length }));
    if (done.length < found.length) notice.warning(t('notReplaced'));
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    event.stopPropagation();
    leave();
  };
  const onEnter = (run: (event: KeyboardEvent) => void) => (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    run(event);
  };
  const count =
    query === '' || isPending ? '' : all === 0 ? t('notFound') : t('hitOf', { at: activeIndex + 1, all: truncated ? `${all}+` : `${all}` });
  return (
    <search className={styles.find} aria-label={isWritable ? t('findReplace') : t('find')} onKeyDown={press}>
      <Row gap={1}>
        <ToolField
          ref={field}
          autoFocus
          className={styles.words}
          aria-label={t('findWords')}
          placeholder={t('findWords')}
          value={query}
          maxLength={mostTyped}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onEnter((event) => turn(event.shiftKey ? -1 : 1))}
        />
        <Text size="xs" tone="muted" numeric nowrap className={styles.hits} role="status">
          {count}
        </Text>
        <ToolButton
          label={t('matchCase')}
          icon={<FontSizeOutlined />}
          on={matchCase}
          onClick={() => {
            isNew.current = true;
            search.setMatchCase(!matchCase);
          }}
        />
        <ToolButton label={t('previousHit')} icon={<UpOutlined />} disabled={all === 0} onClick={() => turn(-1)} />
        <ToolButton label={t('nextHit')} icon={<DownOutlined />} disabled={all === 0} onClick={() => turn(1)} />
      </Row>
      {isWritable && (
        <Row gap={1}>
          <ToolField
            className={styles.words}
            aria-label={t('replaceWith')}
            placeholder={t('replaceWith')}
            value={replacement}
            maxLength={mostTyped}
            onChange={(event) => setReplacement(event.target.value)}
            onKeyDown={onEnter(replaceOne)}
          />
          <NativeButton onClick={replaceOne} disabled={all === 0}>
            {t('replace')}
          </NativeButton>
          <NativeButton onClick={replaceAll} disabled={all === 0}>
            {t('replaceAll')}
          </NativeButton>
        </Row>
      )}
      <span className={styles.findEnd}>
        <ToolButton label={t('closeFind')} icon={<CloseOutlined />} onClick={leave} />
      </span>
    </search>
  );
}
