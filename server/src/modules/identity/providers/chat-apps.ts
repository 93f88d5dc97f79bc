import { codes } from '@dossier/contract/core/codes';
import type { SettingsOf } from '@dossier/contract/core/site-settings';
import type { ChatApp } from '@dossier/contract/identity/sign-in-providers';
import type { PublicContext, Services } from '../../../platform/context.ts';
import { OutsideError, fetchJson, fetchOutside } from '../../../platform/http/outbound-fetch.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { settingsOf } from '../../../platform/settings/settings.ts';
import { returnAddressAttempt, takeAddressAttempt } from '../attempts.ts';
import { takeFlow } from '../sign-in/pending-sign-ins.ts';
import { type ExternalSignInInput, type ExternalSignIn, signInExternalIdentity } from './external-sign-in.ts';

export type ChatSettings = SettingsOf<ChatApp>;

/** A user authenticated by a chat app. */
interface ChatPerson {
  subject: string;
  nickname?: string | undefined;
  /** The address of the picture. */
  picture?: string | undefined;
  /** 1 male, 2 female, 0 not told. */
  sex?: number | undefined;
  /** The login name, where the organisation itself assigned it, as in an enterprise chat. */
  loginName?: string | undefined;
}

/** Where an app returns the browser to. */
interface ReturnTarget {
  returnTo: string;
  state: string;
  /** The page of the app is shown in a frame, which returns by itself. */
  isFramed: boolean;
}

/** An app that signs users in with an OAuth code: its address, and the user of a code. */
interface ChatProvider {
  authorizeAddress(settings: ChatSettings, back: ReturnTarget): string;
  /** Throws a ChatError when the app refuses. */
  personOf(settings: ChatSettings, code: string): Promise<ChatPerson>;
}

/** An error answer of an app, with its own number. */
export class ChatError extends Error {
  readonly errcode: number;
  constructor(errcode: number, message: string) {
    super(`${errcode} ${message}`);
    this.name = 'ChatError';
    this.errcode = errcode;
  }
}

/** A configured address with further query fields; configured ones stay. */
export function withFields(address: string, fields: Record<string, string>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
  return url.href;
}

/** An address with query fields that it may already contain. */
function withDefaults(address: string, fields: Record<string, string>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(fields)) if (!url.searchParams.has(name)) url.searchParams.set(name, value);
  return url.href;
}

/** The app's own text for a refusal. */
export const errorMessageOf = ({ errmsg }: Record<string, unknown>): string => (typeof errmsg === 'string' ? errmsg : '');

/** A field of an answer that must be text. */
function requireText(answer: Record<string, unknown>, ...names: string[]): string {
  const code = Number(answer['errcode'] ?? 0);
  if (code !== 0) throw new ChatError(code, errorMessageOf(answer));
  const value = names.map((name) => answer[name]).find((candidate) => typeof candidate === 'string' && candidate !== '');
  if (typeof value !== 'string') throw new ChatError(0, `no ${names.join(' or ')} in the answer`);
  return value;
}

/** The messaging app (model 3): code → access token and openid → nickname, as its open platform publishes it. */
const messagingApp: ChatProvider = {
  authorizeAddress(settings, { returnTo, state, isFramed }) {
    // in a frame its page shows nothing but the QR code
    const frame: Record<string, string> = isFramed ? { login_type: 'jssdk', self_redirect: 'true' } : {};
    const address = withDefaults(settings.authorizeUrl, { scope: 'snsapi_login', ...frame });
    const whole = withFields(address, { appid: settings.clientId, redirect_uri: returnTo, response_type: 'code', state });
    return whole.includes('#') ? whole : `${whole}#wechat_redirect`;
  },
  async personOf(settings, code) {
    const { clientId: appid, clientSecret: secret } = settings;
    const token = await fetchJson(withFields(settings.tokenUrl, { appid, secret, code, grant_type: 'authorization_code' }));
    const openid = requireText(token, 'openid');
    if (settings.profileUrl === '') return { subject: openid };
    const profile = await fetchJson(withFields(settings.profileUrl, { access_token: requireText(token, 'access_token'), openid }));
    // the profile must belong to the same openid
    if (requireText(profile, 'openid') !== openid) return { subject: openid };
    const { headimgurl: picture, sex } = profile;
    return {
      subject: openid,
      nickname: nicknameOf(profile),
      picture: typeof picture === 'string' ? picture : undefined,
      sex: sex === 1 || sex === 2 ? sex : 0,
    };
  },
};

/** Largest stored picture of an account: the app's own are about 10 kB. */
const maxPictureBytes = 64 * 1024;

/** The types of pictures by their first bytes: what a server calls its answer is not trusted. */
const pictureTypes: [type: string, start: RegExp][] = [
  ['image/png', /^\x89PNG\r\n\x1a\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
];

/** The picture of an account as a data URL, which browsers decode as an image only; empty where it cannot be had. */
export async function fetchPicture({ log }: Services, address: string | undefined): Promise<string> {
  if (address === undefined || address === '') return '';
  try {
    const bytes = Buffer.from(await (await fetchOutside(address)).arrayBuffer());
    const start = bytes.subarray(0, 16).toString('latin1');
    const type = pictureTypes.find(([, pattern]) => pattern.test(start))?.[0];
    return type === undefined || bytes.length > maxPictureBytes ? '' : `data:${type};base64,${bytes.toString('base64')}`;
  } catch (error) {
    log.warn({ err: error }, 'no picture of a linked account');
    return '';
  }
}

const nicknameOf = ({ nickname }: Record<string, unknown>): string | undefined =>
  typeof nickname === 'string' && nickname !== '' ? nickname.slice(0, 100) : undefined;

/** The access token of the enterprise's app; proves that its id and secret are right. */
export async function enterpriseToken({ tokenUrl, clientId, clientSecret }: ChatSettings): Promise<string> {
  return requireText(await fetchJson(withFields(tokenUrl, { corpid: clientId, corpsecret: clientSecret })), 'access_token');
}

/** The enterprise chat (model 5): the app's own token, then code → userid, as assigned by the organisation. */
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

/** The chat apps by name. */
export const chatApps: Record<ChatApp, ChatProvider> = { messagingApp, enterpriseChat };

/** The provider key of an app's linked accounts: includes its client id, since openids differ by it. */
export const providerKeyOf = (app: ChatApp, { clientId }: ChatSettings): string => `${app} ${clientId}`;

interface ChatCode {
  app: ChatApp;
  settings: ChatSettings;
  code: string;
  /** Called when the app is unreachable: that is no attempt. */
  whenAway?: () => Promise<void>;
}

/** The user of a code; 2041 when the app is unreachable, otherwise the code is invalid. */
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

/** Models 3 and 5: the browser returns from a chat app with a code. */
export const signInByChatApp =
  (app: ChatApp) =>
  async (ctx: PublicContext, { code, state, ...input }: ExternalSignInInput): Promise<ExternalSignIn> => {
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
    // only the enterprise chat can be enabled for this: there the organisation itself assigns the names
    const links = 'linkAccounts' in settings && settings.linkAccounts;
    const begun = await signInExternalIdentity(ctx, arrival, { rules: { creates: false, links, trustsNames: links }, pinyin: input });
    return { ...begun, landing: flow.landing };
  };
