import { ChatApp } from '@dossier/contract/doors';
import type { House } from '../../ground/ctx.ts';
import type { FileReply, FileRequest, ServedFile } from '../../ground/http/serve.ts';
import { takeLeave } from '../guard/guessing.ts';
import { settingsOf } from '../site/settings.ts';
import { needSiteOrigin } from '../site/site-origin.ts';
import { chatApps } from './chat-apps.ts';
import { beginFlow, type CodeDoor, type Flow, type Holder, markBrowser, newSecrets } from './flow.ts';
import { authorizeAddress } from './identity-provider.ts';

/** Sends the browser to an outside service; keeps what only this server may know of it. */
interface Leaving {
  house: House;
  request: FileRequest;
  reply: FileReply;
}

type Query = Record<string, string | undefined>;

/** The address of this site, which the outside service sends the browser back to. */
const originOf = (house: House, { protocol, host }: FileRequest): Promise<string> =>
  needSiteOrigin({ db: house.database.read, origin: `${protocol}://${host}` });

/** Landing words are passed on, not followed: the client knows three. */
const landingOf = (request: FileRequest): string => (queryOf(request)['state'] ?? '').slice(0, 40);

const queryOf = (request: FileRequest): Query => request.query as Query;

/** Back to the sign-in page, with a word that picks the sentence there. */
function turnBack(reply: FileReply, door: CodeDoor, why: 'off' | 'away'): unknown {
  return reply.header('cache-control', 'no-store').redirect(`/login?door=${door}&why=${why}`, 302);
}

interface Plan {
  door: CodeDoor;
  flow: Omit<Flow, 'door' | 'returnTo' | 'verifier' | 'nonce'> & { page: string };
  address(flow: Flow, state: string): Promise<string>;
}

async function leave({ house, request, reply }: Leaving, plan: Plan): Promise<unknown> {
  const { page, ...facts } = plan.flow;
  const flow: Flow = { ...facts, door: plan.door, returnTo: (await originOf(house, request)) + page, ...newSecrets() };
  const { browser, setCookie } = markBrowser(request.headers.cookie ?? '', request.protocol === 'https');
  try {
    await takeLeave({ house, now: house.now(), address: request.ip });
    const address = await plan.address(flow, await beginFlow(house, browser, flow));
    return await reply
      .header('set-cookie', setCookie)
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .redirect(address, 302);
  } catch (error) {
    house.log.warn({ err: error }, `the way to ${plan.door} is closed`);
    return turnBack(reply, plan.door, 'away');
  }
}

/** GET /idp/authorize?state= sends the browser to the identity provider (model 6). */
export const leaveForProvider: ServedFile = {
  method: 'GET',
  path: '/idp/authorize',
  async handle(house, request, reply) {
    const settings = await settingsOf(house.database.read, 'identityProvider');
    if (!settings.enabled) return turnBack(reply, 'identityProvider', 'off');
    const address = (flow: Flow, state: string) => authorizeAddress(settings, flow, { state, now: house.now() });
    const flow = { page: '/zxLogin', landing: landingOf(request) };
    return leave({ house, request, reply }, { door: 'identityProvider', flow, address });
  },
};

/** Where each app sends the browser back to; `phone` is the page for phones. */
const pages: Record<ChatApp, { page: string; phone: string }> = {
  messagingApp: { page: '/wechatlogin', phone: '/wechatlogin' },
  enterpriseChat: { page: '/enterpriseWeChat', phone: '/enterpriseWeChatTwo' },
};

/** GET /wx/authorize?app= sends the browser to a chat app (models 3 and 5), to sign in or with a ticket to bind. */
export const leaveForChatApp: ServedFile = {
  method: 'GET',
  path: '/wx/authorize',
  async handle(house, request, reply) {
    const query = queryOf(request);
    const app = ChatApp.safeParse(query['app']).data ?? 'messagingApp';
    const settings = await settingsOf(house.database.read, app);
    if (!settings.enabled) return turnBack(reply, app, 'off');
    const bind = query['bind'] === undefined ? undefined : house.tickets.open<Holder>('bind', query['bind']);
    if (query['bind'] !== undefined && bind === undefined) return turnBack(reply, app, 'away');
    const page = bind === undefined ? pages[app][query['phone'] === '1' ? 'phone' : 'page'] : '/wechatbind';
    const address = async ({ returnTo }: Flow, state: string) => chatApps[app].authorizeAddress(settings, { returnTo, state });
    return leave(
      { house, request, reply },
      {
        door: app,
        flow: { page, landing: landingOf(request), holder: bind && { personId: bind.personId, sessionId: bind.sessionId } },
        address,
      },
    );
  },
};

/** GET /wx/mobile sends phones to the mobile host of the enterprise chat, or to the page for phones here. */
export const leaveForPhones: ServedFile = {
  method: 'GET',
  path: '/wx/mobile',
  async handle(house, request, reply) {
    const { enabled, mobileUrl } = await settingsOf(house.database.read, 'enterpriseChat');
    const elsewhere = enabled && mobileUrl !== '' ? mobileUrl : undefined;
    return reply.header('cache-control', 'no-store').redirect(elsewhere ?? `/wx/authorize?app=enterpriseChat&phone=1`, 302);
  },
};
