import { codes } from '@dossier/contract/codes';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { csvText } from '../../ground/tables/csv.ts';
import { isoTime } from '../../ground/text/iso-time.ts';
import { isCounted, isTooFew, needVote } from './need-vote.ts';
import { resultOf } from './show-votes.ts';
import { choicesOf, type VoteRow, votersOf } from './vote-queries.ts';

/** The counts as a table, and below them, of a named vote, who chose what; 1009 while they are not open to the caller. */
export async function exportVote(ctx: Ctx, { id }: { id: string }) {
  const held = await needVote(ctx, id);
  if (!isCounted(held, ctx.now)) throw new Refusal(codes.notAvailable);
  const { vote } = held;
  const { result, voted } = await resultOf(ctx, vote);
  if (isTooFew(vote, voted)) throw new Refusal(codes.notAvailable);
  const lines = [
    ['question', 'option', 'votes', 'percent'],
    ...result.map((row) => [vote.question, row.text, String(row.count), String(row.percent)]),
    ...(vote.secret === 0 ? await namedLines(ctx, vote, new Map(result.map((row) => [Number(row.id), row.text]))) : []),
  ];
  return { fileName: 'vote.csv', text: csvText(lines) };
}

async function namedLines(ctx: Ctx, vote: VoteRow, textOf: ReadonlyMap<number, string>): Promise<string[][]> {
  const chosen = Map.groupBy(await choicesOf(ctx.db, vote.id), (row) => row.person_id);
  const voters = await votersOf(ctx.db, vote.id);
  return [
    [],
    ['voter', 'chosen', 'opinion', 'time'],
    ...voters.map((row) => [
      row.name,
      (chosen.get(row.person_id) ?? []).map((one) => textOf.get(one.option_id) ?? '').join(' / '),
      row.opinion,
      row.voted_at === 0 ? '' : isoTime(row.voted_at),
    ]),
  ];
}
