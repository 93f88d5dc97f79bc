import { codes } from '@dossier/contract/codes';
import type { ChatApp } from '@dossier/contract/doors';
import type { Brought, PublicCtx, SignedIn } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { giveKnockBack, takeKnock } from '../guard/guessing.ts';
import { settingsOf } from '../site/settings.ts';
import { signInArrival } from './arrive.ts';
import { needChatPerson, providerOf } from './chat-apps.ts';
import { takeFlow } from './flow.ts';

/** Models 3 and 5: the browser is back from a chat app with a code. */
export const signInByChat =
  (app: ChatApp) =>
  async (ctx: PublicCtx, { code, state, ...brought }: Brought): Promise<SignedIn> => {
    const settings = await settingsOf(ctx.db, app);
    if (!settings.enabled) throw new Refusal(codes.loginModelOff);
    if (code === undefined) throw new Refusal(codes.invalidParams, { fields: ['code'] });
    await takeKnock(ctx);
    const flow = await takeFlow({ house: ctx.house, now: ctx.now, cookies: ctx.cookies }, app, state ?? '');
    if (flow.holder !== undefined) throw new Refusal(codes.handoffInvalid);
    const found = await needChatPerson(ctx.house, { app, settings, code, whenAway: () => giveKnockBack(ctx) });
    const arrival = { provider: providerOf(app, settings), subject: found.subject, loginName: found.loginName, fullName: found.nickname };
    // only the enterprise chat can be switched on for this: the organisation itself gives people their names there
    const links = 'linkAccounts' in settings && settings.linkAccounts;
    const begun = await signInArrival(ctx, arrival, { rules: { creates: false, links, trustsNames: links }, spoken: brought });
    return { ...begun, landing: flow.landing };
  };
