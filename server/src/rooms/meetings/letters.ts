import type { Lang } from '@dossier/contract/shapes';
import type { Posted } from '../site/mail.ts';
import type { MeetingRow } from './queries.ts';
import { text as cn, type Texts } from './text/cn.ts';
import { text as en } from './text/en.ts';
import { text as es } from './text/es.ts';
import { text as ja } from './text/ja.ts';

const texts: Record<Lang, Texts> = { cn, en, es, ja };

/** What a letter is about. */
export type Occasion = 'invited' | 'moved' | 'cancelled';

const filled = (sentence: string, values: Record<string, string>): string =>
  sentence.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');

/** A line break in a name would begin a header of its own. */
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const time = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

interface Told {
  meeting: MeetingRow;
  byName: string;
  /** Where the meeting is shown, and where it is fetched for a calendar. */
  url: string;
  calendar: string;
}

/** The letter to somebody who is invited. */
export function meetingLetter(lang: Lang, occasion: Occasion, { meeting, byName, url, calendar }: Told): Pick<Posted, 'subject' | 'text'> {
  const words = texts[lang];
  const values = { name: oneLine(meeting.title), by: oneLine(byName), from: time(meeting.starts_at), to: time(meeting.ends_at) };
  const parts = [
    filled(words[`${occasion}Text`], values),
    filled(words.when, values),
    meeting.place === '' ? '' : filled(words.where, { place: oneLine(meeting.place) }),
    meeting.link,
    filled(words.open, { url }),
    occasion === 'cancelled' ? '' : filled(words.calendar, { url: calendar }),
  ];
  return { subject: filled(words[`${occasion}Subject`], values), text: `${parts.filter((part) => part !== '').join('\n\n')}\n` };
}
