import { fetchJson } from '../../ground/http/fetch-outside.ts';
import { type ChatProvider, type ChatSettings, needText, withDefaults, withFields } from './chat-app.ts';

/** The access token of the enterprise's app: shows that its id and secret are right. */
export async function enterpriseToken({ tokenUrl, clientId, clientSecret }: ChatSettings): Promise<string> {
  return needText(await fetchJson(withFields(tokenUrl, { corpid: clientId, corpsecret: clientSecret })), 'access_token');
}

/** The enterprise chat (model 5): the app's own token, then code → userid, which the organisation gave. */
export const enterpriseChat: ChatProvider = {
  authorizeAddress(settings, { returnTo, state }) {
    const address = withDefaults(settings.authorizeUrl, { scope: 'snsapi_base' });
    const whole = withFields(address, { appid: settings.clientId, redirect_uri: returnTo, response_type: 'code', state });
    return whole.includes('#') ? whole : `${whole}#wechat_redirect`;
  },
  async personOf(settings, code) {
    const token = await enterpriseToken(settings);
    const answer = await fetchJson(withFields(settings.profileUrl, { access_token: token, code }));
    const userid = needText(answer, 'userid', 'UserId');
    return { subject: userid, nickname: userid, loginName: userid };
  },
};
