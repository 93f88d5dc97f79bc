import { fetchJson } from '../../ground/http/fetch-outside.ts';
import { type ChatProvider, needText, withDefaults, withFields } from './chat-app.ts';

/** The messaging app (model 3): code → access token and openid → nickname, as its open platform publishes it. */
export const messagingApp: ChatProvider = {
  authorizeAddress(settings, { returnTo, state }) {
    const address = withDefaults(settings.authorizeUrl, { scope: 'snsapi_login' });
    const whole = withFields(address, { appid: settings.clientId, redirect_uri: returnTo, response_type: 'code', state });
    return whole.includes('#') ? whole : `${whole}#wechat_redirect`;
  },
  async personOf(settings, code) {
    const { clientId: appid, clientSecret: secret } = settings;
    const token = await fetchJson(withFields(settings.tokenUrl, { appid, secret, code, grant_type: 'authorization_code' }));
    const openid = needText(token, 'openid');
    if (settings.profileUrl === '') return { subject: openid };
    const profile = await fetchJson(withFields(settings.profileUrl, { access_token: needText(token, 'access_token'), openid }));
    // the answer is about whom the code was for, whatever it calls them
    return needText(profile, 'openid') === openid ? { subject: openid, nickname: nicknameOf(profile) } : { subject: openid };
  },
};

const nicknameOf = ({ nickname }: Record<string, unknown>): string | undefined =>
  typeof nickname === 'string' && nickname !== '' ? nickname.slice(0, 100) : undefined;
