import { codes } from '@dossier/contract/core/codes';
import { borrowLevels, downloadLevel, grantingKinds } from '@dossier/contract/workflows/flow-shapes';
import type { Context } from '../../../platform/context.ts';
import { Refusal } from '../../../platform/refusal.ts';

const maxGrantMs = 366 * 24 * 3600_000;

/** A right that follows after another one on a document has ended. */
export interface PendingGrant {
  itemId: number;
  at: number;
  level: number;
  handOn: number | null;
  deadline: number | null;
}

/** The effect of a flow as its form states it. */
export interface FlowTerms {
  level?: number;
  ends?: number;
  /** The user who granted a right, and the rights that are still to follow. */
  giverId?: number;
  later?: PendingGrant[];
  /** The container of a publication or import, or the document to be replaced. */
  targetId?: number;
}

interface FormTerms {
  level?: number | undefined;
  lastTime?: string | undefined;
  targetId?: string | undefined;
}

/** The terms of a form, as stored. */
export function termsOf(kind: string, { level, lastTime, targetId }: FormTerms): FlowTerms {
  if (['publish', 'revise', 'upload'].includes(kind)) return targetId === undefined ? {} : { targetId: Number(targetId) };
  if (!grantingKinds.includes(kind)) return {};
  const given = kind === 'download' ? downloadLevel : level;
  if (given !== undefined && kind === 'borrow' && !(borrowLevels as readonly number[]).includes(given))
    throw new Refusal(codes.invalidParams);
  return { ...(given !== undefined && { level: given }), ...(lastTime !== undefined && { ends: Date.parse(lastTime) }) };
}

/** Refuses terms that would grant nothing. */
export function requireValidTerms(ctx: Pick<Context, 'now'>, kind: string, { level, ends }: FlowTerms): void {
  if (!grantingKinds.includes(kind)) return;
  if (level === undefined || ends === undefined) throw new Refusal(codes.invalidParams);
  if (ends <= ctx.now || ends - ctx.now > maxGrantMs) throw new Refusal(codes.deadlinePassed);
}
