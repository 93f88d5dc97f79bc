import { codes } from '@dossier/contract/core/codes';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import { type Binding, ChatApp, type signInProviders } from '@dossier/contract/identity/sign-in-providers';
import type { Context, PublicContext, Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { isUniqueViolation } from '../../platform/db/dialect.ts';
import { inTransaction } from '../../platform/http/serve.ts';
import { Refusal } from '../../platform/refusal.ts';
import { settingsOf } from '../../platform/settings/settings.ts';
import { isoTime } from '../../platform/text/iso-time.ts';
import { outsideName } from '../../platform/text/names.ts';
import { identityUnbound, identityUntied, userUpdated } from './events.ts';
import { requireIdentityProof } from './identity-proof.ts';
import { fetchPicture, providerKeyOf, requireChatPerson } from './providers/chat-apps.ts';
import { emitAccountLinked, providerName, providerParts } from './providers/external-sign-in.ts';
import { deleteIdentitiesOf, deleteIdentity, findIdentity, identitiesOf, insertIdentity } from './providers/providers.queries.ts';
import { countSessionsByMethod, endExternalSessions } from './session-lifecycle.ts';
import { takeBindFlow } from './sign-in/pending-sign-ins.ts';
import { requireChangeableUser } from './user-accounts.ts';

/** The address of the provider, from which the browser returns with an account to link to this user. */
export async function beginLinkingAccount(
  ctx: Context,
  { app, password }: ParsedOf<typeof signInProviders.beginBind>,
): Promise<{ url: string }> {
  if (!(await settingsOf(ctx.db, app)).enabled) throw new Refusal(codes.loginModelOff);
  // a linked account signs in permanently: a borrowed session must not link one
  await requireIdentityProof(ctx, password);
  const { id, sessionId } = ctx.user;
  const ticket = ctx.services.tickets.sign('bind', { personId: id, sessionId }, 300);
  return { url: `/wx/authorize?app=${app}&bind=${ticket}` };
}

/**
 * The origin of the messaging app's page with the QR code, which the dialog that links accounts shows in a frame; that can be opened on every
 * page of the client.
 */
export async function messagingAppOrigins({ database }: Services): Promise<string[]> {
  const { enabled, authorizeUrl } = await settingsOf(database.read, 'messagingApp');
  const origin = enabled ? URL.parse(authorizeUrl)?.origin : undefined;
  return origin === undefined || origin === 'null' ? [] : [origin];
}

/** The pages that our own pages may show in a frame: the one that ends linking an account. */
export const framedByOwnPages = (path: string): boolean => path === '/wechatbind';

/** Links the account that the browser returned with; only for the user who started. */
export async function linkAccount(ctx: Context, { code, state }: ParsedOf<typeof signInProviders.bind>): Promise<Record<string, never>> {
  const app = ChatApp.safeParse(
    (await takeBindFlow(ctx, { state, holder: { personId: ctx.user.id, sessionId: ctx.user.sessionId } })).provider,
  ).data;
  if (app === undefined) throw new Refusal(codes.bindingFailed);
  const settings = await settingsOf(ctx.db, app);
  if (!settings.enabled) throw new Refusal(codes.loginModelOff);
  const found = await requireChatPerson(ctx.services, { app, settings, code }).catch((error: unknown) => {
    throw error instanceof Refusal && error.answer === codes.handoffInvalid ? new Refusal(codes.bindingFailed) : error;
  });
  const picture = await fetchPicture(ctx.services, found.picture);
  await inTransaction(ctx, async (inner) => {
    const provider = providerKeyOf(app, settings);
    const known = await findIdentity(inner.db, provider, found.subject);
    if (known !== undefined && known.person_id !== inner.user.id) throw new Refusal(codes.bindingTaken);
    // linking another account replaces the former one
    await deleteIdentity(inner.db, inner.user.id, provider);
    const nickname = outsideName(found.nickname ?? '');
    const row = {
      provider,
      subject: found.subject,
      person_id: inner.user.id,
      shown: nickname,
      created_at: inner.now,
      picture,
      sex: found.sex ?? 0,
    };
    await insertIdentity(inner.db, row).catch((error: unknown) => {
      throw isUniqueViolation(error) ? new Refusal(codes.bindingTaken) : error;
    });
    const { id, fullName } = inner.user;
    await emitAccountLinked(inner, { id, full_name: fullName }, { provider, shown: nickname || outsideName(found.subject) });
  });
  return {};
}

/** The caller's linked accounts at each enabled provider. */
export async function listOwnLinkedAccounts(ctx: Context): Promise<{ list: Binding[] }> {
  const mine = await identitiesOf(ctx.db, ctx.user.id);
  const list: Binding[] = [];
  for (const app of ChatApp.options) {
    const settings = await settingsOf(ctx.db, app);
    if (!settings.enabled) continue;
    const found = mine.find((account) => account.provider === providerKeyOf(app, settings));
    list.push({
      app,
      name: settings.name || { messagingApp: 'WeChat', enterpriseChat: 'WeCom' }[app],
      bound: found !== undefined,
      ...(found !== undefined && {
        nickname: found.shown,
        boundAt: isoTime(found.created_at),
        ...(found.picture !== '' && { headimgurl: found.picture }),
        ...((found.sex === 1 || found.sex === 2) && { sex: found.sex }),
      }),
    });
  }
  return { list };
}

/** Unlinks the caller's account at a provider. */
export async function unlinkOwnAccount(ctx: Context, { app }: ParsedOf<typeof signInProviders.unbind>): Promise<Record<string, never>> {
  const settings = await settingsOf(ctx.db, app);
  if (!(await deleteIdentity(ctx.db, ctx.user.id, providerKeyOf(app, settings)))) throw new Refusal(codes.bindingMissing);
  await ctx.emit(userUpdated, { objId: ctx.user.id, objName: ctx.user.fullName, changed: [app] });
  return {};
}

/** Enough of a subject to recognise it. */
const shortenSubject = (subject: string): string => (subject.length > 14 ? `${subject.slice(0, 6)}…${subject.slice(-4)}` : subject);

/** The external accounts that sign a user of the organisation in. */
export async function listLinkedAccounts(
  ctx: Context,
  input: ParsedOf<typeof signInProviders.ties>,
): Promise<OutputOf<typeof signInProviders.ties>> {
  const id = Number(input.id);
  await requireChangeableUser(ctx, id, 'people.secrets');
  const [rows, sessionCounts] = [await identitiesOf(ctx.db, id), await countSessionsByMethod(ctx, id)];
  const list = rows.map((row) => {
    const { provider: method, at } = providerParts(row.provider);
    return {
      provider: row.provider,
      door: method,
      ...(at === '' ? {} : { at }),
      subject: shortenSubject(row.subject),
      shown: row.shown,
      since: isoTime(row.created_at),
      ...(row.used_at === null ? {} : { lastUsed: isoTime(row.used_at) }),
      sessions: sessionCounts.get(row.provider) ?? 0,
    };
  });
  return { list };
}

/** Unlinks an external account: it no longer signs the user in, and only sessions that began with password or passkey remain. Notifies the user. */
export async function unlinkAccount(ctx: Context, input: ParsedOf<typeof signInProviders.untie>): Promise<{ ended: number }> {
  const id = Number(input.id);
  const person = await requireChangeableUser(ctx, id, 'people.secrets');
  // administrators unlink their own account in their account menu; unlinking the one they signed in with would lock them out
  if (id === ctx.user.id) throw new Refusal(codes.cannotChangeSelf);
  if (!(await deleteIdentity(ctx.db, id, input.provider))) throw new Refusal(codes.bindingMissing);
  const ended = await endExternalSessions(ctx.db, id);
  const parts = providerParts(input.provider);
  await ctx.emit(userUpdated, { objId: id, objName: person.full_name, changed: ['tie', parts.provider] });
  await ctx.emit(identityUntied, { personId: id, where: await providerName(ctx.db, parts) });
  return { ended };
}

/**
 * Unlinks the chat app accounts of a user after a password reset, so that one linked with a borrowed session is out too. Providers of the
 * organisation itself, such as a directory, stay linked.
 */
export async function unlinkChatApps(
  ctx: Pick<PublicContext, 'db' | 'emit'>,
  { id, full_name }: { id: number; full_name: string },
): Promise<void> {
  for (const { provider } of await identitiesOf(ctx.db, id)) {
    const parts = providerParts(provider);
    if (!ChatApp.safeParse(parts.provider).success) continue;
    await deleteIdentity(ctx.db, id, provider);
    const who = { personId: id, personName: full_name };
    await ctx.emit(userUpdated, { objId: id, objName: full_name, ...who, changed: ['tie', parts.provider] });
    await ctx.emit(identityUnbound, { personId: id, where: await providerName(ctx.db, parts) });
  }
}

/** Unlinks a user who is removed: the same external account then signs in as a new user, without any data of the former one. */
export const unlinkAllAccounts = async (db: Db, personId: number): Promise<void> => void (await deleteIdentitiesOf(db, personId));
