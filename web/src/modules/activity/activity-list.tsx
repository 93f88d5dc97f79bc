import type { ActivityLine } from '@dossier/contract/activity/activity';
import type { Lang } from '@dossier/contract/core/shapes';
import { Button, Select, Skeleton } from 'antd';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { type TextOf, languageTags, useLanguage, useText } from '../../platform/i18n.ts';
import { Empty } from '../../platform/ui/empty.tsx';
import { ErrorBox } from '../../platform/ui/error-box.tsx';
import { useDelayed, useMedia } from '../../platform/ui/hooks.ts';
import { DividedList, Heading, Row, Stack } from '../../platform/ui/layout.tsx';
import { ActivityEntry } from './activity-entry.tsx';
import { type KindGroup, type StreamInput, kindGroups, linesOf, useActivity } from './activity-stream.ts';

const groups = Object.keys(kindGroups) as KindGroup[];

/** The choice of what the stream shows; nothing chosen is everything. */
export function KindFilter({ value, set }: { value: KindGroup | undefined; set: (group: KindGroup | undefined) => void }): ReactNode {
  const t = useText('activity');
  const isByFinger = useMedia('finger');
  return (
    <Select<KindGroup | 'all'>
      size={isByFinger ? 'large' : 'small'}
      aria-label={t('filter')}
      value={value ?? 'all'}
      onChange={(next) => set(next === 'all' ? undefined : next)}
      popupMatchSelectWidth={false}
      options={[{ value: 'all', label: t('show_all') }, ...groups.map((group) => ({ value: group, label: t(`show_${group}`) }))]}
    />
  );
}

interface ActivityListProps {
  scope: Omit<StreamInput, 'kinds'>;
  group: KindGroup | undefined;
  /** That of the headings of days. */
  level: 2 | 3;
}

/** A stream, newest first, by days; older lines come when its end is reached. */
export function ActivityList({ scope, group, level }: ActivityListProps): ReactNode {
  const t = useText('activity');
  const stream = useActivity({ ...scope, ...(group !== undefined && { kinds: [...kindGroups[group]] }) });
  const late = useDelayed(stream.isPending);
  if (stream.error !== null && stream.data === undefined)
    return <ErrorBox small error={stream.error} retry={() => void stream.refetch()} />;
  if (stream.data === undefined) return late && <Skeleton active paragraph={{ rows: 4 }} title={false} />;
  const lines = linesOf(stream.data.pages);
  if (lines.length === 0 && !stream.hasNextPage) return <Empty small title={t(group === undefined ? 'nothing' : 'nothingOfThat')} />;
  return (
    <Stack gap={3}>
      {[...Map.groupBy(lines, dayOf)].map(([day, list]) => (
        <Day key={day} day={day} lines={list} level={level} />
      ))}
      {stream.isFetchNextPageError && <ErrorBox small error={stream.error} />}
      {stream.hasNextPage && <Older more={() => void stream.fetchNextPage()} loading={stream.isFetchingNextPage} />}
    </Stack>
  );
}

const dayOf = ({ time }: ActivityLine): string => new Date(time).toDateString();

function Day({ day, lines, level }: { day: string; lines: readonly ActivityLine[]; level: 2 | 3 }): ReactNode {
  const t = useText('activity');
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Heading level={level} size="s" id={id}>
        {dayName(t, day, useLanguage())}
      </Heading>
      <DividedList as="ol" lines="roomy">
        {lines.map((line) => (
          <li key={line.id}>
            <ActivityEntry line={line} />
          </li>
        ))}
      </DividedList>
    </section>
  );
}

function dayName(t: TextOf<'activity'>, day: string, language: Lang): string {
  const now = new Date();
  if (day === now.toDateString()) return t('today');
  if (day === new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1).toDateString()) return t('yesterday');
  return new Date(day).toLocaleDateString(languageTags[language], { dateStyle: 'long' });
}

/** Loads more when it comes into sight, and on a press. */
function Older({ more, loading }: { more: () => void; loading: boolean }): ReactNode {
  const t = useText('activity');
  const row = useRef<HTMLElement>(null);
  const latest = useRef(more);
  useEffect(() => {
    latest.current = more;
  });
  useEffect(() => {
    const element = row.current;
    // a DOM without layout has none
    if (element === null || loading || !('IntersectionObserver' in window)) return;
    const watch = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) latest.current();
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, [loading]);
  return (
    <Row ref={row} justify="center">
      <Button size="small" loading={loading} onClick={more}>
        {t('older')}
      </Button>
    </Row>
  );
}
