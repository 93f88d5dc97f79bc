import type { ListGroup } from '@dossier/contract/documents/list-groups';
import { currentLanguage, languageTags, textOf } from '../../../platform/i18n.ts';
import type { Layout, ListGrouping, Sort } from '../../../platform/ui/data-table/list-preferences.ts';

/** How many days, weeks or months have a group of their own; what is older is one group. */
const periods = { day: 31, week: 26, month: 36 } as const;
type Period = keyof typeof periods;

const isPeriod = (grouping: ListGrouping): grouping is Period => grouping in periods;

/** Cards stand beside each other, without lines between them that could be heads. */
export const hasGroups = (layout: Layout): boolean => layout === 'list' || layout === 'snapshot';

/** When the day, week or month began that lies so many of them back, in the time zone of the user. Weeks begin on Monday. */
function periodStart(period: Period, now: number, back: number): Date {
  const today = new Date(now);
  const [year, month, day] = [today.getFullYear(), today.getMonth(), today.getDate()];
  if (period === 'month') return new Date(year, month - back, 1);
  if (period === 'week') return new Date(year, month, day - ((today.getDay() + 6) % 7) - back * 7);
  return new Date(year, month, day - back);
}

/** What a list asks to be grouped. */
export function groupInput(grouping: ListGrouping, now: number) {
  if (grouping === 'none') return {};
  if (!isPeriod(grouping)) return { groupBy: grouping };
  const since = Array.from({ length: periods[grouping] }, (_, back) => periodStart(grouping, now, back).toISOString());
  return { groupBy: 'changed' as const, since: since.join(',') };
}

/** The order in which the groups are read from an index; others can be chosen afterwards. */
export function sortOf(grouping: ListGrouping, now: Sort): Sort {
  if (isPeriod(grouping)) return { field: 'updateTime', direction: 'desc' };
  return grouping === 'letter' ? { field: 'name', direction: 'asc' } : now;
}

/** A group in words. */
export function groupLabel(grouping: ListGrouping, { key, name }: ListGroup, now: number): string {
  const t = textOf('documents.library');
  if (key === 'folders') return t('folders');
  if (isPeriod(grouping)) return periodLabel(grouping, Number(key), now);
  if (grouping === 'letter') return key === '~' ? t('groupOtherLetters') : key === '#' ? t('groupDigits') : key.toUpperCase().trim();
  if (grouping === 'creator') return key === 'others' ? t('groupOthers') : name === '' || name === undefined ? t('groupNobody') : name;
  return textOf('search')(key === 'other' ? 'kind_other' : (`kind_${key}` as 'kind_pdf'));
}

function periodLabel(period: Period, back: number, now: number): string {
  const t = textOf('documents.library');
  if (back >= periods[period]) return t('groupOlder');
  if (back === 0) return t(({ day: 'groupToday', week: 'groupThisWeek', month: 'groupThisMonth' } as const)[period]);
  if (back === 1) return t(({ day: 'groupYesterday', week: 'groupLastWeek', month: 'groupLastMonth' } as const)[period]);
  const start = periodStart(period, now, back);
  const tag = languageTags[currentLanguage()];
  if (period === 'month') return new Intl.DateTimeFormat(tag, { year: 'numeric', month: 'long' }).format(start);
  const date = new Intl.DateTimeFormat(tag, {
    weekday: period === 'day' ? 'long' : undefined,
    year: 'numeric',
    month: 'long',
    day: 'numeric',
  });
  return period === 'day' ? date.format(start) : t('groupWeekOf', { date: date.format(start) });
}
