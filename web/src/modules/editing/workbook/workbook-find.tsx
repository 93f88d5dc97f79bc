import { type ReactNode, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { FindBar } from '../find-bar.tsx';
import { type GridFind, type Hit, hitBeside, mostHits } from './grid-find.ts';

interface WorkbookFindProps {
  find: GridFind;
  /** Words can be replaced. */
  isWritable: boolean;
  /** Changes with each request for the fields. */
  asked: number;
  close: () => void;
}

/** Finds words in the sheets of a workbook: from the selected cell on, cell by cell. */
export function WorkbookFind({ find, isWritable, asked, close }: WorkbookFindProps): ReactNode {
  const t = useText('editing.editor');
  const w = useText('editing.workbook');
  const [words, setWords] = useState('');
  const [text, setText] = useState('');
  const [matchCase, setMatchCase] = useState(false);
  const [{ at, hits }, setFound] = useState<{ at: number; hits: readonly Hit[] }>({ at: -1, hits: [] });
  // the cells may have changed meanwhile: they are searched anew with each step
  const search = (terms: { words: string; matchCase: boolean }, by: 1 | -1, withSelf: boolean): void => {
    const found = find.find(terms);
    const next = hitBeside(found, find.selected, by, withSelf);
    setFound({ at: next, hits: found });
    const hit = found[next];
    if (hit !== undefined) void find.show(hit);
  };
  const type = (typed: string): void => {
    setWords(typed);
    search({ words: typed, matchCase }, 1, true);
  };
  const toggleCase = (): void => {
    setMatchCase(!matchCase);
    search({ words, matchCase: !matchCase }, 1, true);
  };
  const replace = async (chosen: readonly Hit[]): Promise<number> => {
    const count = await find.replace(chosen, { words, matchCase }, text);
    if (count < chosen.length) notice.warning(w('notReplaced'));
    return count;
  };
  const replaceOne = async (): Promise<void> => {
    const hit = find.find({ words, matchCase }).find(({ place, row, column }) => {
      const { selected } = find;
      return place === selected.place && row === selected.row && column === selected.column;
    });
    if (hit !== undefined) await replace([hit]);
    search({ words, matchCase }, 1, false);
  };
  const replaceAll = async (): Promise<void> => {
    const count = await replace(find.find({ words, matchCase }));
    if (count > 0) notice.success(t('replaced', { count }));
    search({ words, matchCase }, 1, true);
  };
  const leave = (): void => {
    close();
    find.focus();
  };
  return (
    <FindBar
      words={words}
      type={type}
      found={{ at, count: Math.min(hits.length, mostHits), isMore: hits.length > mostHits }}
      matchCase={matchCase}
      toggleCase={toggleCase}
      turn={(by) => search({ words, matchCase }, by, false)}
      asked={asked}
      leave={leave}
      replacing={isWritable ? { text, type: setText, one: () => void replaceOne(), all: () => void replaceAll() } : undefined}
    />
  );
}
