import { codes } from '@dossier/contract/codes';
import type { links, shares } from '@dossier/contract/shares';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Ctx, PublicCtx } from '../../ground/ctx.ts';
import { inTransaction } from '../../ground/http/serve.ts';
import { Refusal } from '../../ground/refusal.ts';
import { plainMail } from '../../ground/text/plain-mail.ts';
import { passwordMatches } from '../people/password.ts';
import { colleagueMayOpen, doorsOf, mailMayOpen, openAsColleague, openAsMail } from '../shares/recipient-doors.ts';
import { findByToken, type Share } from '../shares/share-door.ts';
import { opensOutside } from '../shares/share-rules.ts';
import { beginVisit } from './begin-visit.ts';
import { doorBounds, judged, take } from './door-bounds.ts';
import { codeFor, sendCode } from './prove-address.ts';
import { giverOf, needStanding } from './visit-context.ts';
import { needSomethingShared } from './shared-items.ts';

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
type Opened = OutputOf<typeof links.open>;

/** Opens a link for whoever comes without an account. Every step is counted before anything is judged, and taken back where it led on. */
export async function openLink(ctx: PublicCtx, input: Given): Promise<Opened> {
  const answer = await judged(ctx, [doorBounds.steps(ctx)], async () => {
    const share = await needOpenShare(ctx, input.token);
    await needPassword(ctx, share, input.password ?? '');
    return passWithWord(ctx, share, input);
  });
  if (answer === 'mailMissing') throw new Refusal(codes.mailRequired);
  return answer;
}

/** Nothing is hashed but a password that was given, where there is one: tokens are too long to be guessed by the time that an answer takes. */
async function needPassword(ctx: PublicCtx, share: Share, password: string): Promise<void> {
  if (share.password_hash === '') return;
  if (password === '') throw new Refusal(codes.sharePasswordWrong);
  await judged(ctx, [doorBounds.passwords(share.id, ctx)], async () => {
    if (!(await passwordMatches(password, share.password_hash))) throw new Refusal(codes.sharePasswordWrong);
  });
}

/** The password was right, or there is none: now who it is, where the share is for named ones. */
async function passWithWord(ctx: PublicCtx, share: Share, input: Given): Promise<Opened | 'mailMissing'> {
  if (!(await opensOutside(ctx.db, share.organisation_id))) throw new Refusal(codes.shareNotForAll);
  await needSomethingShared(ctx, share);
  if (share.restricted === 0) {
    await take(ctx, [doorBounds.visits(ctx)]);
    return inTransaction(ctx, async (writing) => ({ sessionId: await beginVisit(writing, share, {}), codeSent: false }));
  }
  if (!input.mail && (await doorsOf(ctx.db, share.id)).byMail) return 'mailMissing';
  if (!input.mail) throw new Refusal(codes.shareNotForAll);
  // what is judged here is what the letter goes to: one address, and nothing that a mail server would read otherwise
  const mail = plainMail(input.mail);
  if (mail === undefined) throw new Refusal(codes.mailIllegal);
  const code = input.code ?? '';
  if (code === '') {
    // who the link is for is not told to whoever tries addresses: all are answered alike, and only those it is for get a letter
    await sendCode(ctx, { shareId: share.id, mail, isMeant: await mailMayOpen(ctx.db, share.id, mail) });
    return { sessionId: '', codeSent: true };
  }
  const proof = await codeFor(ctx, { shareId: share.id, mail, code });
  await take(ctx, [doorBounds.visits(ctx)]);
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
