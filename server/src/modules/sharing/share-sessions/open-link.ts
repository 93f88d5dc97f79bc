import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { codes } from '@dossier/contract/core/codes';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { Lang } from '@dossier/contract/core/shapes';
import type { links, shares } from '@dossier/contract/sharing/shares';
import type { Context, PublicContext, ShareContext } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { addressBlock } from '../../../platform/http/address-block.ts';
import { inTransaction } from '../../../platform/http/serve.ts';
import { mailIsOn, queueMail } from '../../../platform/mail/outgoing-mail.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { plainMail } from '../../../platform/text/mail-address.ts';
import { clearAttempts, countAttempt, findAttempts } from '../../identity/attempts.queries.ts';
import { type AttemptRule, returnLimitedAttempt, takeLimitedAttempt } from '../../identity/attempts.ts';
import { passwordMatches } from '../../identity/passwords.ts';
import { findOrganisation } from '../../identity/organisations.queries.ts';
import { codeLifeMs } from '../../identity/verification-codes.ts';
import { findShareByToken, shareTokenKey } from '../links/share.ts';
import type { ShareRow } from '../links/shares.queries.ts';
import {
  accessMethodsOf,
  addressIsKnown,
  addressMayOpen,
  codeMail,
  type CodePurpose,
  recordAddressOpened,
  recordUserOpened,
  userMayOpen,
} from '../recipients/recipients.ts';
import { allowsExternalShares } from '../share-rules.ts';
import { beginShareSession, requireAnySharedItem, requireStillOpen, sharerContext } from '../share-sessions.ts';
import { countCodeAttempt, putCode, setProven, spendCode, validCode } from './share-sessions.queries.ts';
import { requireLink } from './shared-items.ts';

type LimitContext = Pick<PublicContext, 'services' | 'now' | 'address'>;

/** A counter key and its limit. */
interface AttemptLimit {
  key: string;
  rule: AttemptRule;
}

const minute = 60_000;
const hour = 60 * minute;
const limitRule = (windowMs: number, limit: number): AttemptRule => ({ windowMs, limit, blockMs: windowMs });

/**
 * Limits of all share links. Visitors are counted by their address; the limit of a link as a whole stops an attacker with many networks,
 * and is high enough for an office of fifty behind one address.
 */
const linkLimits = {
  /** Failed steps, over all links, existing or not. */
  steps: ({ address }: LimitContext): AttemptLimit => ({ key: `link-steps:${addressBlock(address)}`, rule: limitRule(minute, 60) }),
  passwords: (shareId: number, { address }: LimitContext): AttemptLimit => ({
    key: `link-password:${shareId} ${addressBlock(address)}`,
    rule: limitRule(minute, 10),
  }),
  /** Wrong codes: at most one in twenty thousand of all codes an hour, from all addresses together. */
  codes: (shareId: number, { address }: LimitContext): AttemptLimit[] => [
    { key: `link-codes:${shareId} ${addressBlock(address)}`, rule: limitRule(hour, 20) },
    { key: `link-codes:${shareId}`, rule: limitRule(hour, 50) },
  ],
  /** Requested mails, over all links; and those of one link to addresses that are neither named nor known. */
  letters: (shareId: number, { address, known }: LimitContext & { known: boolean }): AttemptLimit[] => [
    { key: `link-letters:${addressBlock(address)}`, rule: limitRule(hour, 50) },
    ...(known ? [] : [{ key: `link-letters:${shareId} to strangers`, rule: limitRule(hour, 60) }]),
  ],
  /** New share sessions: each leaves a row. */
  visits: ({ address }: LimitContext): AttemptLimit => ({ key: `link-visits:${addressBlock(address)}`, rule: limitRule(10 * minute, 150) }),
};

/** Counts an attempt under each key, or, where one is full, under none: 502. */
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

/**
 * Counts an attempt before it is judged and refunds it on success, so that concurrent requests get no more guesses than sequential ones.
 */
async function countedAttempt<T>(ctx: LimitContext, bounds: readonly AttemptLimit[], check: () => Promise<T>): Promise<T> {
  await countAttempts(ctx, bounds);
  const answer = await check();
  await refundAttempts(ctx, bounds);
  return answer;
}

/** Mails per code: further requests answer as if it was sent, so that nobody can block the owner of the address from entering it. */
const codeMailLimit = { windowMs: 24 * 3600_000, limit: 3, blockMs: 24 * 3600_000 };
/** Wrong attempts per code from one network address; the limit of all together is higher, so that others cannot use up a code. */
const codeAttemptLimit = { windowMs: 24 * 3600_000, limit: 5, blockMs: 24 * 3600_000 };

/** A visitor before or within a share session; a letter is written in `lang`. */
type CodeContext = (PublicContext | ShareContext) & { lang: Lang };

interface AddressProof {
  shareId: number;
  mail: string;
}

/**
 * The six digits of a seed. They are derived, not stored: the same code can be sent again, and the rows do not reveal it. Deriving them
 * needs the
 * server's key, like links.
 */
function codeOf(key: string, { shareId, mail, seed }: AddressProof & { seed: string }): string {
  const made = createHmac('sha256', key).update(`code ${shareId} ${mail} ${seed}`).digest().readUIntBE(0, 6);
  return String(made % 1_000_000).padStart(6, '0');
}

const codeMailsKey = ({ shareId, mail, seed }: AddressProof & { seed: string }): string => `link-letters:${shareId} ${mail} ${seed}`;
const codeAttemptsKey = ({ shareId, mail, seed }: AddressProof & { seed: string }, { address }: Pick<PublicContext, 'address'>): string =>
  `link-tries:${shareId} ${mail} ${seed} ${addressBlock(address)}`;

/**
 * Sends a code to an address: the valid one, or a new one. For an address without access everything but the sending is done and counted,
 * so that both cases look the same.
 */
async function sendCode(
  ctx: CodeContext,
  { isMeant, purpose, ...proving }: AddressProof & { isMeant: boolean; purpose: CodePurpose },
): Promise<void> {
  const { shareId, mail } = proving;
  if (!(await mailIsOn(ctx.db))) throw new Refusal(codes.notAvailable);
  const validRow = await validCode(ctx.db, { ...proving, now: ctx.now });
  if (validRow !== undefined && (await isSentOut(ctx.db, { ...proving, seed: validRow.code_seed }))) return;
  await countAttempts(ctx, linkLimits.letters(shareId, { ...ctx, known: !isMeant || (await addressIsKnown(ctx.db, shareId, mail)) }));
  const key = await shareTokenKey(ctx.services);
  await inTransaction(ctx, async ({ db, now }) => {
    // a concurrent request may have created one
    const seed = (await validCode(db, { ...proving, now }))?.code_seed ?? randomBytes(16).toString('base64url');
    const own = { ...proving, seed };
    if ((await countAttempt(db, codeMailsKey(own), { ...codeMailLimit, now })) > codeMailLimit.limit) return;
    const until = now + codeLifeMs;
    await putCode(db, { ...own, until });
    // a new mail resets the attempts of its requester
    await clearAttempts(db, codeAttemptsKey(own, ctx));
    if (isMeant) await queueMail(db, { to: mail, ...codeMail(ctx.lang, codeOf(key, own), purpose), until, at: now });
  });
}

const isSentOut = async (db: Db, own: AddressProof & { seed: string }): Promise<boolean> =>
  ((await findAttempts(db, codeMailsKey(own)))?.failures ?? 0) >= codeMailLimit.limit;

/**
 * Verifies a code: 2017 for a wrong one, 2018 for an expired or exhausted one. The returned proof is to be consumed with the following
 * write.
 */
async function verifyCode(ctx: LimitContext, { code, ...proving }: AddressProof & { code: string }): Promise<(db: Db) => Promise<boolean>> {
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

/** Consumes an attempt of the valid code; answers its seed, undefined where there is none, or no attempt is left. */
async function consumeAttempt(db: Db, { now, address }: LimitContext, proving: AddressProof): Promise<string | undefined> {
  const validRow = await validCode(db, { ...proving, now });
  if (validRow === undefined) return undefined;
  const own = codeAttemptsKey({ ...proving, seed: validRow.code_seed }, { address });
  if ((await countAttempt(db, own, { ...codeAttemptLimit, now })) > codeAttemptLimit.limit) return undefined;
  return (await countCodeAttempt(db, { ...proving, now })) ? validRow.code_seed : undefined;
}

/** The open share of a token; 5001 where it is missing, 5006 and 5003 where it is closed or expired. */
async function requireOpenShare(ctx: PublicContext | Context, token: string): Promise<ShareRow> {
  const share = await findShareByToken(ctx.db, token);
  if (share === undefined) throw new Refusal(codes.shareMissing);
  requireStillOpen(share, ctx.now);
  await sharerContext(ctx, share);
  return share;
}

/** What opening a link requires, and of which organisation it is: whom to trust with a password. */
export async function showLinkRequirements(ctx: PublicContext, { token }: ParsedOf<typeof links.pwd>): Promise<OutputOf<typeof links.pwd>> {
  const share = await requireOpenShare(ctx, token);
  const { byMail, byAccount } = share.restricted === 0 ? { byMail: false, byAccount: false } : await accessMethodsOf(ctx.db, share.id);
  const outside = await allowsExternalShares(ctx.db, share.organisation_id);
  const needsMail = outside && byMail;
  const needsAccount = !outside || (share.restricted === 1 && !needsMail);
  const organisation = await findOrganisation(ctx.db, share.organisation_id);
  return {
    organisationName: organisation?.name ?? '',
    hasPassword: share.password_hash !== '',
    needsMail,
    needsAccount,
    mayUseAccount: byAccount,
  };
}

type OpenLinkInput = ParsedOf<typeof links.open>;
type OpenLinkOutput = OutputOf<typeof links.open>;

/** Opens a link without an account. Every step is counted before it is judged, and refunded on success. */
export async function openLink(ctx: PublicContext, input: OpenLinkInput): Promise<OpenLinkOutput> {
  const answer = await countedAttempt(ctx, [linkLimits.steps(ctx)], async () => {
    const share = await requireOpenShare(ctx, input.token);
    await requirePassword(ctx, share, input.password ?? '');
    return admitVisitor(ctx, share, input);
  });
  if (answer === 'mailMissing') throw new Refusal(codes.mailRequired);
  return answer;
}

/** Only a given password of a protected share is hashed: tokens are too long to be guessed by response times. */
async function requirePassword(ctx: PublicContext, share: ShareRow, password: string): Promise<void> {
  if (share.password_hash === '') return;
  if (password === '') throw new Refusal(codes.sharePasswordWrong);
  await countedAttempt(ctx, [linkLimits.passwords(share.id, ctx)], async () => {
    if (!(await passwordMatches(password, share.password_hash))) throw new Refusal(codes.sharePasswordWrong);
  });
}

/** After the password: identifies the visitor, where the share has named recipients. */
async function admitVisitor(ctx: PublicContext, share: ShareRow, input: OpenLinkInput): Promise<OpenLinkOutput | 'mailMissing'> {
  if (!(await allowsExternalShares(ctx.db, share.organisation_id))) throw new Refusal(codes.shareNotForAll);
  await requireAnySharedItem(ctx, share);
  if (share.restricted === 0) {
    await countAttempts(ctx, [linkLimits.visits(ctx)]);
    return inTransaction(ctx, async (writing) => ({ sessionId: await beginShareSession(writing, share, {}), codeSent: false }));
  }
  if (!input.mail && (await accessMethodsOf(ctx.db, share.id)).byMail) return 'mailMissing';
  if (!input.mail) throw new Refusal(codes.shareNotForAll);
  // the checked address is the one that is mailed: a single one, with no other reading by mail servers
  const mail = plainMail(input.mail);
  if (mail === undefined) throw new Refusal(codes.mailIllegal);
  const code = input.code ?? '';
  if (code === '') {
    // recipients are not revealed: all addresses get the same answer, and only recipients a mail
    await sendCode(ctx, { shareId: share.id, mail, purpose: 'open', isMeant: await addressMayOpen(ctx.db, share.id, mail) });
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

/**
 * Proves an address in a share session of a link that admits everybody: nobody edits or comments without a name. The session stays the same visitor's, with all
 * that was uploaded in it.
 */
export async function proveAddress(ctx: ShareContext, input: ParsedOf<typeof links.prove>): Promise<OutputOf<typeof links.prove>> {
  const share = await requireLink(ctx, input.token);
  const { mayEdit, mayComment } = ctx.shareSession;
  if (!(mayEdit || mayComment) || share.restricted === 1) throw new Refusal(codes.illegalOperation);
  const mail = plainMail(input.mail);
  if (mail === undefined) throw new Refusal(codes.mailIllegal);
  const proving = { shareId: share.id, mail };
  const code = input.code ?? '';
  if (code === '') {
    await sendCode({ ...ctx, lang: input.lang ?? ctx.user.lang }, { ...proving, purpose: mayEdit ? 'edit' : 'comment', isMeant: true });
    return { codeSent: true };
  }
  const proof = await verifyCode(ctx, { ...proving, code });
  return inTransaction(ctx, async (writing) => {
    if (!(await proof(writing.db))) throw new Refusal(codes.messageCodeExpired);
    await setProven(writing.db, writing.shareSession.id, mail);
    return { codeSent: false };
  });
}

/** Opens a share for a colleague: the account identifies them, so that no password is needed. */
export async function openShareAsUser(ctx: Context, { token }: ParsedOf<typeof shares.enter>) {
  const share = await requireOpenShare(ctx, token);
  const { id: personId, organisationId, principals, fullName } = ctx.user;
  const isFor = share.organisation_id === organisationId && (await userMayOpen(ctx.db, share.id, principals));
  if (!isFor) throw new Refusal(codes.shareRecipientUnknown);
  await requireAnySharedItem(ctx, share);
  await recordUserOpened(ctx.db, share.id, { personId, now: ctx.now });
  return { sessionId: await beginShareSession(ctx, share, { personId, name: fullName }) };
}
