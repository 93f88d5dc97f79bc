import { codes } from '@dossier/contract/codes';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { wordsFor } from './matchers.ts';
import { findNow } from './walk.ts';

/** Refuses a name with a word that blocks (2601), and tells which one it is: whoever typed it knows it already. */
export async function judgeName(ctx: Ctx, name: string): Promise<void> {
  const blocked = await (await wordsFor(ctx)).matcher('blocked');
  const found = blocked === undefined ? undefined : findNow(blocked, name)[0];
  if (found !== undefined) throw new Refusal(codes.sensitiveWordFound, { word: name.normalize('NFC').slice(found.from, found.to) });
}
