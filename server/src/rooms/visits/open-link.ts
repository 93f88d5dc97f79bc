import { codes } from '@dossier/contract/codes';
import type { links, shares } from '@dossier/contract/shares';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Ctx, PublicCtx } from '../../ground/ctx.ts';
import { addressBlock } from '../../ground/http/address-block.ts';
import { inTransaction } from '../../ground/http/serve.ts';
import { Refusal } from '../../ground/refusal.ts';
import { plainMail } from '../../ground/text/plain-mail.ts';
import { passwordMatches } from '../people/password.ts';
import { giveCountedBack, takeCounted } from '../session/counted-tries.ts';
import { colleagueMayOpen, doorsOf, mailMayOpen, openAsColleague, openAsMail } from '../shares/recipient-doors.ts';
import { findByToken, type Share } from '../shares/share-door.ts';
import { opensOutside } from '../shares/share-rules.ts';
import { hashOfToken } from '../shares/token.ts';
import { beginVisit } from './begin-visit.ts';
import { codeFor, sendCode } from './prove-address.ts';
import { giverOf, needStanding } from './visit-context.ts';
import { needSomethingShared } from './shared-items.ts';

const minute = 60_000;
/** Ten wrong guesses a minute for each link and address; then the right word is refused too, for a minute. */
const guessRule = { windowMs: minute, limit: 10, blockMs: minute };

/** The share of a token as it stands; 5001 where there is none, 5006 and 5003 where it is closed or over. */
async function needOpenShare(ctx: PublicCtx | Ctx, token: string): Promise<Share> {
  const share = await findByToken(ctx.db, token);
  if (share === undefined) throw new Refusal(codes.shareMissing);
  needStanding(share, ctx.now);
  await giverOf(ctx, share);
  return share;
}

/** What it takes to open a link. */
export async function askDoor(ctx: PublicCtx, { token }: ParsedOf<typeof links.pwd>): Promise<OutputOf<typeof links.pwd>> {
  const share = await needOpenShare(ctx, token);
  const { byMail, byAccount } = share.restricted === 0 ? { byMail: false, byAccount: false } : await doorsOf(ctx.db, share.id);
  const outside = await opensOutside(ctx.db, share.organisation_id);
  const needsMail = outside && byMail;
  const needsAccount = !outside || (share.restricted === 1 && !needsMail);
  return { hasPassword: share.password_hash !== '', needsMail, needsAccount, mayUseAccount: byAccount };
}

type Given = ParsedOf<typeof links.open>;

/**
 * Opens a link for whoever comes without an account. Every try is counted before anything is judged, and taken back where it was right: so
 * that many at once get no more guesses than one after the other. An unknown token takes as long as a known one.
 */
export async function openLink(ctx: PublicCtx, input: Given): Promise<OutputOf<typeof links.open>> {
  const tried = { house: ctx.house, key: `share:${hashOfToken(input.token).slice(0, 32)} ${addressBlock(ctx.address)}`, now: ctx.now };
  await takeCounted(tried, guessRule);
  const found = await findByToken(ctx.db, input.token);
  const matches = await passwordMatches(input.password ?? '', found?.password_hash);
  const share = await needOpenShare(ctx, input.token);
  if (share.password_hash !== '' && !matches) {
    // whoever gave none has not guessed
    if (input.password === undefined || input.password === '') await giveCountedBack(tried, guessRule);
    throw new Refusal(codes.sharePasswordWrong);
  }
  const answer = await passWithWord(ctx, share, input);
  await giveCountedBack(tried, guessRule);
  return answer;
}

/** The password was right, or there is none: now who it is, where the share is for named ones. */
async function passWithWord(ctx: PublicCtx, share: Share, input: Given): Promise<OutputOf<typeof links.open>> {
  if (!(await opensOutside(ctx.db, share.organisation_id))) throw new Refusal(codes.shareNotForAll);
  await needSomethingShared(ctx, share);
  if (share.restricted === 0)
    return inTransaction(ctx, async (writing) => ({ sessionId: await beginVisit(writing, share, {}), codeSent: false }));
  if (!input.mail) throw new Refusal((await doorsOf(ctx.db, share.id)).byMail ? codes.mailRequired : codes.shareNotForAll);
  // what is judged here is what the letter goes to: one address, and nothing that a mail server would read otherwise
  const mail = plainMail(input.mail);
  if (mail === undefined) throw new Refusal(codes.mailIllegal);
  if (!(await mailMayOpen(ctx.db, share.id, mail))) throw new Refusal(codes.shareRecipientUnknown);
  const code = input.code ?? '';
  if (code === '') {
    await sendCode(ctx, { shareId: share.id, mail });
    return { sessionId: '', codeSent: true };
  }
  const proof = await codeFor(ctx, { shareId: share.id, mail, code });
  return inTransaction(ctx, async (writing) => {
    if (!(await proof(writing.db))) throw new Refusal(codes.messageCodeExpired);
    if (!(await mailMayOpen(writing.db, share.id, mail))) throw new Refusal(codes.shareRecipientUnknown);
    const recipientId = await openAsMail(writing.db, share.id, { mail, now: writing.now });
    return { sessionId: await beginVisit(writing, share, { mail, recipientId }), codeSent: false };
  });
}

/** Opens a share for the colleague that it is for: they have shown who they are, so its password is not asked. */
export async function enterShare(ctx: Ctx, { token }: ParsedOf<typeof shares.enter>) {
  const share = await needOpenShare(ctx, token);
  const { id: personId, organisationId, principals, fullName } = ctx.user;
  const isFor = share.organisation_id === organisationId && (await colleagueMayOpen(ctx.db, share.id, principals));
  if (!isFor) throw new Refusal(codes.shareRecipientUnknown);
  await needSomethingShared(ctx, share);
  await openAsColleague(ctx.db, share.id, { personId, now: ctx.now });
  return { sessionId: await beginVisit(ctx, share, { personId, name: fullName }) };
}
