import { createHash, randomBytes } from 'node:crypto';
import { codes } from '@dossier/contract/codes';
import type { doors } from '@dossier/contract/doors';
import type { OutputOf } from '@dossier/contract/route';
import type { Ctx, PublicCtx } from '../../ground/ctx.ts';
import { inTransaction } from '../../ground/http/serve.ts';
import { Refusal } from '../../ground/refusal.ts';
import { isoTime } from '../../ground/text/iso-time.ts';
import { takeLeave } from '../guard/guessing.ts';
import { settingsOf } from '../site/settings.ts';
import { needSiteOrigin } from '../site/site-origin.ts';
import { deleteOldScans, insertScan } from './scan-queries.ts';

/** How long a code can be confirmed. */
export const scanMs = 120_000;
/** Kept a while longer: a browser that asks late is no guesser. */
const keptMs = 600_000;

/** Only this is kept of the secret. */
export const secretHash = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** Refuses where the site has not opened this door. */
export async function needScanOpen({ db }: Pick<Ctx, 'db'>): Promise<void> {
  if (!(await settingsOf(db, 'scan')).enabled) throw new Refusal(codes.loginModelOff);
}

/** Model 4: begins a code for this browser. What the code shows opens nothing without the secret, which is not in it. */
export async function beginScan(ctx: PublicCtx): Promise<OutputOf<typeof doors.beginScan>> {
  await needScanOpen(ctx);
  await takeLeave(ctx);
  const { default: qr } = await import('qrcode');
  const scanId = randomBytes(24).toString('base64url');
  const secret = randomBytes(32).toString('base64url');
  const expires = ctx.now + scanMs;
  const url = `${await needSiteOrigin(ctx)}/scanConfirm?code=${scanId}`;
  const picture = await qr.toString(url, { type: 'svg', margin: 2 });
  await inTransaction(ctx, async ({ db, now, address, agent }) => {
    await deleteOldScans(db, now - keptMs);
    await insertScan(db, {
      id: scanId,
      secret_hash: secretHash(secret),
      state: 'waiting',
      person_id: null,
      session_id: null,
      address,
      agent,
      expires_at: expires,
    });
  });
  const image = `data:image/svg+xml;base64,${Buffer.from(picture).toString('base64')}`;
  return { scanId, secret, url, image, expires: isoTime(expires) };
}
