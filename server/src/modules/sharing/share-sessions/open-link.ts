import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { codes } from '@dossier/contract/core/codes';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { links, shares } from '@dossier/contract/sharing/shares';
import type { Context, PublicContext } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { addressBlock } from '../../../platform/http/address-block.ts';
import { inTransaction } from '../../../platform/http/serve.ts';
import { mailIsOn, queueMail } from '../../../platform/mail/outgoing-mail.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { plainMail } from '../../../platform/text/mail-address.ts';
import { clearAttempts, countAttempt, findAttempts } from '../../identity/attempts.queries.ts';
import { type AttemptRule, returnLimitedAttempt, takeLimitedAttempt } from '../../identity/attempts.ts';
import { passwordMatches } from '../../identity/passwords.ts';
import { codeLifeMs } from '../../identity/verification-codes.ts';
import { type ShareRecord, findShareByToken, shareTokenKey } from '../links/share.ts';
import {
  accessMethodsOf,
  addressIsKnown,
  addressMayOpen,
  recordAddressOpened,
  recordUserOpened,
  userMayOpen,
} from '../recipients/recipients.ts';
import { codeMail } from '../recipients/share-mails.ts';
import { allowsExternalShares } from '../share-rules.ts';
import { beginShareSession, requireAnySharedItem, requireStillOpen, sharerContext } from '../share-sessions.ts';
import { countCodeAttempt, putCode, spendCode, validCode } from './share-sessions.queries.ts';

type LimitContext = Pick<PublicContext, 'services' | 'now' | 'address'>;

/** What is counted under one key, and how often it may be. */
interface AttemptLimit {
  key: string;
  rule: AttemptRule;
}

const minute = 60_000;
const hour = 60 * minute;
const limitRule = (windowMs: number, limit: number): AttemptRule => ({ windowMs, limit, blockMs: windowMs });

/**
 * What holds at the doors of all links. Whoever comes is counted where they come from; a link as a whole is bounded where somebody with many
 * networks could go on, so high that an office of fifty behind one network address opens it in one morning.
 */
const linkLimits = {
  /** Steps that led nowhere, at any link, known or made up. */
  steps: ({ address }: LimitContext): AttemptLimit => ({ key: `link-steps:${addressBlock(address)}`, rule: limitRule(minute, 60) }),
  passwords: (shareId: number, { address }: LimitContext): AttemptLimit => ({
    key: `link-password:${shareId} ${addressBlock(address)}`,
    rule: limitRule(minute, 10),
  }),
  /** Wrong codes: one in twenty thousand of all there are in an hour, whoever tries them. */
  codes: (shareId: number, { address }: LimitContext): AttemptLimit[] => [
    { key: `link-codes:${shareId} ${addressBlock(address)}`, rule: limitRule(hour, 20) },
    { key: `link-codes:${shareId}`, rule: limitRule(hour, 50) },
  ],
  /** Letters that somebody had sent, by any link; those of one link to boxes that nobody named and that never came before. */
  letters: (shareId: number, { address, known }: LimitContext & { known: boolean }): AttemptLimit[] => [
    { key: `link-letters:${addressBlock(address)}`, rule: limitRule(hour, 50) },
    ...(known ? [] : [{ key: `link-letters:${shareId} to strangers`, rule: limitRule(hour, 60) }]),
  ],
  /** Visits that began: each leaves a row. */
  visits: ({ address }: LimitContext): AttemptLimit => ({ key: `link-visits:${addressBlock(address)}`, rule: limitRule(10 * minute, 150) }),
};

/** Counts something under each of these keys, or, where one is full, under none: 502. */
async function countAttempts({ services, now }: LimitContext, bounds: readonly AttemptLimit[]): Promise<void> {
  const taken: AttemptLimit[] = [];
  for (const bound of bounds) {
    try {
      await takeLimitedAttempt({ services, key: bound.key, now }, bound.rule);
    } catch (error) {
      await refundAttempts({ services }, taken);
      throw error;
    }
    taken.push(bound);
  }
}

async function refundAttempts({ services }: Pick<LimitContext, 'services'>, bounds: readonly AttemptLimit[]): Promise<void> {
  for (const { key, rule: own } of bounds) await returnLimitedAttempt({ services, key }, own);
}

/** Counts a try before it is judged and takes it back where it was right, so that many at once get no more guesses than one after the other. */
async function countedAttempt<T>(ctx: LimitContext, bounds: readonly AttemptLimit[], judge: () => Promise<T>): Promise<T> {
  await countAttempts(ctx, bounds);
  const answer = await judge();
  await refundAttempts(ctx, bounds);
  return answer;
}

/** A code is sent so often: whoever asks again is told that it lies in the box, so that nobody keeps its owner from typing it. */
const codeMailLimit = { windowMs: 24 * 3600_000, limit: 3, blockMs: 24 * 3600_000 };
/** So many wrong tries a code stands from one network address; from all together more, so that others cannot kill it by trying. */
const codeAttemptLimit = { windowMs: 24 * 3600_000, limit: 5, blockMs: 24 * 3600_000 };

interface AddressProof {
  shareId: number;
  mail: string;
}

/**
 * The six digits that a seed stands for. They are made, not kept: the same code can be sent again, and the rows alone tell none. Only who
 * has the key of the house can make them, as they can make links.
 */
function codeOf(key: string, { shareId, mail, seed }: AddressProof & { seed: string }): string {
  const made = createHmac('sha256', key).update(`code ${shareId} ${mail} ${seed}`).digest().readUIntBE(0, 6);
  return String(made % 1_000_000).padStart(6, '0');
}

const codeMailsKey = ({ shareId, mail, seed }: AddressProof & { seed: string }): string => `link-letters:${shareId} ${mail} ${seed}`;
const codeAttemptsKey = ({ shareId, mail, seed }: AddressProof & { seed: string }, { address }: Pick<PublicContext, 'address'>): string =>
  `link-tries:${shareId} ${mail} ${seed} ${addressBlock(address)}`;

/**
 * Sends a code to an address: the one that stands, or a new one where none does. For an address that the link is not meant for all is done and
 * counted but the sending, so that nothing tells one from the other.
 */
async function sendCode(ctx: PublicContext, { isMeant, ...proving }: AddressProof & { isMeant: boolean }): Promise<void> {
  const { shareId, mail } = proving;
  if (!(await mailIsOn(ctx.db))) throw new Refusal(codes.notAvailable);
  const standing = await validCode(ctx.db, { ...proving, now: ctx.now });
  if (standing !== undefined && (await isSentOut(ctx.db, { ...proving, seed: standing.code_seed }))) return;
  await countAttempts(ctx, linkLimits.letters(shareId, { ...ctx, known: !isMeant || (await addressIsKnown(ctx.db, shareId, mail)) }));
  const key = await shareTokenKey(ctx.services);
  await inTransaction(ctx, async ({ db, now, lang }) => {
    // another one may have been made meanwhile
    const seed = (await validCode(db, { ...proving, now }))?.code_seed ?? randomBytes(16).toString('base64url');
    const own = { ...proving, seed };
    if ((await countAttempt(db, codeMailsKey(own), { ...codeMailLimit, now })) > codeMailLimit.limit) return;
    const until = now + codeLifeMs;
    await putCode(db, { ...own, until });
    // the letter is a new chance for whoever asked for it
    await clearAttempts(db, codeAttemptsKey(own, ctx));
    if (isMeant) await queueMail(db, { to: mail, ...codeMail(lang, codeOf(key, own)), until, at: now });
  });
}

const isSentOut = async (db: Db, own: AddressProof & { seed: string }): Promise<boolean> =>
  ((await findAttempts(db, codeMailsKey(own)))?.failures ?? 0) >= codeMailLimit.limit;

/** Judges a code: 2017 for a wrong one, 2018 for one that is over or was tried too often. What it proves is to be spent with what follows. */
async function verifyCode(
  ctx: PublicContext,
  { code, ...proving }: AddressProof & { code: string },
): Promise<(db: Db) => Promise<boolean>> {
  const key = await shareTokenKey(ctx.services);
  const seed = await countedAttempt(ctx, linkLimits.codes(proving.shareId, ctx), async () => {
    const tried = await ctx.services.database.write((db) => consumeAttempt(db, ctx, proving));
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
async function consumeAttempt(db: Db, { now, address }: PublicContext, proving: AddressProof): Promise<string | undefined> {
  const standing = await validCode(db, { ...proving, now });
  if (standing === undefined) return undefined;
  const own = codeAttemptsKey({ ...proving, seed: standing.code_seed }, { address });
  if ((await countAttempt(db, own, { ...codeAttemptLimit, now })) > codeAttemptLimit.limit) return undefined;
  return (await countCodeAttempt(db, { ...proving, now })) ? standing.code_seed : undefined;
}

/** The share of a token as it stands; 5001 where there is none, 5006 and 5003 where it is closed or over. */
async function requireOpenShare(ctx: PublicContext | Context, token: string): Promise<ShareRecord> {
  const share = await findShareByToken(ctx.db, token);
  if (share === undefined) throw new Refusal(codes.shareMissing);
  requireStillOpen(share, ctx.now);
  await sharerContext(ctx, share);
  return share;
}

/** What it takes to open a link. */
export async function showLinkRequirements(ctx: PublicContext, { token }: ParsedOf<typeof links.pwd>): Promise<OutputOf<typeof links.pwd>> {
  const share = await requireOpenShare(ctx, token);
  const { byMail, byAccount } = share.restricted === 0 ? { byMail: false, byAccount: false } : await accessMethodsOf(ctx.db, share.id);
  const outside = await allowsExternalShares(ctx.db, share.organisation_id);
  const needsMail = outside && byMail;
  const needsAccount = !outside || (share.restricted === 1 && !needsMail);
  return { hasPassword: share.password_hash !== '', needsMail, needsAccount, mayUseAccount: byAccount };
}

type OpenLinkInput = ParsedOf<typeof links.open>;
type OpenLinkOutput = OutputOf<typeof links.open>;

/** Opens a link for whoever comes without an account. Every step is counted before anything is judged, and taken back where it led on. */
export async function openLink(ctx: PublicContext, input: OpenLinkInput): Promise<OpenLinkOutput> {
  const answer = await countedAttempt(ctx, [linkLimits.steps(ctx)], async () => {
    const share = await requireOpenShare(ctx, input.token);
    await requirePassword(ctx, share, input.password ?? '');
    return admitVisitor(ctx, share, input);
  });
  if (answer === 'mailMissing') throw new Refusal(codes.mailRequired);
  return answer;
}

/** Nothing is hashed but a password that was given, where there is one: tokens are too long to be guessed by the time that an answer takes. */
async function requirePassword(ctx: PublicContext, share: ShareRecord, password: string): Promise<void> {
  if (share.password_hash === '') return;
  if (password === '') throw new Refusal(codes.sharePasswordWrong);
  await countedAttempt(ctx, [linkLimits.passwords(share.id, ctx)], async () => {
    if (!(await passwordMatches(password, share.password_hash))) throw new Refusal(codes.sharePasswordWrong);
  });
}

/** The password was right, or there is none: now who it is, where the share is for named ones. */
async function admitVisitor(ctx: PublicContext, share: ShareRecord, input: OpenLinkInput): Promise<OpenLinkOutput | 'mailMissing'> {
  if (!(await allowsExternalShares(ctx.db, share.organisation_id))) throw new Refusal(codes.shareNotForAll);
  await requireAnySharedItem(ctx, share);
  if (share.restricted === 0) {
    await countAttempts(ctx, [linkLimits.visits(ctx)]);
    return inTransaction(ctx, async (writing) => ({ sessionId: await beginShareSession(writing, share, {}), codeSent: false }));
  }
  if (!input.mail && (await accessMethodsOf(ctx.db, share.id)).byMail) return 'mailMissing';
  if (!input.mail) throw new Refusal(codes.shareNotForAll);
  // what is judged here is what the letter goes to: one address, and nothing that a mail server would read otherwise
  const mail = plainMail(input.mail);
  if (mail === undefined) throw new Refusal(codes.mailIllegal);
  const code = input.code ?? '';
  if (code === '') {
    // who the link is for is not told to whoever tries addresses: all are answered alike, and only those it is for get a letter
    await sendCode(ctx, { shareId: share.id, mail, isMeant: await addressMayOpen(ctx.db, share.id, mail) });
    return { sessionId: '', codeSent: true };
  }
  const proof = await verifyCode(ctx, { shareId: share.id, mail, code });
  await countAttempts(ctx, [linkLimits.visits(ctx)]);
  return inTransaction(ctx, async (writing) => {
    if (!(await proof(writing.db))) throw new Refusal(codes.messageCodeExpired);
    if (!(await addressMayOpen(writing.db, share.id, mail))) throw new Refusal(codes.shareRecipientUnknown);
    const recipientId = await recordAddressOpened(writing.db, share.id, { mail, now: writing.now });
    return { sessionId: await beginShareSession(writing, share, { mail, recipientId }), codeSent: false };
  });
}

/** Opens a share for the colleague that it is for: they have shown who they are, so its password is not asked. */
export async function openShareAsUser(ctx: Context, { token }: ParsedOf<typeof shares.enter>) {
  const share = await requireOpenShare(ctx, token);
  const { id: personId, organisationId, principals, fullName } = ctx.user;
  const isFor = share.organisation_id === organisationId && (await userMayOpen(ctx.db, share.id, principals));
  if (!isFor) throw new Refusal(codes.shareRecipientUnknown);
  await requireAnySharedItem(ctx, share);
  await recordUserOpened(ctx.db, share.id, { personId, now: ctx.now });
  return { sessionId: await beginShareSession(ctx, share, { personId, name: fullName }) };
}
