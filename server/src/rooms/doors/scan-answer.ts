import { codes } from '@dossier/contract/codes';
import type { doors } from '@dossier/contract/doors';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { isoTime } from '../../ground/text/iso-time.ts';
import { readAgent } from '../session/agent.ts';
import { needScanOpen, scanMs } from './scan-begin.ts';
import { answerScanRow, findScan } from './scan-queries.ts';

/** Who asks: a person must see that it is their own screen before they confirm. */
export async function showScan(ctx: Ctx, { code }: ParsedOf<typeof doors.showScan>): Promise<OutputOf<typeof doors.showScan>> {
  await needScanOpen(ctx);
  const scan = await findScan(ctx.db, code);
  if (scan?.state !== 'waiting' || scan.expires_at <= ctx.now) throw new Refusal(codes.scanExpired);
  const times = { since: isoTime(scan.expires_at - scanMs), expires: isoTime(scan.expires_at) };
  return { ...readAgent(scan.agent), address: scan.address, ...times };
}

/** Lets the asking browser in as the caller, or turns it away; once. */
export async function answerScan(ctx: Ctx, { code, accept }: ParsedOf<typeof doors.answerScan>): Promise<Record<string, never>> {
  await needScanOpen(ctx);
  const state = accept ? 'confirmed' : 'refused';
  if (!(await answerScanRow(ctx.db, { id: code, state, personId: ctx.user.id, sessionId: ctx.user.sessionId, now: ctx.now })))
    throw new Refusal(codes.scanExpired);
  return {};
}
