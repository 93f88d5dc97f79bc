import { useDocumentSearch, useDocxEditor } from '@docx-editor.dev/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { FindBar } from '../find-bar.tsx';

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

interface WordFindProps {
  /** The document may be written: words can be replaced. */
  isWritable: boolean;
  /** Changes with each request for the fields. */
  asked: number;
  close: () => void;
}

/** Finds words in a document, shows all places, goes from one to the next, and replaces them. */
export function WordFind({ isWritable, asked, close }: WordFindProps): ReactNode {
  const find = useFind();
  const replacing = useReplacing(find);
  const { query, matches, truncated, activeIndex, isPending, matchCase } = find.search;
  const all = matches.length;
  const leave = (): void => {
    close();
    find.editor?.focus();
  };
  return (
    <FindBar
      words={query}
      type={find.type}
      found={{ at: activeIndex, count: all, isMore: truncated, isPending }}
      matchCase={matchCase}
      toggleCase={find.toggleCase}
      turn={find.turn}
      asked={asked}
      leave={leave}
      replacing={isWritable ? replacing : undefined}
    />
  );
}

function useReplacing({ editor, search, turn }: Find) {
  const t = useText('editing.editor');
  const [text, setText] = useState('');
  const { query, activeIndex, activeMatch, matchCase } = search;
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
  return { text, type: setText, one: replaceOne, all: replaceAll };
}
