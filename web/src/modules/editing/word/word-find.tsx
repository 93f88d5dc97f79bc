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

/** A search of the words in a document, which shows their first place as soon as it is known. */
function useFind() {
  const editor = useDocxEditor();
  const search = useDocumentSearch();
  const { query, matches, isPending, matchCase } = search;
  const isNew = useRef(false);
  const latest = useRef(search);
  latest.current = search;
  useEffect(() => () => latest.current.clear(), []);
  useEffect(() => {
    if (!isNew.current || isPending || matches.length === 0) return;
    isNew.current = false;
    latest.current.goTo(0);
  }, [matches, isPending]);
  // a document that is read while others write it is opened anew with each draft
  const words = useRef('');
  useEffect(() => {
    if (editor !== null && words.current !== '') latest.current.find(words.current, { matchCase: latest.current.matchCase });
  }, [editor]);
  const type = (typed: string): void => {
    isNew.current = true;
    words.current = typed;
    search.setQuery(typed);
  };
  const toggleCase = (): void => {
    isNew.current = true;
    search.setMatchCase(!matchCase);
  };
  const turn = (by: 1 | -1): void => {
    isNew.current = false;
    if (isPending) search.find(query, { matchCase, selectFirst: true });
    else if (by > 0) search.next();
    else search.previous();
  };
  return { editor, search, type, toggleCase, turn };
}

type Find = ReturnType<typeof useFind>;

/** Calls on Enter, but not on the one that ends a composition. */
const onEnter = (run: (event: KeyboardEvent) => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  event.preventDefault();
  run(event);
};

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
  const find = useFind();
  const leave = (): void => {
    close();
    find.editor?.focus();
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    event.stopPropagation();
    leave();
  };
  return (
    <search className={styles.find} aria-label={isWritable ? t('findReplace') : t('find')} onKeyDown={press}>
      <FindWords find={find} asked={asked} />
      {isWritable && <ReplaceWords find={find} />}
      <span className={styles.findEnd}>
        <ToolButton label={t('closeFind')} icon={<CloseOutlined />} onClick={leave} />
      </span>
    </search>
  );
}

function FindWords({ find: { search, type, toggleCase, turn }, asked }: { find: Find; asked: number }): ReactNode {
  const t = useText('editing.editor');
  const { query, matches, truncated, activeIndex, isPending, matchCase } = search;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), [asked]);
  const all = matches.length;
  const known = all === 0 ? t('notFound') : t('hitOf', { at: activeIndex + 1, all: truncated ? `${all}+` : `${all}` });
  return (
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
        {query === '' || isPending ? '' : known}
      </Text>
      <ToolButton label={t('matchCase')} icon={<FontSizeOutlined />} on={matchCase} onClick={toggleCase} />
      <ToolButton label={t('previousHit')} icon={<UpOutlined />} disabled={all === 0} onClick={() => turn(-1)} />
      <ToolButton label={t('nextHit')} icon={<DownOutlined />} disabled={all === 0} onClick={() => turn(1)} />
    </Row>
  );
}

function ReplaceWords({ find: { editor, search, turn } }: { find: Find }): ReactNode {
  const t = useText('editing.editor');
  const [text, setText] = useState('');
  const { query, matches, activeIndex, activeMatch, matchCase } = search;
  const isNone = matches.length === 0;
  const replaceOne = (): void => {
    if (editor === null || activeMatch === null) return turn(1);
    if (!editor.exec({ type: 'replaceMatch', match: activeMatch, text }).ok) return notice.warning(t('notReplaced'));
    // goes on after the words that were put in
    const { blockId, start } = activeMatch;
    const left = search.find(query, { matchCase });
    const next = left.findIndex((match, at) => at >= activeIndex && (match.blockId !== blockId || match.start >= start + text.length));
    search.goTo(next === -1 ? 0 : next);
  };
  const replaceAll = (): void => {
    if (editor === null || query === '') return;
    const found = editor.findMatches(query, { matchCase });
    // one step to undo; from the end, as each changes the places after it
    const historyGroup = editor.beginHistoryGroup();
    const done = found.toReversed().filter((match) => editor.exec({ type: 'replaceMatch', match, text }, { historyGroup }).ok);
    historyGroup.end();
    search.find(query, { matchCase });
    if (done.length > 0) notice.success(t('replaced', { count: done.length }));
    if (done.length < found.length) notice.warning(t('notReplaced'));
  };
  return (
    <Row gap={1}>
      <ToolField
        className={styles.words}
        aria-label={t('replaceWith')}
        placeholder={t('replaceWith')}
        value={text}
        maxLength={mostTyped}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onEnter(replaceOne)}
      />
      <NativeButton onClick={replaceOne} disabled={isNone}>
        {t('replace')}
      </NativeButton>
      <NativeButton onClick={replaceAll} disabled={isNone}>
        {t('replaceAll')}
      </NativeButton>
    </Row>
  );
}
