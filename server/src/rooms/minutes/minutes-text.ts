import type { Lang } from '@dossier/contract/shapes';
import type { Ctx } from '../../ground/ctx.ts';
import { invitedTo } from '../meetings/invited-to.ts';
import { showMeeting } from '../meetings/show-meeting.ts';
import { type MeetingResults, resultsOf } from '../votes/meeting-results.ts';
import { lines, plain, table } from './markdown.ts';
import { minutesOf, type TaskRow, tasksOf } from './queries.ts';
import { text as cn, type Texts } from './text/cn.ts';
import { text as en } from './text/en.ts';
import { text as es } from './text/es.ts';
import { text as ja } from './text/ja.ts';

const texts: Record<Lang, Texts> = { cn, en, es, ja };

const filled = (sentence: string, values: Record<string, string | number>): string =>
  sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));

const time = (iso: string): string => `${iso.slice(0, 16).replace('T', ' ')} UTC`;

type Detail = Awaited<ReturnType<typeof showMeeting>>;

function head(words: Texts, meeting: Detail): string[] {
  const facts: [string, string][] = [
    [words.time, `${time(meeting.startTime)} – ${time(meeting.endTime)}`],
    [words.place, meeting.place],
    [words.host, meeting.hostName],
    [words.secretary, meeting.secretaryName],
  ];
  const known = facts.filter(([, value]) => value !== '');
  return [
    `# ${plain(meeting.title)}`,
    known.map(([name, value]) => `- **${name}**: ${plain(value)}`).join('\n'),
    lines(meeting.description),
  ];
}

function attendance(words: Texts, people: readonly { name: string; present: number }[]): string[] {
  const names = (present: number): string =>
    people
      .filter((one) => one.present === present)
      .map((one) => plain(one.name))
      .join(words.comma);
  return [`## ${words.present}`, names(1), ...(names(0) === '' ? [] : [`## ${words.absent}`, names(0)])];
}

function agenda(words: Texts, { agenda: items, papers }: Detail): string[] {
  const paperLine = (paper: Detail['papers'][number]): string =>
    `- ${words.papers}: ${plain(paper.name)} (${filled(words.version, { n: paper.version })})`;
  // what whoever archives may not read is not named to whoever reads the minutes
  const of = (itemId: string | undefined): string[] => papers.filter((paper) => paper.open && paper.itemId === itemId).map(paperLine);
  const parts = items.map((item, place) => {
    const facts = [
      ...(item.presenter === '' ? [] : [`${words.presenter} ${plain(item.presenter)}`]),
      ...(item.minutes === 0 ? [] : [filled(words.nMinutes, { n: item.minutes })]),
    ];
    return [`### ${place + 1}. ${plain(item.title)}`, facts.join(words.comma), lines(item.notes), of(item.id).join('\n')];
  });
  const whole = of(undefined);
  return items.length + whole.length === 0 ? [] : [`## ${words.agenda}`, ...parts.flat(), whole.join('\n')];
}

function results(words: Texts, found: MeetingResults): string[] {
  const named = (kind: string, text: string): string =>
    kind === 'opinion' ? (words[text as 'agree' | 'against' | 'abstain'] ?? plain(text)) : plain(text);
  const votes = found.votes.flatMap(({ vote, result, voters, voted }) => [
    `### ${plain(vote.question)}`,
    filled(words.turnout, { voted, voters }) + (vote.secret === 1 ? ` (${words.secret})` : ''),
    result.length === 0 ? words.tooFew : '',
    result
      .map((row) => {
        const who = row.names.length === 0 ? '' : ` — ${row.names.map(plain).join(words.comma)}`;
        return `- **${named(vote.kind, row.text)}**: ${row.count} (${row.percent} %)${who}`;
      })
      .join('\n'),
  ]);
  const shown = (value: number | undefined): string => (value === undefined ? '–' : String(value));
  const scores = found.scores.flatMap(({ score, criteria, result }) => [
    `### ${plain(score.title)}`,
    `- **${words.average}**: ${shown(result.average)}\n- **${words.trimmed}**: ${shown(result.trimmed)}`,
    table([
      [words.judge, ...criteria.map((one) => plain(one.name)), words.total],
      ...result.judges.map((judge) => [
        plain(judge.name),
        ...criteria.map((one) => shown(judge.marks.find((mark) => mark.criterionId === String(one.id))?.value)),
        shown(judge.total),
      ]),
    ]),
  ]);
  return votes.length + scores.length === 0 ? [] : [`## ${words.results}`, ...votes, ...scores];
}

function tasks(words: Texts, all: readonly TaskRow[]): string[] {
  const line = (task: TaskRow): string => {
    const facts = [
      ...(task.person_name === '' ? [] : [plain(task.person_name)]),
      ...(task.due === '' ? [] : [filled(words.due, { day: task.due })]),
    ];
    return `- ${plain(task.label)}${facts.length === 0 ? '' : ` (${facts.join(words.comma)})`}`;
  };
  const part = (kind: string, title: string): string[] => {
    const list = all.filter((task) => task.kind === kind);
    return list.length === 0 ? [] : [`## ${title}`, list.map(line).join('\n')];
  };
  return [...part('decision', words.decisions), ...part('task', words.tasks)];
}

/** Everything that came of a meeting as one Markdown text in the caller's language, and what it is called. */
export async function minutesText(ctx: Ctx, meetingId: number): Promise<{ text: string; title: string }> {
  const words = texts[ctx.user.lang];
  const meeting = await showMeeting(ctx, { id: String(meetingId) });
  const [minutes] = await minutesOf(ctx.db, { id: meetingId });
  const parts = [
    ...head(words, meeting),
    ...attendance(words, await invitedTo(ctx.db, meetingId)),
    ...agenda(words, meeting),
    ...(minutes === undefined || minutes.body.trim() === '' ? [] : [`## ${words.minutes}`, minutes.body.trim()]),
    ...results(words, await resultsOf(ctx, meetingId)),
    ...tasks(words, await tasksOf(ctx.db, meetingId)),
  ];
  const day = meeting.startTime.slice(0, 10);
  return { text: `${parts.filter((part) => part !== '').join('\n\n')}\n`, title: filled(words.file, { title: meeting.title, day }) };
}
