import { languages } from '@dossier/contract/core/languages';
import type { Lang } from '@dossier/contract/core/shapes';
import { emailKinds } from '@dossier/contract/core/site-settings';
import type { EmailLineKind } from '@dossier/contract/notifications/emails';
import { oneLine } from '../../../platform/mail/outgoing-mail.ts';
import { textOf, type TextKey, type TextOf } from '../../../platform/text/texts.ts';
import type { EmailSubject } from '../email-subjects.ts';
import { messageText } from '../messages.ts';
import type { EmailDetails } from '../notify.ts';
import type { EmailLineRow } from './emails.queries.ts';

/** So many lines of a kind are written out; of more their number. */
const linesOfKind = 10;

/** A line that may be told, with its subject where it has one, and the organisation where that is not the reader's own. */
export interface EmailEntry {
  line: EmailLineRow;
  subject?: EmailSubject;
  spaceName?: string;
}

export interface EmailReader {
  lang: Lang;
  fullName: string;
  zone: string;
  /** The address of the site; without one the email has no links. */
  origin: string | undefined;
}

/** A paragraph of the email: a sentence, what belongs to it, and links. */
interface Block {
  sentence: string;
  further: string[];
  links: { label: string; url: string }[];
}

interface Group {
  title: string;
  blocks: Block[];
  more: number;
}

const orderOfKinds: readonly string[] = [...emailKinds, 'security'];

/** A day and time in the zone of the reader, with the name of the zone. */
function timeText({ lang, zone }: EmailReader, ms: number): string {
  return new Intl.DateTimeFormat(languages[lang].tag, {
    timeZone: zone || 'UTC',
    dateStyle: 'medium',
    timeStyle: 'short',
  })
    .format(ms)
    .concat(` (${zone || 'UTC'})`);
}

function detailsText(reader: EmailReader, { version, dueAt, startsAt, endsAt, place, link, note }: EmailDetails): string[] {
  const words = textOf(reader.lang, 'emails');
  const time = (ms: number | undefined): string => (ms === undefined ? '' : timeText(reader, ms));
  return [
    version === undefined ? '' : words('version', { label: version }),
    dueAt === undefined ? '' : words('due', { time: time(dueAt) }),
    startsAt === undefined ? '' : words('when', { from: time(startsAt), to: time(endsAt) }),
    place === undefined ? '' : words('where', { place: oneLine(place) }),
    link ?? '',
    note ?? '',
  ].filter((text) => text !== '');
}

function blockOf(reader: EmailReader, { line, subject, spaceName }: EmailEntry): Block {
  const words = textOf(reader.lang, 'emails');
  const name = subject?.name ?? line.name;
  const text = oneLine(messageText(reader.lang, { kind: line.type, facts: line.facts, name }));
  const sentence = line.times > 1 ? words('times', { text, count: line.times }) : text;
  const details = JSON.parse(line.details) as EmailDetails;
  const links: { label: string; path: string }[] = [
    ...(subject?.actions ?? []),
    ...(subject?.path === undefined ? [] : [{ label: words('open'), path: subject.path }]),
    ...(details.calendar === undefined ? [] : [{ label: words('calendar'), path: details.calendar }]),
  ];
  return {
    sentence: spaceName === undefined ? sentence : words('inSpace', { text: sentence, name: spaceName }),
    further: [...(subject?.sentences ?? []), ...detailsText(reader, details)],
    links: reader.origin === undefined ? [] : links.map(({ label, path }) => ({ label, url: reader.origin + path })),
  };
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);

const groupText = ({ title, blocks, more }: Group, words: TextOf<'emails'>): string =>
  [
    title.toUpperCase(),
    ...blocks.map(({ sentence, further, links }) =>
      [`- ${sentence}`, ...further.map((text) => `  ${text}`), ...links.map(({ label, url }) => `  ${label}: ${url}`)].join('\n'),
    ),
    ...(more > 0 ? [words('more', { count: more })] : []),
  ].join('\n\n');

/** Styles stand with the elements: mail programs drop sheets. */
const styles = {
  body: 'font-family:system-ui,-apple-system,Segoe UI,Roboto,PingFang SC,Microsoft YaHei,Noto Sans SC,sans-serif;font-size:15px;line-height:1.5',
  heading: 'font-size:16px;margin:24px 0 8px',
  paragraph: 'margin:0 0 12px',
  footer: 'margin-top:32px;font-size:13px',
} as const;

const groupHtml = ({ title, blocks, more }: Group, words: TextOf<'emails'>): string =>
  [
    `<h2 style="${styles.heading}">${escaped(title)}</h2>`,
    ...blocks.map(({ sentence, further, links }) => {
      const linked = links.map(({ label, url }) => `<a href="${escaped(url)}">${escaped(label)}</a>`).join(' · ');
      const parts = [`<strong>${escaped(sentence)}</strong>`, ...further.map((text) => escaped(text).replaceAll('\n', '<br>')), linked];
      return `<p style="${styles.paragraph}">${parts.filter((part) => part !== '').join('<br>')}</p>`;
    }),
    ...(more > 0 ? [`<p style="${styles.paragraph}">${escaped(words('more', { count: more }))}</p>`] : []),
  ].join('\n');

/** The page on which users choose their emails. */
const choicesPath = '/user-setting/notifications';

/** The email of some lines, the newest of each kind first: subject, text, and HTML with the same words. */
export function composeEmail(reader: EmailReader, entries: readonly EmailEntry[]): { subject: string; text: string; html: string } {
  const words = textOf(reader.lang, 'emails');
  const byKind = Map.groupBy(entries, ({ line }) => line.kind as EmailLineKind);
  const groups: Group[] = [...byKind]
    .toSorted(([a], [b]) => orderOfKinds.indexOf(a) - orderOfKinds.indexOf(b))
    .map(([kind, all]) => ({
      title: words(`kind_${kind}` satisfies TextKey<'emails'>),
      blocks: all.slice(0, linesOfKind).map((entry) => blockOf(reader, entry)),
      more: Math.max(0, all.length - linesOfKind),
    }));
  const [only] = groups.flatMap(({ blocks }) => blocks);
  const subject = entries.length === 1 && only !== undefined ? only.sentence : words('subject', { count: entries.length });
  const hello = words('hello', { name: reader.fullName });
  const choose = reader.origin === undefined ? '' : `${reader.origin}${choicesPath}`;
  const text = [
    hello,
    ...groups.map((group) => groupText(group, words)),
    `-- \n${words('why')}${choose === '' ? '' : `\n${words('choose')}: ${choose}`}`,
  ].join('\n\n');
  const link = choose === '' ? '' : ` <a href="${escaped(choose)}">${escaped(words('choose'))}</a>`;
  const html = `<!doctype html><html lang="${languages[reader.lang].tag}"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head>
<body style="${styles.body}"><p style="${styles.paragraph}">${escaped(hello)}</p>
${groups.map((group) => groupHtml(group, words)).join('\n')}
<p style="${styles.footer}">${escaped(words('why'))}${link}</p></body></html>`;
  return { subject: subject.slice(0, 200), text: `${text}\n`, html };
}
