import { sheets } from '@dossier/contract/sheets';
import { type ReactNode, useRef } from 'react';

import { lang, langTags, useText } from '../../ground/text.ts';
import { useCall } from '../../ground/use-call.ts';
import { isOne, type Range } from './selection.ts';
import styles from './sheets.module.css';
import { useLater } from './use-later.ts';
import type { SheetModel } from './use-sheet-model.ts';
import type { SheetTarget } from './use-sheet-rows.ts';

interface BarProps {
  model: SheetModel;
  target: SheetTarget;
  range: Range;
  /** Rows of the order, and of the sheet. */
  shown: number | undefined;
}

/** The sheets of the workbook, and what is selected. */
export function SheetBar({ model, target, range, shown }: BarProps): ReactNode {
  const t = useText('sheets');
  const list = useRef<HTMLDivElement>(null);
  const visible = model.book.sheets.flatMap(({ name, hidden }, place) => (hidden ? [] : [{ name, place }]));
  const move = (by: number): void => {
    const at = visible.findIndex(({ place }) => place === model.sheet);
    const next = visible[(at + by + visible.length) % visible.length];
    if (!next) return;
    model.open(next.place);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[visible.indexOf(next)]?.focus();
  };
  return (
    <div className={styles.bar}>
      <div
        ref={list}
        role="tablist"
        aria-label={t('sheets')}
        className={styles.tabs}
        onKeyDown={({ key }) => {
          if (key === 'ArrowRight') move(1);
          else if (key === 'ArrowLeft') move(-1);
        }}
      >
        {visible.map(({ name, place }) => (
          <button
            key={place}
            type="button"
            role="tab"
            aria-selected={place === model.sheet}
            tabIndex={place === model.sheet ? 0 : -1}
            className={styles.tab}
            title={name}
            onClick={() => model.open(place)}
          >
            {name}
          </button>
        ))}
      </div>
      {model.order && (
        <span className={styles.filtered} role="status">
          {shown !== undefined && model.facts && t('rowsShown', { n: shown, m: model.facts.rows })}
          <button type="button" onClick={() => model.setOrder(undefined)}>
            {t('showAll')}
          </button>
        </span>
      )}
      {!isOne(model.selection) && <SelectionFacts target={target} range={range} />}
    </div>
  );
}

/** Count, sum and the like of what is selected, worked out by the server over all of it. */
function SelectionFacts({ target, range }: { target: SheetTarget; range: Range }): ReactNode {
  const t = useText('sheets');
  const settled = useLater(range, 300);
  const { data } = useCall(sheets.sum, { ...target, ...settled }, { keep: true, staleTime: 300_000 });
  const format = new Intl.NumberFormat(langTags[lang()], { maximumFractionDigits: 6 });
  if (!data || data.filled === 0) return null;
  const { filled, numbers, sum, least, greatest } = data;
  return (
    <div className={styles.facts} role="status">
      <span>{t('filled', { n: format.format(filled) })}</span>
      {numbers > 0 && (
        <>
          {numbers !== filled && <span>{t('numbers', { n: format.format(numbers) })}</span>}
          <span>{t('sum', { n: format.format(sum) })}</span>
          <span>{t('average', { n: format.format(sum / numbers) })}</span>
          <span>{t('least', { n: format.format(least) })}</span>
          <span>{t('greatest', { n: format.format(greatest) })}</span>
        </>
      )}
    </div>
  );
}
