import { randomBytes } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A provider on this machine that speaks the OAuth calls which the two chat apps publish. */
export interface ChatPeer {
  messagingApp: Record<'clientId' | 'clientSecret' | 'authorizeUrl' | 'tokenUrl' | 'profileUrl', string>;
  enterpriseChat: Record<'clientId' | 'clientSecret' | 'authorizeUrl' | 'tokenUrl' | 'profileUrl', string>;
  /** The id of who agrees there next. */
  who: string;
  /** What it was asked, by path and query. */
  asked: string[];
  close(): Promise<void>;
}

const secret = 'chat-secret';

export async function startChatProvider(): Promise<ChatPeer> {
  const codes = new Map<string, string>();
  const tokens = new Map<string, string>();
  const asked: string[] = [];
  const answer = (response: ServerResponse, body: object): void =>
    // the real ones say text/plain
    void response.writeHead(200, { 'content-type': 'text/plain' }).end(JSON.stringify(body));
  const isClient = (query: URLSearchParams, id: string, idField: string, secretField: string): boolean =>
    query.get(idField) === id && query.get(secretField) === secret;

  const deeds: Record<string, (query: URLSearchParams, response: ServerResponse) => void> = {
    '/authorize': (query, response) => {
      const code = randomBytes(8).toString('hex');
      codes.set(code, peer.who);
      const back = new URL(query.get('redirect_uri') ?? '');
      back.searchParams.set('code', code);
      back.searchParams.set('state', query.get('state') ?? '');
      response.writeHead(302, { location: back.href }).end();
    },
    '/sns/oauth2/access_token': (query, response) => {
      if (!isClient(query, 'wx-app', 'appid', 'secret')) return answer(response, { errcode: 40125, errmsg: 'invalid appsecret' });
      const openid = codes.get(query.get('code') ?? '');
      codes.delete(query.get('code') ?? '');
      if (openid === undefined) return answer(response, { errcode: 40029, errmsg: 'invalid code' });
      const access_token = randomBytes(8).toString('hex');
      tokens.set(access_token, openid);
      answer(response, { access_token, expires_in: 7200, refresh_token: 'r', openid, scope: 'snsapi_login' });
    },
    '/sns/userinfo': (query, response) => {
      const openid = tokens.get(query.get('access_token') ?? '');
      if (openid === undefined) return answer(response, { errcode: 40001, errmsg: 'invalid credential' });
      answer(response, { openid, nickname: `小${openid}`, sex: 1, headimgurl: '' });
    },
    '/cgi-bin/gettoken': (query, response) => {
      if (!isClient(query, 'corp', 'corpid', 'corpsecret')) return answer(response, { errcode: 40001, errmsg: 'invalid credential' });
      tokens.set('corp-token', 'corp');
      answer(response, { errcode: 0, errmsg: 'ok', access_token: 'corp-token', expires_in: 7200 });
    },
    '/cgi-bin/auth/getuserinfo': (query, response) => {
      const userid = codes.get(query.get('code') ?? '');
      codes.delete(query.get('code') ?? '');
      if (!tokens.has(query.get('access_token') ?? '')) return answer(response, { errcode: 40014, errmsg: 'invalid access_token' });
      if (userid === undefined) return answer(response, { errcode: 40029, errmsg: 'invalid code' });
      answer(response, { errcode: 0, errmsg: 'ok', userid, user_ticket: 't' });
    },
    '/away': (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/elsewhere' }).end(),
    '/long': (_, response) => void response.end('x'.repeat(2 << 20)),
  };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://peer');
    asked.push(url.pathname + url.search);
    const deed = deeds[url.pathname];
    if (deed === undefined) response.writeHead(404).end('no');
    else deed(url.searchParams, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const peer: ChatPeer = {
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
    who: '',
    asked,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return peer;
}
