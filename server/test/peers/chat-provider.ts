import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A local provider with the documented OAuth calls of both chat apps. */
export interface ChatPeer {
  messagingApp: Record<'clientId' | 'clientSecret' | 'authorizeUrl' | 'tokenUrl' | 'profileUrl', string>;
  enterpriseChat: Record<'clientId' | 'clientSecret' | 'authorizeUrl' | 'tokenUrl' | 'profileUrl', string>;
  /** The id of the user who agrees there next. */
  who: string;
  /** The received requests, by path and query. */
  asked: string[];
  close(): Promise<void>;
}

const secret = 'chat-secret';

/** The state of the provider: codes issued, and tokens issued for them. */
interface State {
  who: () => string;
  codes: Map<string, string>;
  tokens: Map<string, string>;
}
type Deed = (state: State, query: URLSearchParams) => object | { location: string };

const field = (query: URLSearchParams, name: string): string => query.get(name) ?? '';
const hex = (): string => randomBytes(8).toString('hex');

/** The user of a code; it works once. */
function spend({ codes }: State, code: string): string | undefined {
  const who = codes.get(code);
  codes.delete(code);
  return who;
}

function authorize({ codes, who }: State, query: URLSearchParams): { location: string } {
  const code = hex();
  codes.set(code, who());
  const back = new URL(field(query, 'redirect_uri'));
  back.searchParams.set('code', code);
  back.searchParams.set('state', field(query, 'state'));
  return { location: back.href };
}

const messagingToken: Deed = (state, query) => {
  if (field(query, 'appid') !== 'wx-app' || field(query, 'secret') !== secret) return { errcode: 40125, errmsg: 'invalid appsecret' };
  const openid = spend(state, field(query, 'code'));
  if (openid === undefined) return { errcode: 40029, errmsg: 'invalid code' };
  const access_token = hex();
  state.tokens.set(access_token, openid);
  return { access_token, expires_in: 7200, refresh_token: 'r', openid, scope: 'snsapi_login' };
};

const messagingProfile: Deed = ({ tokens }, query) => {
  const openid = tokens.get(field(query, 'access_token'));
  if (openid === undefined) return { errcode: 40001, errmsg: 'invalid credential' };
  return { openid, nickname: `小${openid}`, sex: 1, headimgurl: `http://${field(query, 'host')}/picture` };
};

/** The picture of everybody there: a PNG of one pixel. */
const picture = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

const enterpriseToken: Deed = ({ tokens }, query) => {
  const isClient = field(query, 'corpid') === 'corp' && field(query, 'corpsecret') === secret;
  if (!isClient) return { errcode: 40001, errmsg: 'invalid credential' };
  tokens.set('corp-token', 'corp');
  return { errcode: 0, errmsg: 'ok', access_token: 'corp-token', expires_in: 7200 };
};

const enterprisePerson: Deed = (state, query) => {
  const userid = spend(state, field(query, 'code'));
  if (!state.tokens.has(field(query, 'access_token'))) return { errcode: 40014, errmsg: 'invalid access_token' };
  if (userid === undefined) return { errcode: 40029, errmsg: 'invalid code' };
  return { errcode: 0, errmsg: 'ok', userid, user_ticket: 't' };
};

const handlers: Record<string, Deed> = {
  '/authorize': authorize,
  '/sns/oauth2/access_token': messagingToken,
  '/sns/userinfo': messagingProfile,
  '/cgi-bin/gettoken': enterpriseToken,
  '/cgi-bin/auth/getuserinfo': enterprisePerson,
  '/away': () => ({ location: 'http://127.0.0.1:1/elsewhere' }),
  '/long': () => ({ text: 'x'.repeat(2 << 20) }),
};

export async function startChatProvider(): Promise<ChatPeer> {
  const asked: string[] = [];
  const state: State = { who: () => peer.who, codes: new Map(), tokens: new Map() };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://peer');
    asked.push(url.pathname + url.search);
    url.searchParams.set('host', request.headers.host ?? '');
    const answer = handlers[url.pathname]?.(state, url.searchParams);
    if (url.pathname === '/picture') response.end(picture);
    else if (answer === undefined) response.writeHead(404).end('no');
    else if ('location' in answer && typeof answer.location === 'string') response.writeHead(302, { location: answer.location }).end();
    // the real ones send text/plain
    else response.writeHead(200, { 'content-type': 'text/plain' }).end(JSON.stringify(answer));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const peer: ChatPeer = {
    ...appsAt(origin),
    who: '',
    asked,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return peer;
}

function appsAt(origin: string): Pick<ChatPeer, 'messagingApp' | 'enterpriseChat'> {
  return {
    messagingApp: {
      clientId: 'wx-app',
      clientSecret: secret,
      authorizeUrl: `${origin}/authorize`,
      tokenUrl: `${origin}/sns/oauth2/access_token`,
      profileUrl: `${origin}/sns/userinfo`,
    },
    enterpriseChat: {
      clientId: 'corp',
      clientSecret: secret,
      authorizeUrl: `${origin}/authorize?agentid=7`,
      tokenUrl: `${origin}/cgi-bin/gettoken`,
      profileUrl: `${origin}/cgi-bin/auth/getuserinfo`,
    },
  };
}
