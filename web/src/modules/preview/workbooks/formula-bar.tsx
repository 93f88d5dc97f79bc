import type { SheetRow } from '@dossier/contract/preview/workbooks';
import { type ReactNode, useEffect, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { Text } from '../../../platform/ui/layout.tsx';
import { ToolField, ViewerLine } from '../viewer/viewer-parts.tsx';
import { type Place, columnLetters, parseCell } from './selection.ts';
import { extraAt, textAt } from './sheet-rows.ts';
import styles from './workbook-view.module.css';

interface FormulaBarProps {
  active: Place;
  row: SheetRow | undefined;
  /** The row's number in the file, from 0. */
  number: number;
  /** Goes to a cell by its name; undefined while the rows are sorted or filtered. */
  goTo: ((place: Place) => void) | undefined;
  canCopy: boolean;
}

/** The active cell: its name, full text, formula, comment and link. */
export function FormulaBar({ active, row, number, goTo, canCopy }: FormulaBarProps): ReactNode {
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
    </ViewerLine>
  );
}
