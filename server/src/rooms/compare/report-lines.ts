import type { ComparisonKind } from '@dossier/contract/compare';
import { type HeldRevision, shownName } from '../content/file-ticket.ts';
import { dayAndMinute } from '../watermarks/rules.ts';
import type { PaperWords } from './paper-words.ts';
import type { ResultHead } from './read-result.ts';

/** A line of the PDF: how it is written, and what it says. */
export interface ReportLine {
  as: 'title' | 'text' | 'place' | 'before' | 'after';
  text: string;
}

const most = 2000;

interface Reported {
  kind: ComparisonKind;
  sides: [before: HeldRevision, after: HeldRevision];
  head: ResultHead;
  now: number;
}

/** What the PDF of a comparison says before its pages: who is compared, how much differs, and each difference. */
export function reportLines({ kind, sides, head, now }: Reported, words: PaperWords): ReportLine[] {
  const { date, time } = dayAndMinute(now);
  const side = (held: HeldRevision, label: string): ReportLine => ({
    as: 'text',
    text: `${label}: ${shownName(held).name} (${words.version} ${held.revision.number})`,
  });
  const counts = (['changed', 'added', 'removed'] as const)
    .filter((how) => head[how] > 0)
    .map((how) => numbered(words.counts[how], head[how]));
  const lines: ReportLine[] = [
    { as: 'title', text: words.title },
    side(sides[0], words.before),
    side(sides[1], words.after),
    { as: 'text', text: `${words.made}: ${date} ${time}` },
    { as: 'text', text: counts.length === 0 ? words.none : counts.join(', ') },
  ];
  for (const [at, change] of head.changes.slice(0, most).entries()) {
    lines.push({ as: 'place', text: `${at + 1}. ${placeOf({ kind, head, at }, words)} · ${words[change.kind]}` });
    if (change.before !== '') lines.push({ as: 'before', text: change.before });
    if (change.after !== '') lines.push({ as: 'after', text: change.after });
  }
  if (head.cut || head.changes.length > most) lines.push({ as: 'text', text: words.cut });
  return lines;
}

function placeOf({ kind, head, at }: { kind: ComparisonKind; head: ResultHead; at: number }, words: PaperWords): string {
  const change = head.changes[at];
  const line = change?.lineAfter ?? change?.lineBefore;
  if (kind === 'text') return numbered(words.line, line ?? 1);
  if (kind === 'sheet') {
    const name = head.tables[change?.table ?? 0]?.name ?? '';
    if (line === undefined) return name;
    return `${name} · ${change?.column === undefined ? numbered(words.row, line) : `${lettersOf(change.column)}${line}`}`;
  }
  const page = (change?.placesAfter?.[0] ?? change?.placesBefore?.[0])?.page;
  return kind === 'pages' && page !== undefined ? numbered(words.page, page) : numbered(words.area, at + 1);
}

const numbered = (words: string, n: number): string => words.replace('{n}', String(n));

/** A column from 0 as its letters. */
function lettersOf(column: number): string {
  let [letters, rest] = ['', column + 1];
  while (rest > 0) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
    rest = Math.floor((rest - 1) / 26);
  }
  return letters;
}
