import { codes } from '@dossier/contract/codes';
import type { PublicCtx } from '../../ground/ctx.ts';
import type { Db } from '../../ground/db/database.ts';
import { inTransaction } from '../../ground/http/serve.ts';
import { Refusal } from '../../ground/refusal.ts';
import { hashPassword, passwordMatches } from '../people/password.ts';
import { takeCounted } from '../session/counted-tries.ts';
import { makeCode } from '../session/validations.ts';
import { mailIsOn, postLetter } from '../site/mail.ts';
import { codeLetter } from '../shares/letters.ts';
import { putCode, spendCode, tryCode } from './queries.ts';

const minute = 60_000;
const codeLifeMs = 10 * minute;
/** An address gets so many letters for one link in a quarter of an hour. */
const letterRule = { windowMs: 15 * minute, limit: 5, blockMs: 15 * minute };

interface Proving {
  shareId: number;
  mail: string;
}

/** Sends a code to an address; the one before it is worth nothing any more. */
export async function sendCode(ctx: PublicCtx, { shareId, mail }: Proving): Promise<void> {
  if (!(await mailIsOn(ctx.db))) throw new Refusal(codes.notAvailable);
  await takeCounted({ house: ctx.house, key: `share-code:${shareId} ${mail}`, now: ctx.now }, letterRule);
  const { code, hash } = await makeCode();
  await inTransaction(ctx, async ({ db, now, lang }) => {
    await putCode(db, { share_id: shareId, mail, code_hash: hash, expires_at: now + codeLifeMs });
    await postLetter(db, { to: mail, ...codeLetter(lang, code), until: now + codeLifeMs, at: now });
  });
}

/** A code of nobody: judged where there is none to judge, so that it takes as long. */
const nobody = hashPassword('no code');

/** Judges a code: 2017 for a wrong one, 2018 for one that is over or was tried five times. What it proves is to be spent with what follows. */
export async function codeFor(
  { house, now }: PublicCtx,
  { shareId, mail, code }: Proving & { code: string },
): Promise<(db: Db) => Promise<boolean>> {
  const tried = await house.database.write((db) => tryCode(db, { shareId, mail, now }));
  const isRight = await passwordMatches(code.replaceAll(/\s/g, ''), tried?.code_hash ?? (await nobody));
  if (tried === undefined) throw new Refusal(codes.messageCodeExpired);
  if (!isRight) throw new Refusal(codes.messageCodeWrong);
  return (db) => spendCode(db, { shareId, mail, codeHash: tried.code_hash });
}
