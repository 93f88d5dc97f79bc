import { codes } from '@dossier/contract/codes';
import { type Binding, ChatApp, type doors } from '@dossier/contract/doors';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { isUniqueViolation } from '../../ground/db/words.ts';
import { inTransaction } from '../../ground/http/serve.ts';
import { Refusal } from '../../ground/refusal.ts';
import { outsideName } from '../../ground/text/name-columns.ts';
import { needOwnProof } from '../session/own-password.ts';
import { settingsOf } from '../site/settings.ts';
import { tellOfTie } from './arrive.ts';
import { needChatPerson, providerOf } from './chat-apps.ts';
import { takeBindFlow } from './flow.ts';
import { deleteIdentity, findIdentity, identitiesOf, insertIdentity } from './queries.ts';

/** Where to send the browser, so that it comes back with an account to bind to this person. */
export async function beginBind(ctx: Ctx, { app, password }: ParsedOf<typeof doors.beginBind>): Promise<{ url: string }> {
  if (!(await settingsOf(ctx.db, app)).enabled) throw new Refusal(codes.loginModelOff);
  // what is bound here signs in for good: a borrowed session must not
  await needOwnProof(ctx, password);
  const { id, sessionId } = ctx.user;
  const ticket = ctx.house.tickets.sign('bind', { personId: id, sessionId }, 60);
  return { url: `/wx/authorize?app=${app}&bind=${ticket}` };
}

/** Binds the account that the browser came back with; only the person who set out may. */
export async function bindAccount(ctx: Ctx, { code, state }: ParsedOf<typeof doors.bind>): Promise<Record<string, never>> {
  const app = ChatApp.safeParse(
    (await takeBindFlow(ctx, { state, holder: { personId: ctx.user.id, sessionId: ctx.user.sessionId } })).door,
  ).data;
  if (app === undefined) throw new Refusal(codes.bindingFailed);
  const settings = await settingsOf(ctx.db, app);
  if (!settings.enabled) throw new Refusal(codes.loginModelOff);
  const found = await needChatPerson(ctx.house, { app, settings, code }).catch((error: unknown) => {
    throw error instanceof Refusal && error.answer === codes.handoffInvalid ? new Refusal(codes.bindingFailed) : error;
  });
  await inTransaction(ctx, async (inner) => {
    const provider = providerOf(app, settings);
    const known = await findIdentity(inner.db, provider, found.subject);
    if (known !== undefined && known.person_id !== inner.user.id) throw new Refusal(codes.bindingTaken);
    // whoever binds another account means to replace the one before
    await deleteIdentity(inner.db, inner.user.id, provider);
    const nickname = outsideName(found.nickname ?? '');
    const row = { provider, subject: found.subject, person_id: inner.user.id, shown: nickname, created_at: inner.now };
    await insertIdentity(inner.db, row).catch((error: unknown) => {
      throw isUniqueViolation(error) ? new Refusal(codes.bindingTaken) : error;
    });
    const { id, fullName } = inner.user;
    await tellOfTie(inner, { id, full_name: fullName }, { provider, shown: nickname || outsideName(found.subject) });
  });
  return {};
}

/** The caller's accounts at each app that is switched on. */
export async function showBindings(ctx: Ctx): Promise<{ list: Binding[] }> {
  const mine = await identitiesOf(ctx.db, ctx.user.id);
  const list: Binding[] = [];
  for (const app of ChatApp.options) {
    const settings = await settingsOf(ctx.db, app);
    if (!settings.enabled) continue;
    const found = mine.find((one) => one.provider === providerOf(app, settings));
    list.push({
      app,
      name: settings.name || { messagingApp: 'WeChat', enterpriseChat: 'WeCom' }[app],
      bound: found !== undefined,
      ...(found === undefined ? {} : { nickname: found.shown, boundAt: new Date(found.created_at).toISOString() }),
    });
  }
  return { list };
}

/** Unbinds the caller's account at an app. */
export async function unbindAccount(ctx: Ctx, { app }: ParsedOf<typeof doors.unbind>): Promise<Record<string, never>> {
  const settings = await settingsOf(ctx.db, app);
  if (!(await deleteIdentity(ctx.db, ctx.user.id, providerOf(app, settings)))) throw new Refusal(codes.bindingMissing);
  await ctx.say('user.updated', { objId: ctx.user.id, objName: ctx.user.fullName, changed: [app] });
  return {};
}
