import type { ComparedSide } from '@dossier/contract/compare';
import type { ReactNode } from 'react';
import type { TextOf } from '../../ground/text.ts';
import { lettersOf } from '../sheets/cell-names.ts';
import type { Change, Comparison, Found } from './use-comparison.ts';

/** Where a difference stands, in words. */
export function placeOf(
  t: TextOf<'compare'>,
  { kind, found, at }: { kind: Comparison['kind']; found: Found; at: number },
  change: Change,
): string {
  const line = change.lineAfter ?? change.lineBefore;
  if (kind === 'text') return t('lineN', { n: line ?? 1 });
  if (kind === 'sheet') {
    const sheet = found.tables[change.table ?? 0]?.name ?? '';
    if (line === undefined) return sheet;
    return `${sheet} · ${change.column === undefined ? t('rowN', { n: line }) : `${lettersOf(change.column)}${line}`}`;
  }
  const page = (change.placesAfter?.[0] ?? change.placesBefore?.[0])?.page;
  return kind === 'pages' && page !== undefined ? t('pageN', { n: page }) : t('areaN', { n: at + 1 });
}

/** What stood there and what stands there. */
export function Excerpt({ change: { before, after } }: { change: Change }): ReactNode {
  return (
    <>
      {before !== '' && <del>{before}</del>}
      {after !== '' && <ins>{after}</ins>}
    </>
  );
}

/** The name of a side: with its version where both are of one document. */
export function sideName(t: TextOf<'compare'>, { view }: ComparedSide, isSame: boolean): string {
  return isSame ? `${view.name} · ${t('versionN', { n: view.version })}` : view.name;
}
