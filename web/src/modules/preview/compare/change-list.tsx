import type { ComparedSide } from '@dossier/contract/preview/compare';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef } from 'react';
import { type TextOf, useText } from '../../../platform/i18n.ts';
import { Empty } from '../../../platform/ui/empty.tsx';
import { columnLetters } from '../../../platform/place-texts.ts';
import { Heading, PlainButton, Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { ViewerPane, WindowedList } from '../viewer-parts.tsx';
import styles from './compare.module.css';
import type { Change, Comparison, ComparisonResult } from './use-comparison.ts';

/** The place of a difference as text. */
function placeOf(
  t: TextOf<'preview.compare'>,
  { kind, found, at }: { kind: Comparison['kind']; found: ComparisonResult; at: number },
  change: Change,
): string {
  const line = change.lineAfter ?? change.lineBefore;
  if (kind === 'text') return t('lineN', { count: line ?? 1 });
  if (kind === 'sheet') {
    const sheet = found.tables[change.table ?? 0]?.name ?? '';
    if (line === undefined) return sheet;
    return `${sheet} · ${change.column === undefined ? t('rowN', { count: line }) : `${columnLetters(change.column)}${line}`}`;
  }
  const page = (change.placesAfter?.[0] ?? change.placesBefore?.[0])?.page;
  return kind === 'pages' && page !== undefined ? t('pageN', { count: page }) : t('areaN', { count: at + 1 });
}

/** The text before and after. */
function Excerpt({ change: { before, after } }: { change: Change }): ReactNode {
  return (
    <>
      {before !== '' && (
        <Text as="del" lines={3}>
          {before}
        </Text>
      )}
      {after !== '' && (
        <Text as="ins" lines={3}>
          {after}
        </Text>
      )}
    </>
  );
}

/** The name of a side: after its version, which differs, where both are of one document; a narrow screen cuts the end. */
export function sideName(t: TextOf<'preview.compare'>, { view }: ComparedSide, isSame: boolean): string {
  return isSame ? `${t('versionN', { label: view.versionLabel })} · ${view.name}` : view.name;
}

interface ChangeListProps {
  kind: Comparison['kind'];
  found: ComparisonResult;
  current: number;
  choose: (at: number) => void;
}

/** All differences in order; the selected one is shown in the documents. */
export function ChangeList({ kind, found, current, choose }: ChangeListProps): ReactNode {
  const t = useText('preview.compare');
  const box = useRef<HTMLElement>(null);
  const { changes, cut } = found;
  const rows = useVirtualizer({ count: changes.length, getScrollElement: () => box.current, estimateSize: () => 64, overscan: 6 });
  useEffect(() => {
    if (current >= 0) rows.scrollToIndex(current, { align: 'auto' });
  }, [current, rows]);
  return (
    <ViewerPane className={styles.list} label={t('changes')}>
      <Stack as="header" pad={3}>
        <Heading level={2} size="m">
          {t('changes')}
        </Heading>
        <Text as="p" size="xs" tone="muted">
          <Counts found={found} />
        </Text>
      </Stack>
      {changes.length === 0 && <Empty small title={t('noChanges')} hint={kind === 'pages' ? t('noChangesHint') : ''} />}
      <Stack grow scroll ref={box}>
        <WindowedList height={rows.getTotalSize()}>
          {rows.getVirtualItems().map(({ index, start }) => {
            const change = changes[index];
            return (
              change && (
                <li key={index} data-index={index} ref={rows.measureElement} style={{ transform: `translateY(${start}px)` }}>
                  <PlainButton
                    lit
                    className={styles.change}
                    data-kind={change.kind}
                    aria-current={index === current}
                    onClick={() => choose(index)}
                  >
                    <Text size="xs" tone="muted" numeric>
                      {placeOf(t, { kind, found, at: index }, change)} {t(change.kind)}
                    </Text>
                    <Excerpt change={change} />
                  </PlainButton>
                </li>
              )
            );
          })}
        </WindowedList>
      </Stack>
      {cut && (
        <Row as="p" pad={2}>
          <Text size="xs" tone="muted">
            {t('notAll')}
          </Text>
        </Row>
      )}
    </ViewerPane>
  );
}

function Counts({ found: { added, removed, changed } }: { found: ComparisonResult }): ReactNode {
  const t = useText('preview.compare');
  const counts = [
    changed > 0 && t('nChanged', { count: changed }),
    added > 0 && t('nAdded', { count: added }),
    removed > 0 && t('nRemoved', { count: removed }),
  ];
  return counts.filter(Boolean).join(' · ');
}
