import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { codes } from '@dossier/contract/codes';
import type { PublicCtx } from '../../ground/ctx.ts';
import type { Db } from '../../ground/db/database.ts';
import { addressBlock } from '../../ground/http/address-block.ts';
import { inTransaction } from '../../ground/http/serve.ts';
import { Refusal } from '../../ground/refusal.ts';
import { attempt, clearFailures, countTry } from '../guard/tries.ts';
import { codeLifeMs } from '../session/validations.ts';
import { mailIsOn, postLetter } from '../site/mail.ts';
import { codeLetter } from '../shares/letters.ts';
import { mailIsKnown } from '../shares/recipient-doors.ts';
import { tokenKey } from '../shares/token.ts';
import { doorBounds, judged, take } from './door-bounds.ts';
import { putCode, spendCode, standingCode, tryCode } from './queries.ts';

/** A code is sent so often: whoever asks again is told that it lies in the box, so that nobody keeps its owner from typing it. */
const lettersOfCode = { windowMs: 24 * 3600_000, limit: 3, blockMs: 24 * 3600_000 };
/** So many wrong tries a code stands from one network address; from all together more, so that others cannot kill it by trying. */
const triesOfCode = { windowMs: 24 * 3600_000, limit: 5, blockMs: 24 * 3600_000 };

interface Proving {
  shareId: number;
  mail: string;
}

/**
 * The six digits that a seed stands for. They are made, not kept: the same code can be sent again, and the rows alone tell none. Only who
 * has the key of the house can make them, as they can make links.
 */
function codeOf(key: string, { shareId, mail, seed }: Proving & { seed: string }): string {
  const made = createHmac('sha256', key).update(`code ${shareId} ${mail} ${seed}`).digest().readUIntBE(0, 6);
  return String(made % 1_000_000).padStart(6, '0');
}

const lettersKey = ({ shareId, mail, seed }: Proving & { seed: string }): string => `link-letters:${shareId} ${mail} ${seed}`;
const triesKey = ({ shareId, mail, seed }: Proving & { seed: string }, { address }: Pick<PublicCtx, 'address'>): string =>
  `link-tries:${shareId} ${mail} ${seed} ${addressBlock(address)}`;

/**
 * Sends a code to an address: the one that stands, or a new one where none does. For an address that the link is not meant for all is done and
 * counted but the sending, so that nothing tells one from the other.
 */
export async function sendCode(ctx: PublicCtx, { isMeant, ...proving }: Proving & { isMeant: boolean }): Promise<void> {
  const { shareId, mail } = proving;
  if (!(await mailIsOn(ctx.db))) throw new Refusal(codes.notAvailable);
  const standing = await standingCode(ctx.db, { ...proving, now: ctx.now });
  if (standing !== undefined && (await isSentOut(ctx.db, { ...proving, seed: standing.code_seed }))) return;
  await take(ctx, doorBounds.letters(shareId, { ...ctx, known: !isMeant || (await mailIsKnown(ctx.db, shareId, mail)) }));
  const key = await tokenKey(ctx.house);
  await inTransaction(ctx, async ({ db, now, lang }) => {
    // another one may have been made meanwhile
    const seed = (await standingCode(db, { ...proving, now }))?.code_seed ?? randomBytes(16).toString('base64url');
    const own = { ...proving, seed };
    if ((await countTry(db, lettersKey(own), { ...lettersOfCode, now })) > lettersOfCode.limit) return;
    const until = now + codeLifeMs;
    await putCode(db, { ...own, until });
    // the letter is a new chance for whoever asked for it
    await clearFailures(db, triesKey(own, ctx));
    if (isMeant) await postLetter(db, { to: mail, ...codeLetter(lang, codeOf(key, own)), until, at: now });
  });
}

const isSentOut = async (db: Db, own: Proving & { seed: string }): Promise<boolean> =>
  ((await attempt(db, lettersKey(own)))?.failures ?? 0) >= lettersOfCode.limit;

/** Judges a code: 2017 for a wrong one, 2018 for one that is over or was tried too often. What it proves is to be spent with what follows. */
export async function codeFor(ctx: PublicCtx, { code, ...proving }: Proving & { code: string }): Promise<(db: Db) => Promise<boolean>> {
  const key = await tokenKey(ctx.house);
  const seed = await judged(ctx, doorBounds.codes(proving.shareId, ctx), async () => {
    const tried = await ctx.house.database.write((db) => takeTry(db, ctx, proving));
    if (tried === undefined) return undefined;
    const given = Buffer.from(code.replaceAll(/\s/g, ''));
    const right = Buffer.from(codeOf(key, { ...proving, seed: tried }));
    if (given.length !== right.length || !timingSafeEqual(given, right)) throw new Refusal(codes.messageCodeWrong);
    return tried;
  });
  if (seed === undefined) throw new Refusal(codes.messageCodeExpired);
  return (db) => spendCode(db, { ...proving, seed });
}

/** Takes one of the tries of the code that stands; answers what it is made from, undefined where there is none, or none is left. */
async function takeTry(db: Db, { now, address }: PublicCtx, proving: Proving): Promise<string | undefined> {
  const standing = await standingCode(db, { ...proving, now });
  if (standing === undefined) return undefined;
  const own = triesKey({ ...proving, seed: standing.code_seed }, { address });
  if ((await countTry(db, own, { ...triesOfCode, now })) > triesOfCode.limit) return undefined;
  return (await tryCode(db, { ...proving, now })) ? standing.code_seed : undefined;
}
