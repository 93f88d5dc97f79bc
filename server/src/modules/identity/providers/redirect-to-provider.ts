import { ChatApp } from '@dossier/contract/identity/sign-in-providers';
import type { Services } from '../../../platform/context.ts';
import type { FileReply, FileRequest, ServedFile } from '../../../platform/http/serve.ts';
import { requireSiteOrigin, settingsOf } from '../../../platform/settings/settings.ts';
import { takeRedirect } from '../attempts.ts';
import {
  type AuthorizationFlow,
  type CodeProvider,
  type FlowHolder,
  beginFlow,
  markBrowser,
  newSecrets,
} from '../sign-in/pending-sign-ins.ts';
import { chatApps } from './chat-apps.ts';
import { authorizeAddress } from './openid-connect.ts';

/** Redirects the browser to an external service; stores the server's part of the flow. */
interface Redirection {
  services: Services;
  request: FileRequest;
  reply: FileReply;
}

type Query = Record<string, string | undefined>;

/** The address of this site, to which the external service returns the browser. */
const originOf = (services: Services, { protocol, host }: FileRequest): Promise<string> =>
  requireSiteOrigin({ db: services.database.read, origin: `${protocol}://${host}` });

/** The state is passed on, not followed: the client knows three values. */
const landingOf = (request: FileRequest): string => (queryOf(request)['state'] ?? '').slice(0, 40);

const queryOf = (request: FileRequest): Query => request.query as Query;

/** Redirects to the sign-in page, with a key for its message. */
function redirectToSignIn(reply: FileReply, provider: CodeProvider, why: 'off' | 'away'): unknown {
  return reply.header('cache-control', 'no-store').redirect(`/login?door=${provider}&why=${why}`, 302);
}

/** The page that links an account, which tells a user who is signed in that it failed. */
const bindPage = '/wechatbind';

interface RedirectPlan {
  provider: CodeProvider;
  flow: Omit<AuthorizationFlow, 'provider' | 'returnTo' | 'verifier' | 'nonce'> & { page: string };
  address(flow: AuthorizationFlow, state: string): Promise<string>;
}

async function redirectToProvider({ services, request, reply }: Redirection, plan: RedirectPlan): Promise<unknown> {
  const { page, ...facts } = plan.flow;
  const flow: AuthorizationFlow = {
    ...facts,
    provider: plan.provider,
    returnTo: (await originOf(services, request)) + page,
    ...newSecrets(),
  };
  const { browser, setCookie } = markBrowser(request.headers.cookie ?? '', request.protocol === 'https');
  try {
    await takeRedirect({ services, now: services.now(), address: request.ip });
    const address = await plan.address(flow, await beginFlow(services, browser, flow));
    return await reply
      .header('set-cookie', setCookie)
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .redirect(address, 302);
  } catch (error) {
    services.log.warn({ err: error }, `the way to ${plan.provider} is closed`);
    return plan.flow.holder === undefined ? redirectToSignIn(reply, plan.provider, 'away') : reply.redirect(bindPage, 302);
  }
}

/** GET /idp/authorize?state= redirects to the identity provider (model 6). */
export const oidcRedirect: ServedFile = {
  method: 'GET',
  path: '/idp/authorize',
  async handle(services, request, reply) {
    const settings = await settingsOf(services.database.read, 'identityProvider');
    if (!settings.enabled) return redirectToSignIn(reply, 'identityProvider', 'off');
    const address = (flow: AuthorizationFlow, state: string) => authorizeAddress(settings, flow, { state, now: services.now() });
    const flow = { page: '/zxLogin', landing: landingOf(request) };
    return redirectToProvider({ services, request, reply }, { provider: 'identityProvider', flow, address });
  },
};

/** The return pages of each app; `phone` is the mobile page. */
const returnPages: Record<ChatApp, { page: string; phone: string }> = {
  messagingApp: { page: '/wechatlogin', phone: '/wechatlogin' },
  enterpriseChat: { page: '/enterpriseWeChat', phone: '/enterpriseWeChatTwo' },
};

/** GET /wx/authorize?app= redirects to a chat app (models 3 and 5), to sign in or with a ticket to link an account. */
export const chatAppRedirect: ServedFile = {
  method: 'GET',
  path: '/wx/authorize',
  async handle(services, request, reply) {
    const query = queryOf(request);
    const app = ChatApp.safeParse(query['app']).data ?? 'messagingApp';
    const settings = await settingsOf(services.database.read, app);
    if (!settings.enabled) return redirectToSignIn(reply, app, 'off');
    const bind = query['bind'] === undefined ? undefined : services.tickets.open<FlowHolder>('bind', query['bind']);
    if (query['bind'] !== undefined && bind === undefined) return reply.header('cache-control', 'no-store').redirect(bindPage, 302);
    const isFramed = bind !== undefined && query['frame'] === '1';
    const page = bind === undefined ? returnPages[app][query['phone'] === '1' ? 'phone' : 'page'] : bindPage;
    const address = async ({ returnTo }: AuthorizationFlow, state: string) =>
      chatApps[app].authorizeAddress(settings, { returnTo, state, isFramed });
    return redirectToProvider(
      { services, request, reply },
      {
        provider: app,
        flow: { page, landing: landingOf(request), holder: bind && { personId: bind.personId, sessionId: bind.sessionId } },
        address,
      },
    );
  },
};

/** GET /wx/mobile redirects phones to the mobile host of the enterprise chat, or to the mobile page. */
export const phoneRedirect: ServedFile = {
  method: 'GET',
  path: '/wx/mobile',
  async handle(services, request, reply) {
    const { enabled, mobileUrl } = await settingsOf(services.database.read, 'enterpriseChat');
    const elsewhere = enabled && mobileUrl !== '' ? mobileUrl : undefined;
    return reply.header('cache-control', 'no-store').redirect(elsewhere ?? `/wx/authorize?app=enterpriseChat&phone=1`, 302);
  },
};
