import type { Lang } from '@dossier/contract/core/shapes';
import { type ReactNode, useSyncExternalStore } from 'react';
import { languageTags, platformText, useLanguage } from '../i18n.ts';

/** A size in bytes, in tabular figures, with the exact number as tooltip. */
export function FileSize({ bytes }: { bytes: number }): ReactNode {
  const language = useLanguage();
  return (
    <span title={`${formatNumber(bytes, language)} B`} style={{ fontVariantNumeric: 'tabular-nums' }}>
      {formatSize(bytes, language)}
    </span>
  );
}

let clockTime = Date.now();
const listeners = new Set<() => void>();
setInterval(() => {
  clockTime = Date.now();
  for (const notify of listeners) notify();
}, 30_000);

function subscribe(notify: () => void): () => void {
  if (listeners.size === 0) clockTime = Date.now();
  listeners.add(notify);
  return () => listeners.delete(notify);
}

/** A relative time that is updated, with the exact time as tooltip. */
export function RelativeTime({ iso }: { iso: string }): ReactNode {
  useLanguage();
  const now = useSyncExternalStore(subscribe, () => clockTime);
  return (
    <time dateTime={iso} title={formatExactTime(iso)}>
      {formatRelativeTime(iso, now)}
    </time>
  );
}

/** A size in bytes for display: 0 B, 812 B, 1.4 MB. */
export function formatSize(bytes: number, language: Lang): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'];
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  const digits = unit === 0 || value >= 99.5 ? 0 : 1;
  return `${formatNumber(value, language, digits)} ${units[unit]}`;
}

/** How a language writes numbers. */
interface NumberSigns {
  /** Between thousands. */
  group: string;
  /** Before decimals. */
  point: string;
  /** Numbers of fewer digits are written without a sign between thousands. */
  least: number;
}

const signs = new Map<Lang, NumberSigns>();

function signsOf(language: Lang): NumberSigns {
  const known = signs.get(language);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat(languageTags[language]);
  const sign = (type: 'group' | 'decimal', value: number) => format.formatToParts(value).find((part) => part.type === type)?.value;
  const made = { group: sign('group', 12345) ?? '', point: sign('decimal', 0.5) ?? '.', least: sign('group', 1234) === undefined ? 5 : 4 };
  signs.set(language, made);
  return made;
}

/** A number as the language writes it. A number format of the browser takes as long to make as ten rows to draw, so each language makes one. */
export function formatNumber(value: number, language: Lang, digits = 0): string {
  const { group, point, least } = signsOf(language);
  const [whole = '', part = ''] = Math.abs(value).toFixed(digits).split('.');
  const rest = part.replace(/0+$/, '');
  const grouped = whole.length < least ? whole : whole.replace(/\B(?=(\d{3})+$)/g, group);
  return `${value < 0 ? '-' : ''}${grouped}${rest && point + rest}`;
}

/** A shortened count: 950, 1.2k, 3.4M. */
export function formatCount(count: number): string {
  const units = ['', 'k', 'M', 'G', 'T', 'P', 'E'];
  let value = count;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return unit === 0 ? String(count) : `${value >= 100 ? Math.floor(value) : Math.floor(value * 10) / 10}${units[unit]}`;
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** The exact time: 2026-11-21 09:30:05. */
export function formatExactTime(iso: string): string {
  const time = new Date(iso);
  const two = (part: number): string => String(part).padStart(2, '0');
  const date = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${date} ${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`;
}

/** A time in a sentence: that of today by the hour alone. Empty where it is unknown. */
export const useSince = (iso: string | undefined): string => sinceText(iso, useLanguage());

function sinceText(iso: string | undefined, language: Lang): string {
  if (iso === undefined) return '';
  const time = new Date(iso);
  return time.toDateString() === new Date().toDateString()
    ? time.toLocaleTimeString(languageTags[language], { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
    : time.toLocaleString(languageTags[language], { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' });
}

/** Relative time: just now, minutes, hours, one day, then the date. */
function formatRelativeTime(iso: string, now: number): string {
  const age = now - Date.parse(iso);
  if (age < 30 * second) return platformText('justNow');
  if (age < hour) return platformText('minutesAgo', { count: Math.max(1, Math.round(age / minute)) });
  if (age < day) return platformText('hoursAgo', { count: Math.floor(age / hour) });
  if (age < 2 * day) return platformText('oneDayAgo');
  return formatExactTime(iso).slice(0, 10);
}
