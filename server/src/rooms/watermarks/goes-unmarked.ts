import { right } from '@dossier/contract/rights';
import type { Ctx } from '../../ground/ctx.ts';
import type { HeldRevision } from '../content/file-ticket.ts';
import { markFor } from './mark-for.ts';

/** Whether somebody gets a document as it is: with the right to the original, and where nothing has to be drawn over it. */
export async function goesUnmarked(ctx: Ctx, held: HeldRevision): Promise<boolean> {
  if ((held.bits & right.download) === 0) return false;
  for (const use of ['view', 'print'] as const) if ((await markFor({ ctx, held }, use)) !== undefined) return false;
  return true;
}
