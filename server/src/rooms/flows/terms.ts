import { codes } from '@dossier/contract/codes';
import { borrowLevels, downloadLevel, givingKinds } from '@dossier/contract/flow-shapes';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';

const longest = 366 * 24 * 3600_000;

/** A right that comes after another one on a document has ended. */
export interface Later {
  itemId: number;
  at: number;
  level: number;
  handOn: number | null;
  deadline: number | null;
}

/** What a flow does when it is passed, as far as its form says it. */
export interface Terms {
  level?: number;
  ends?: number;
  /** By whose hand a right was given, and which ones are still to come. */
  giverId?: number;
  later?: Later[];
  /** Where it is published or taken in, or which document it takes the place of. */
  targetId?: number;
}

interface Written {
  level?: number | undefined;
  lastTime?: string | undefined;
  targetId?: string | undefined;
}

/** The terms of a form, as they are kept. */
export function termsOf(kind: string, { level, lastTime, targetId }: Written): Terms {
  if (['publish', 'revise', 'upload'].includes(kind)) return targetId === undefined ? {} : { targetId: Number(targetId) };
  if (!givingKinds.includes(kind)) return {};
  const given = kind === 'download' ? downloadLevel : level;
  if (given !== undefined && kind === 'borrow' && !(borrowLevels as readonly number[]).includes(given))
    throw new Refusal(codes.invalidParams);
  return { ...(given !== undefined && { level: given }), ...(lastTime !== undefined && { ends: Date.parse(lastTime) }) };
}

/** Refuses terms with which nothing could be given. */
export function needTerms(ctx: Pick<Ctx, 'now'>, kind: string, { level, ends }: Terms): void {
  if (!givingKinds.includes(kind)) return;
  if (level === undefined || ends === undefined) throw new Refusal(codes.invalidParams);
  if (ends <= ctx.now || ends - ctx.now > longest) throw new Refusal(codes.deadlinePassed);
}
