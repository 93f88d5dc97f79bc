import { randomBytes, randomInt } from 'node:crypto';
import type { ParsedOf } from '@dossier/contract/route';
import type { session } from '@dossier/contract/session';
import type { PublicCtx } from '../../ground/ctx.ts';
import { inTransaction } from '../../ground/http/serve.ts';
import { captchaNeeded, takePicture } from './guessing.ts';
import { drawDigits } from './captcha-picture.ts';
import { insertCaptcha, tryCaptcha } from './try-queries.ts';

const minutes = 60_000;

/** Whether this account must read a picture, and a new picture if so. */
export async function initCaptcha(ctx: PublicCtx, input: ParsedOf<typeof session.captcha>) {
  if (input.always !== true && !(await captchaNeeded(ctx, input.loginName))) return { required: false };
  const answer = String(randomInt(100_000, 1_000_000));
  const id = randomBytes(16).toString('base64url');
  await inTransaction(ctx, async (inner) => {
    await takePicture(inner);
    await insertCaptcha(inner.db, { id, answer, tries: 0, expires_at: inner.now + 5 * minutes });
  });
  const picture = await drawDigits(answer);
  return { required: true, captchaId: id, image: `data:image/png;base64,${picture.toString('base64')}` };
}

/** Tells whether a code is right; each look takes one of its five tries. */
export async function checkCaptcha(ctx: PublicCtx, input: ParsedOf<typeof session.checkCaptcha>) {
  const answer = await tryCaptcha(ctx.db, input.captchaId, ctx.now);
  return { valid: answer !== undefined && answer === input.captcha.trim() };
}
