import { createHash } from 'node:crypto';
import { codes } from '@dossier/contract/core/codes';
import { right } from '@dossier/contract/core/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { minutes } from '@dossier/contract/meetings/minutes';
import type { Context } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/http/serve.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { checkName, endedName } from '../../../platform/text/names.ts';
import { minuteInUtc } from '../../../platform/text/iso-time.ts';
import { type TextOf, textOf } from '../../../platform/text/texts.ts';
import { requireContainer } from '../../access/require-items.ts';
import { addRevision, BlobGone, lockBlobs, placeDocument, recordBlobs, storeBlob } from '../../documents/place-document.ts';
import { emitForMeeting, meetingArchived } from '../events.ts';
import { attendeesOfMeeting, requireLedMeeting } from '../meetings/attendees.ts';
import { markArchived } from '../meetings/meeting-lifecycle.ts';
import { showMeeting } from '../meetings/read-meetings.ts';
import { closeVotesAndScores, type MeetingResults, resultsOf } from '../votes/read-votes.ts';
import { minutesOf, type TaskRow, tasksOf } from './minutes.queries.ts';

/** The title as a document name: without illegal characters, and truncated. */
function documentName(title: string): string {
  const words = title.replaceAll(/[/\\:*?"<>|\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').replaceAll(/\s+/g, ' ');
  const name = endedName(`${words.replaceAll(/^[\s.]+|[\s.]+$/g, '')}.md`, '');
  return checkName(name).ok ? name : 'minutes.md';
}

async function requireEnded(ctx: Context, id: string): Promise<{ id: number; title: string }> {
  const { meeting } = await requireLedMeeting(ctx, id);
  if (meeting.state !== 'ended') throw new Refusal(meeting.state === 'archived' ? codes.meetingEnded : codes.changedMeanwhile);
  return meeting;
}

/**
 * Archives an ended meeting and puts its minutes into a folder. The bytes are on disk before any row is written; where the meeting changed
 * in between,
 * they are made again.
 */
export async function archiveMeeting(asking: Context, input: ParsedOf<typeof minutes.archive>): Promise<OutputOf<typeof minutes.archive>> {
  const meeting = await requireEnded(asking, input.id);
  await requireContainer(asking, right.visible | right.upload, input.parentId);
  for (let attempt = 1; ; attempt++) {
    const { text, title } = await minutesDocument(asking, meeting.id);
    const bytes = Buffer.from(text);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const part = `minutes-${newId()}`;
    const isNew = await storeBlob(asking.services, { part, sha256, size: bytes.length, bytes });
    try {
      return await inTransaction(asking, async (ctx) => {
        await requireEnded(ctx, input.id);
        if ((await minutesDocument(ctx, meeting.id)).text !== text) throw new BlobGone();
        await lockBlobs(ctx, [{ sha256, size: bytes.length }]);
        const { item: place } = await requireContainer(ctx, right.visible | right.upload, input.parentId);
        const arrived = { id: newId(), revisionId: newId(), name: documentName(title), size: bytes.length, onSameName: 'rename' as const };
        const placed = await placeDocument(ctx, place, arrived);
        await addRevision(ctx, placed, { sha256, size: bytes.length, name: placed.name });
        await closeVotesAndScores(ctx, meeting.id);
        if (!(await markArchived(ctx.db, { id: meeting.id, documentId: placed.documentId }))) throw new Refusal(codes.changedMeanwhile);
        await emitForMeeting(ctx, meetingArchived, meeting, { after: { document: placed.name } });
        return { documentId: String(placed.documentId), name: placed.name };
      });
    } catch (error) {
      // bytes that no document uses are recorded, so that a sweep finds them
      if (isNew) await recordBlobs(asking.services, [{ sha256, size: bytes.length }]);
      if (!(error instanceof BlobGone)) throw error;
      if (attempt === 3) throw new Refusal(codes.changedMeanwhile);
    }
  }
}

/** Escapes a single line as plain text of Markdown. */
const escapeMarkdown = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/[\\`*_{}[\]<>#|~&!()]/g, (sign) => `\\${sign}`)
    // characters that start a list or a heading at the start of a line
    .replace(/^([-+=]|\d+[.)])/, (sign) => `\\${sign}`);

/** Escapes several lines as plain text of Markdown. */
const escapeLines = (text: string): string =>
  text
    .split(/\r?\n/)
    .map(escapeMarkdown)
    .filter((line) => line !== '')
    .join('  \n');

/** A table; its cells are escaped already. */
const markdownTable = (rows: readonly (readonly string[])[]): string => {
  const [header = [], ...rest] = rows;
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [row(header), row(header.map(() => '---')), ...rest.map(row)].join('\n');
};

const time = (iso: string): string => minuteInUtc(Date.parse(iso));

type MeetingDetail = Awaited<ReturnType<typeof showMeeting>>;

function head(words: TextOf<'meetings.minutes'>, meeting: MeetingDetail): string[] {
  const facts: [string, string][] = [
    [words('time'), `${time(meeting.startTime)} – ${time(meeting.endTime)}`],
    [words('place'), meeting.place],
    [words('host'), meeting.hostName],
    [words('secretary'), meeting.secretaryName],
  ];
  const known = facts.filter(([, value]) => value !== '');
  return [
    `# ${escapeMarkdown(meeting.title)}`,
    known.map(([name, value]) => `- **${name}**: ${escapeMarkdown(value)}`).join('\n'),
    escapeLines(meeting.description),
  ];
}

function attendance(words: TextOf<'meetings.minutes'>, people: readonly { name: string; present: number }[]): string[] {
  const names = (present: number): string =>
    people
      .filter((one) => one.present === present)
      .map((one) => escapeMarkdown(one.name))
      .join(words('comma'));
  return [`## ${words('present')}`, names(1), ...(names(0) === '' ? [] : [`## ${words('absent')}`, names(0)])];
}

function agenda(words: TextOf<'meetings.minutes'>, { agenda: items, papers }: MeetingDetail): string[] {
  const paperLine = (agendaDocument: MeetingDetail['papers'][number]): string =>
    `- ${words('papers')}: ${escapeMarkdown(agendaDocument.name)} (${words('version', { label: agendaDocument.versionLabel })})`;
  // documents that the archiving user may not read are not named to the readers of the minutes
  const of = (itemId: string | undefined): string[] =>
    papers.filter((agendaDocument) => agendaDocument.open && agendaDocument.itemId === itemId).map(paperLine);
  const parts = items.map((item, place) => {
    const facts = [
      ...(item.presenter === '' ? [] : [`${words('presenter')} ${escapeMarkdown(item.presenter)}`]),
      ...(item.minutes === 0 ? [] : [words('nMinutes', { n: item.minutes })]),
    ];
    return [`### ${place + 1}. ${escapeMarkdown(item.title)}`, facts.join(words('comma')), escapeLines(item.notes), of(item.id).join('\n')];
  });
  const whole = of(undefined);
  return items.length + whole.length === 0 ? [] : [`## ${words('agenda')}`, ...parts.flat(), whole.join('\n')];
}

const opinions = ['agree', 'against', 'abstain'] as const;
const isOpinion = (text: string): text is (typeof opinions)[number] => (opinions as readonly string[]).includes(text);

function results(words: TextOf<'meetings.minutes'>, found: MeetingResults): string[] {
  const named = (kind: string, text: string): string =>
    kind === 'opinion' ? (isOpinion(text) ? words(text) : escapeMarkdown(text)) : escapeMarkdown(text);
  const votes = found.votes.flatMap(({ vote, result, voters, voted }) => [
    `### ${escapeMarkdown(vote.question)}`,
    words('turnout', { voted, voters }) + (vote.secret === 1 ? ` (${words('secret')})` : ''),
    result.length === 0 ? words('tooFew') : '',
    result
      .map((row) => {
        const who = row.names.length === 0 ? '' : ` — ${row.names.map(escapeMarkdown).join(words('comma'))}`;
        return `- **${named(vote.kind, row.text)}**: ${row.count} (${row.percent} %)${who}`;
      })
      .join('\n'),
  ]);
  const shown = (value: number | undefined): string => (value === undefined ? '–' : String(value));
  const scores = found.scores.flatMap(({ score, criteria, result }) => [
    `### ${escapeMarkdown(score.title)}`,
    `- **${words('average')}**: ${shown(result.average)}\n- **${words('trimmed')}**: ${shown(result.trimmed)}`,
    markdownTable([
      [words('judge'), ...criteria.map((one) => escapeMarkdown(one.name)), words('total')],
      ...result.judges.map((judge) => [
        escapeMarkdown(judge.name),
        ...criteria.map((one) => shown(judge.marks.find((mark) => mark.criterionId === String(one.id))?.value)),
        shown(judge.total),
      ]),
    ]),
  ]);
  return votes.length + scores.length === 0 ? [] : [`## ${words('results')}`, ...votes, ...scores];
}

function tasks(words: TextOf<'meetings.minutes'>, all: readonly TaskRow[]): string[] {
  const line = (task: TaskRow): string => {
    const facts = [
      ...(task.person_name === '' ? [] : [escapeMarkdown(task.person_name)]),
      ...(task.due === '' ? [] : [words('due', { day: task.due })]),
    ];
    return `- ${escapeMarkdown(task.label)}${facts.length === 0 ? '' : ` (${facts.join(words('comma'))})`}`;
  };
  const part = (kind: string, title: string): string[] => {
    const list = all.filter((task) => task.kind === kind);
    return list.length === 0 ? [] : [`## ${title}`, list.map(line).join('\n')];
  };
  return [...part('decision', words('decisions')), ...part('task', words('tasks'))];
}

/** The minutes with all results of a meeting as a Markdown text in the caller's language, and its title. */
async function minutesDocument(ctx: Context, meetingId: number): Promise<{ text: string; title: string }> {
  const words = textOf(ctx.user.lang, 'meetings.minutes');
  const meeting = await showMeeting(ctx, { id: String(meetingId) });
  const [minutes] = await minutesOf(ctx.db, { id: meetingId });
  const parts = [
    ...head(words, meeting),
    ...attendance(words, await attendeesOfMeeting(ctx.db, meetingId)),
    ...agenda(words, meeting),
    ...(minutes === undefined || minutes.body.trim() === '' ? [] : [`## ${words('minutes')}`, minutes.body.trim()]),
    ...results(words, await resultsOf(ctx, meetingId)),
    ...tasks(words, await tasksOf(ctx.db, meetingId)),
  ];
  const day = meeting.startTime.slice(0, 10);
  return { text: `${parts.filter((part) => part !== '').join('\n\n')}\n`, title: words('file', { title: meeting.title, day }) };
}
