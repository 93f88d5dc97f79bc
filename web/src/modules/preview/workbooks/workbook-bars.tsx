import { type SheetRow, workbooks } from '@dossier/contract/preview/workbooks';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { currentLanguage, languageTags, useText } from '../../../platform/i18n.ts';
import { columnLetters } from '../../../platform/place-texts.ts';
import { useCall } from '../../../platform/query.ts';
import { Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { useDebouncedValue } from '../../../platform/use-debounced-value.ts';
import { FindLine } from '../viewer/find-bar.tsx';
import { SheetTabs, TextButton, ToolField, ViewerLine } from '../viewer-parts.tsx';
import { type Place, type Range, isOne, parseCell } from './selection.ts';
import { type SheetTarget, extraAt, textAt } from './sheet-rows.ts';
import type { WorkbookModel } from './use-workbook-model.ts';
import styles from './workbook-view.module.css';

interface BarProps {
  model: WorkbookModel;
  target: SheetTarget;
  range: Range;
  /** Rows in the current order, of all rows. */
  shown: number | undefined;
}

/** The tabs of the worksheets, and facts about the selection. */
export function SheetBar({ model, target, range, shown }: BarProps): ReactNode {
  const t = useText('preview.workbooks');
  const visible = model.book.sheets.flatMap(({ name, hidden }, place) => (hidden ? [] : [{ name, place }]));
  return (
    <ViewerLine sunken at="foot" className={styles.bar}>
      <Stack grow>
        <SheetTabs
          label={t('sheets')}
          names={visible.map(({ name }) => name)}
          current={visible.findIndex(({ place }) => place === model.sheet)}
          choose={(at) => model.open(visible[at]?.place ?? 0)}
        />
      </Stack>
      {model.order && (
        <Row as="span" gap={2} role="status">
          <Text size="xs">{shown !== undefined && model.facts && t('rowsShown', { count: model.facts.rows, shown })}</Text>
          <TextButton onClick={() => model.setOrder(undefined)}>{t('showAll')}</TextButton>
        </Row>
      )}
      {!isOne(model.selection) && <SelectionFacts target={target} range={range} />}
    </ViewerLine>
  );
}

/** Count, sum and the like of the selection, computed by the server over all its cells. */
function SelectionFacts({ target, range }: { target: SheetTarget; range: Range }): ReactNode {
  const t = useText('preview.workbooks');
  const settled = useDebouncedValue(range, 300);
  const { data } = useCall(workbooks.sum, { ...target, ...settled }, { keep: true, staleTime: 300_000 });
  const format = new Intl.NumberFormat(languageTags[currentLanguage()], { maximumFractionDigits: 6 });
  if (!data || data.filled === 0) return null;
  const { filled, numbers, sum, least, greatest } = data;
  return (
    <Row gap={4} rigid className={styles.facts} role="status">
      <span>{t('filled', { count: format.format(filled) })}</span>
      {numbers > 0 && (
        <>
          {numbers !== filled && <span>{t('numbers', { count: format.format(numbers) })}</span>}
          <span>{t('sum', { count: format.format(sum) })}</span>
          <span>{t('average', { count: format.format(sum / numbers) })}</span>
          <span>{t('least', { count: format.format(least) })}</span>
          <span>{t('greatest', { count: format.format(greatest) })}</span>
        </>
      )}
    </Row>
  );
}

interface FindProps {
  target: SheetTarget;
  words: string;
  setWords: (words: string) => void;
  go: (hit: { sheet: number; place: number; column: number }) => void;
  close: () => void;
  /** Rises with each request to focus the field. */
  asked: number;
}

/** The hits of a search, and the current one; goes to the first as soon as it is known. */
function useHits({ target, words, go }: Pick<FindProps, 'target' | 'words' | 'go'>) {
  const settled = useDebouncedValue(words.trim(), 250);
  const [at, setAt] = useState(0);
  // hits in other sheets do not depend on the open one; an order does
  const terms = {
    look: target.look,
    sheet: target.order ? target.sheet : 0,
    ...(target.order && { order: target.order }),
    keyword: settled,
  };
  const found = useCall(workbooks.find, terms, { enabled: settled !== '', staleTime: 300_000 });
  const hits = settled === '' ? [] : (found.data?.hits ?? []);
  const latest = useRef(go);
  latest.current = go;
  useEffect(() => {
    setAt(0);
    const [first] = found.data?.hits ?? [];
    if (first) latest.current(first);
  }, [found.data]);
  const turn = (by: number): void => {
    const next = (at + by + hits.length) % Math.max(1, hits.length);
    const hit = hits[next];
    if (!hit) return;
    setAt(next);
    go(hit);
  };
  return { found, settled, hits, at, turn };
}

/** Searches all worksheets while typing; Enter goes to the next hit, Shift Enter to the previous. */
export function FindInWorkbook({ target, words, setWords, go, close, asked }: FindProps): ReactNode {
  const t = useText('preview.viewer');
  const own = useText('preview.workbooks');
  const { found, settled, hits, at, turn } = useHits({ target, words, go });
  const count = hits.length > 0 ? t('countOf', { count: at + 1, m: `${hits.length}${found.data?.more ? '+' : ''}` }) : '';
  const none = settled !== '' && hits.length === 0 ? t('notFound') : count;
  return (
    <FindLine
      label={own('findInSheets')}
      words={words}
      setWords={setWords}
      count={found.error?.message ?? (found.isLoading && settled !== '' ? '…' : none)}
      hits={hits.length}
      turn={turn}
      close={close}
      asked={asked}
    />
  );
}

interface FormulaBarProps {
  active: Place;
  row: SheetRow | undefined;
  /** The row's number in the file, from 0. */
  number: number;
  /** Goes to a cell by its name; undefined while the rows are sorted or filtered. */
  goTo: ((place: Place) => void) | undefined;
  canCopy: boolean;
  /** At the end. */
  children?: ReactNode;
}

/** The active cell: its name, full text, formula, comment and link. */
export function FormulaBar({ active, row, number, goTo, canCopy, children }: FormulaBarProps): ReactNode {
  const t = useText('preview.workbooks');
  const name = `${columnLetters(active.column)}${number + 1}`;
  const [typed, setTyped] = useState(name);
  useEffect(() => setTyped(name), [name]);
  const extra = extraAt(row, active.column);
  const place = parseCell(typed);
  return (
    <ViewerLine>
      <ToolField
        className={styles.cellName}
        aria-label={t('cellName')}
        value={typed}
        readOnly={!goTo}
        aria-invalid={place === undefined}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={() => setTyped(name)}
        onKeyDown={(event) => event.key === 'Enter' && place && goTo?.(place)}
      />
      <div
        className={styles.content}
        aria-label={t('cellContent')}
        role="region"
        tabIndex={0}
        {...(!canCopy && { onCopy: (event) => event.preventDefault(), style: { userSelect: 'none' } })}
      >
        {extra?.formula ? `=${extra.formula}` : textAt(row, active.column)}
        {extra?.note && (
          <Text size="xs" tone="muted">
            {t('note', { text: extra.note })}
          </Text>
        )}
        {extra?.link && (
          <a href={extra.link} target="_blank" rel="noopener noreferrer nofollow" title={extra.link}>
            {t('openLink')}
          </a>
        )}
      </div>
      {children}
    </ViewerLine>
  );
}
