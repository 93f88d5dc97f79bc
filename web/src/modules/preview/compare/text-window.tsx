import type { ComparedRow } from '@dossier/contract/preview/compare';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { Stack } from '../../../platform/ui/layout.tsx';
import { ScrollRegion } from '../viewer-parts.tsx';
import styles from './compare.module.css';
import { type WindowProps, useRows } from './use-comparison.ts';

/** A text with marked differences, as pairs of start and end. */
function MarkedText({ text, marks, as: Part }: { text: string; marks: number[] | undefined; as: 'del' | 'ins' }): ReactNode {
  if (!marks) return text;
  const parts: ReactNode[] = [];
  let at = 0;
  for (let pair = 0; pair + 1 < marks.length; pair += 2) {
    const [from = 0, to = 0] = [marks[pair], marks[pair + 1]];
    parts.push(text.slice(at, from), <Part key={from}>{text.slice(from, to)}</Part>);
    at = to;
  }
  parts.push(text.slice(at));
  return parts;
}

/** Two texts line by line: side by side, or inline. */
export function TextWindow({ looks, found, mode, current, round }: WindowProps): ReactNode {
  const t = useText('preview.compare');
  const box = useRef<HTMLDivElement>(null);
  const count = found.tables[0]?.rows ?? 0;
  const lines = useVirtualizer({ count, getScrollElement: () => box.current, estimateSize: () => 21, overscan: 30 });
  const shown = lines.getVirtualItems();
  const rowAt = useRows(looks, 0, shown[0]?.index ?? 0, shown.at(-1)?.index ?? 0);
  const chosen = found.changes[current]?.row;
  const show = useEffectEvent(() => {
    if (chosen !== undefined) lines.scrollToIndex(chosen, { align: 'center' });
  });
  useEffect(() => show(), [chosen, round]);
  const isInline = mode === 'inline';
  return (
    <ScrollRegion ref={box} label={t('comparison')} data-mode={isInline ? 'inline' : 'side'}>
      <Stack anchor style={{ height: lines.getTotalSize() }}>
        {shown.map(({ index, start }) => {
          const row = rowAt(index);
          return (
            <div
              key={index}
              data-index={index}
              ref={lines.measureElement}
              className={styles.line}
              data-kind={row?.kind}
              data-chosen={index === chosen || undefined}
              style={{ transform: `translateY(${start}px)` }}
            >
              {row && (isInline && row.kind === 'changed' ? <Both row={row} /> : isInline ? <Single row={row} /> : <Beside row={row} />)}
            </div>
          );
        })}
      </Stack>
    </ScrollRegion>
  );
}

/** The line number, which is no part of the text. */
function Number({ n }: { n: number | undefined }): ReactNode {
  return <i aria-hidden="true" data-n={n ?? ''} />;
}

const before = (row: ComparedRow): ReactNode => <MarkedText text={row.before[0] ?? ''} marks={row.marksBefore} as="del" />;
const after = (row: ComparedRow): ReactNode => <MarkedText text={row.after?.[0] ?? row.before[0] ?? ''} marks={row.marksAfter} as="ins" />;

function Beside({ row }: { row: ComparedRow }): ReactNode {
  return (
    <>
      <Number n={row.lineBefore} />
      <span className={styles.before}>{before(row)}</span>
      <Number n={row.lineAfter} />
      <span className={styles.after}>{after(row)}</span>
    </>
  );
}

function Single({ row }: { row: ComparedRow }): ReactNode {
  return (
    <>
      <Number n={row.lineBefore} />
      <Number n={row.lineAfter} />
      <span className={row.kind === 'removed' ? styles.before : styles.after}>{row.kind === 'removed' ? before(row) : after(row)}</span>
    </>
  );
}

function Both({ row }: { row: ComparedRow }): ReactNode {
  return (
    <>
      <Number n={row.lineBefore} />
      <Number n={undefined} />
      <span className={styles.before}>{before(row)}</span>
      <Number n={undefined} />
      <Number n={row.lineAfter} />
      <span className={styles.after}>{after(row)}</span>
    </>
  );
}
