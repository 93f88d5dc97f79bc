import { randomBytes, randomInt } from 'node:crypto';
import type { ParsedOf } from '@dossier/contract/core/route';
import type { session } from '@dossier/contract/identity/sessions';
import type { PublicContext } from '../../../platform/context.ts';
import { addressBlock } from '../../../platform/http/address-block.ts';
import { inTransaction } from '../../../platform/http/serve.ts';
import { insertCaptcha, takeCaptchaAttempt } from '../attempts.queries.ts';
import { isCaptchaRequired, takeCaptchaRequest } from '../attempts.ts';

// strokes on a 2 x 4 grid, so that no font of the system is needed
const strokes: Record<string, number[][]> = {
  0: [[0, 0, 2, 0, 2, 4, 0, 4, 0, 0]],
  1: [
    [0.3, 1, 1, 0, 1, 4],
    [0.2, 4, 1.8, 4],
  ],
  2: [[0, 0.6, 0.6, 0, 1.6, 0, 2, 0.8, 1.8, 1.8, 0, 4, 2, 4]],
  3: [[0, 0, 2, 0, 0.9, 1.7, 2, 2.4, 1.7, 3.7, 0.6, 4, 0, 3.4]],
  4: [[1.5, 4, 1.5, 0, 0, 2.8, 2.1, 2.8]],
  5: [[2, 0, 0.2, 0, 0.1, 1.8, 1.4, 1.6, 2, 2.5, 1.6, 3.8, 0.5, 4, 0, 3.5]],
  6: [[1.8, 0.1, 0.6, 1.2, 0, 2.8, 0.6, 4, 1.6, 3.8, 2, 2.8, 1.4, 2, 0.2, 2.3]],
  7: [
    [0, 0, 2, 0, 0.7, 4],
    [0.5, 2.1, 1.9, 2.1],
  ],
  8: [[1, 1.9, 0.2, 1, 1, 0, 1.8, 1, 1, 1.9, 0, 3, 1, 4, 2, 3, 1, 1.9]],
  9: [[1.8, 1.7, 0.6, 2, 0, 1.1, 0.6, 0, 1.6, 0, 2, 1.2, 1.4, 2.8, 0.2, 4]],
};

const jitter = (size: number): number => (randomInt(0, 2001) / 1000 - 1) * size;

/** A PNG of 200 x 64 pixels with the digits, distorted and crossed by lines. */
async function drawDigits(digits: string): Promise<Buffer> {
  // loaded on first use: the native module takes longer to load than the rest of this module
  const { createCanvas } = await import('@napi-rs/canvas');
  const canvas = createCanvas(200, 64);
  const pen = canvas.getContext('2d');
  pen.fillStyle = '#f5f7fa';
  pen.fillRect(0, 0, 200, 64);
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  for (let n = 0; n < 6; n++) {
    pen.strokeStyle = `hsl(${randomInt(0, 360)} 30% 70%)`;
    pen.lineWidth = 1.5;
    pen.beginPath();
    pen.moveTo(jitter(20), randomInt(0, 64));
    pen.bezierCurveTo(60, randomInt(0, 64), 130, randomInt(0, 64), 200 + jitter(20), randomInt(0, 64));
    pen.stroke();
  }
  [...digits].forEach((digit, index) => {
    pen.save();
    pen.translate(18 + index * 30 + jitter(3), 14 + jitter(5));
    pen.rotate(jitter(0.25));
    pen.strokeStyle = `hsl(${randomInt(0, 360)} 45% 32%)`;
    pen.lineWidth = 3;
    for (const line of strokes[digit] ?? []) {
      pen.beginPath();
      for (let at = 0; at < line.length; at += 2) pen.lineTo((line[at] ?? 0) * 8 + jitter(0.8), (line[at + 1] ?? 0) * 9 + jitter(0.8));
      pen.stroke();
    }
    pen.restore();
  });
  return canvas.encode('png');
}

const minuteMs = 60_000;

/** Whether this account needs a captcha, and a new one if so. */
export async function createCaptcha(ctx: PublicContext, input: ParsedOf<typeof session.captcha>) {
  if (input.always !== true && !(await isCaptchaRequired(ctx, input.loginName))) return { required: false };
  const answer = String(randomInt(100_000, 1_000_000));
  const id = randomBytes(16).toString('base64url');
  await inTransaction(ctx, async (inner) => {
    await takeCaptchaRequest(inner);
    await insertCaptcha(inner.db, { id, answer, tries: 0, expires_at: inner.now + 5 * minuteMs, address: addressBlock(inner.address) });
  });
  const image = await drawDigits(answer);
  return { required: true, captchaId: id, image: `data:image/png;base64,${image.toString('base64')}` };
}

/** Whether a captcha code is right; each check uses one of its five attempts. */
export async function checkCaptcha(ctx: PublicContext, input: ParsedOf<typeof session.checkCaptcha>) {
  const answer = await takeCaptchaAttempt(ctx.db, input.captchaId, ctx.now);
  return { valid: answer !== undefined && answer === input.captcha.trim() };
}
