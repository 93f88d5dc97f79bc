import { codes } from '@dossier/contract/core/codes';
import type { SettingsOf } from '@dossier/contract/core/site-settings';
import type { ChatApp } from '@dossier/contract/identity/sign-in-providers';
import type { PublicContext, Services } from '../../../platform/context.ts';
import { OutsideError, fetchJson } from '../../../platform/http/outbound-fetch.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { settingsOf } from '../../../platform/settings/settings.ts';
import { returnAddressAttempt, takeAddressAttempt } from '../protection/sign-in-attempts.ts';
import { takeFlow } from '../sign-in/pending-sign-ins.ts';
import { type ExternalSignInInput, type ExternalSignIn, signInExternalIdentity } from './external-sign-in.ts';

export type ChatSettings = SettingsOf<ChatApp>;

/** Whom a chat app vouches for. */
interface ChatPerson {
  subject: string;
  nickname?: string | undefined;
  /** Where the organisation itself gave the name, as in an enterprise chat. */
  loginName?: string | undefined;
}

/** An app that signs people in by an OAuth code: how to get there, and whom a code stands for. */
interface ChatProvider {
  authorizeAddress(settings: ChatSettings, back: { returnTo: string; state: string }): string;
  /** Throws a ChatError for what the app refuses. */
  personOf(settings: ChatSettings, code: string): Promise<ChatPerson>;
}

/** What an app said instead of an answer: its own number. */
export class ChatError extends Error {
  readonly errcode: number;
  constructor(errcode: number, message: string) {
    super(`${errcode} ${message}`);
    this.name = 'ChatError';
    this.errcode = errcode;
  }
}

/** A configured address with further fields; what the administrator wrote into it stays. */
export function withFields(address: string, fields: Record<string, string>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
  return url.href;
}

/** The same, for fields that the address may already hold. */
function withDefaults(address: string, fields: Record<string, string>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(fields)) if (!url.searchParams.has(name)) url.searchParams.set(name, value);
  return url.href;
}

/** The app's own words for what it refused. */
export const errorMessageOf = ({ errmsg }: Record<string, unknown>): string => (typeof errmsg === 'string' ? errmsg : '');

/** A field of an answer that must be a text. */
function requireText(answer: Record<string, unknown>, ...names: string[]): string {
  const code = Number(answer['errcode'] ?? 0);
  if (code !== 0) throw new ChatError(code, errorMessageOf(answer));
  const value = names.map((name) => answer[name]).find((one) => typeof one === 'string' && one !== '');
  if (typeof value !== 'string') throw new ChatError(0, `no ${names.join(' or ')} in the answer`);
  return value;
}

/** The messaging app (model 3): code → access token and openid → nickname, as its open platform publishes it. */
const messagingApp: ChatProvider = {
  authorizeAddress(settings, { returnTo, state }) {
    const address = withDefaults(settings.authorizeUrl, { scope: 'snsapi_login' });
    const whole = withFields(address, { appid: settings.clientId, redirect_uri: returnTo, response_type: 'code', state });
    return whole.includes('#') ? whole : `${whole}#wechat_redirect`;
  },
  async personOf(settings, code) {
    const { clientId: appid, clientSecret: secret } = settings;
    const token = await fetchJson(withFields(settings.tokenUrl, { appid, secret, code, grant_type: 'authorization_code' }));
    const openid = requireText(token, 'openid');
    if (settings.profileUrl === '') return { subject: openid };
    const profile = await fetchJson(withFields(settings.profileUrl, { access_token: requireText(token, 'access_token'), openid }));
    // the answer is about whom the code was for, whatever it calls them
    return requireText(profile, 'openid') === openid ? { subject: openid, nickname: nicknameOf(profile) } : { subject: openid };
  },
};

const nicknameOf = ({ nickname }: Record<string, unknown>): string | undefined =>
  typeof nickname === 'string' && nickname !== '' ? nickname.slice(0, 100) : undefined;

/** The access token of the enterprise's app: shows that its id and secret are right. */
export async function enterpriseToken({ tokenUrl, clientId, clientSecret }: ChatSettings): Promise<string> {
  return requireText(await fetchJson(withFields(tokenUrl, { corpid: clientId, corpsecret: clientSecret })), 'access_token');
}

/** The enterprise chat (model 5): the app's own token, then code → userid, which the organisation gave. */
const enterpriseChat: ChatProvider = {
  authorizeAddress(settings, { returnTo, state }) {
    const address = withDefaults(settings.authorizeUrl, { scope: 'snsapi_base' });
    const whole = withFields(address, { appid: settings.clientId, redirect_uri: returnTo, response_type: 'code', state });
    return whole.includes('#') ? whole : `${whole}#wechat_redirect`;
  },
  async personOf(settings, code) {
    const token = await enterpriseToken(settings);
    const answer = await fetchJson(withFields(settings.profileUrl, { access_token: token, code }));
    const userid = requireText(answer, 'userid', 'UserId');
    return { subject: userid, nickname: userid, loginName: userid };
  },
};

/** The apps by their door. */
export const chatApps: Record<ChatApp, ChatProvider> = { messagingApp, enterpriseChat };

/** The name under which accounts of an app are tied to people: its own id for the site, since openids differ by it. */
export const providerKeyOf = (app: ChatApp, { clientId }: ChatSettings): string => `${app} ${clientId}`;

interface ChatCode {
  app: ChatApp;
  settings: ChatSettings;
  code: string;
  /** Called where the app is away: nobody guessed. */
  whenAway?: () => Promise<void>;
}

/** Whom a code stands for; 2041 where the app is away, else the code is no good. */
export async function requireChatPerson({ log }: Services, { app, settings, code, whenAway }: ChatCode): Promise<ChatPerson> {
  try {
    return await chatApps[app].personOf(settings, code);
  } catch (error) {
    log.warn({ err: error }, `${app} let nobody in`);
    if (!(error instanceof OutsideError)) throw new Refusal(codes.handoffInvalid);
    await whenAway?.();
    throw new Refusal(codes.providerFailed);
  }
}

/** Models 3 and 5: the browser is back from a chat app with a code. */
export const signInByChatApp =
  (app: ChatApp) =>
  async (ctx: PublicContext, { code, state, ...brought }: ExternalSignInInput): Promise<ExternalSignIn> => {
    const settings = await settingsOf(ctx.db, app);
    if (!settings.enabled) throw new Refusal(codes.loginModelOff);
    if (code === undefined) throw new Refusal(codes.invalidParams, { fields: ['code'] });
    await takeAddressAttempt(ctx);
    const flow = await takeFlow({ services: ctx.services, now: ctx.now, cookies: ctx.cookies }, app, state ?? '');
    if (flow.holder !== undefined) throw new Refusal(codes.handoffInvalid);
    const found = await requireChatPerson(ctx.services, { app, settings, code, whenAway: () => returnAddressAttempt(ctx) });
    const arrival = {
      provider: providerKeyOf(app, settings),
      subject: found.subject,
      loginName: found.loginName,
      fullName: found.nickname,
    };
    // only the enterprise chat can be switched on for this: the organisation itself gives people their names there
    const links = 'linkAccounts' in settings && settings.linkAccounts;
    const begun = await signInExternalIdentity(ctx, arrival, { rules: { creates: false, links, trustsNames: links }, spoken: brought });
    return { ...begun, landing: flow.landing };
  };
