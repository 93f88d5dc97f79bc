import type { CardQuestion } from '@dossier/contract/card-shapes';
import { codes } from '@dossier/contract/codes';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { nameKey } from '../../ground/text/names.ts';
import { dayNumber, plainNumber } from './card-values.ts';
import { kindOf, needAttributes } from './need-cards.ts';

/** What a value on a card must be: words that it is or holds, or numbers between which it lies. */
export interface CardBound {
  attribute: number;
  is?: string;
  has?: string;
  from?: number;
  to?: number;
}

const numbers: Record<string, (text: string) => number | undefined> = {
  number: plainNumber,
  date: dayNumber,
  person: plainNumber,
  yesNo: (text) => (text === 'true' ? 1 : text === 'false' ? 0 : undefined),
};

/** Questions about cards as they are put to the database; 2401 for what the organisation does not note, 2408 for what no such field can be. */
export async function cardBounds(ctx: Ctx, questions: readonly CardQuestion[]): Promise<CardBound[]> {
  const rows = await needAttributes(
    ctx,
    questions.map((question) => question.id),
  );
  return rows.map((row, place): CardBound => {
    const { is, has, from, to } = questions[place] ?? {};
    const attribute = row.id;
    const read = numbers[kindOf(row).kind];
    if (read === undefined) {
      if (is === undefined && has === undefined) throw new Refusal(codes.cardValueIllegal);
      return is === undefined ? { attribute, has: nameKey(has ?? '').slice(0, 200) } : { attribute, is: nameKey(is).slice(0, 500) };
    }
    const number = (text: string): number => {
      const found = read(text);
      if (found === undefined) throw new Refusal(codes.cardValueIllegal);
      return found;
    };
    if (is !== undefined) return { attribute, from: number(is), to: number(is) };
    if (from === undefined && to === undefined) throw new Refusal(codes.cardValueIllegal);
    return { attribute, ...(from !== undefined && { from: number(from) }), ...(to !== undefined && { to: number(to) }) };
  });
}
