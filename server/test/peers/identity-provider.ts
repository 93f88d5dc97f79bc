import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** The claims of a user. */
export type Person = Record<string, unknown> & { sub: string };

/** A real OpenID provider on this machine, with a user signed in already. */
export interface ProviderPeer {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The user who signs in there next; undefined: the user declines. */
  who: Person | undefined;
  close(): Promise<void>;
}

const clientId = 'dossier';
const clientSecret = 'a-secret-of-the-provider-0123456789';

/** Starts the provider for a client with these redirect addresses. */
export async function startProvider(redirectUris: string[]): Promise<ProviderPeer> {
  const handlers: { now: (request: IncomingMessage, response: ServerResponse) => void } = { now: (_, response) => void response.end() };
  const server = createServer((request, response) => handlers.now(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const peer: ProviderPeer = {
    issuer,
    clientId,
    clientSecret,
    who: undefined,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  const people = new Map<string, Person>();
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: redirectUris }],
    claims: { openid: ['sub'], profile: ['name', 'preferred_username'], email: ['email', 'email_verified'], groups: ['groups'] },
    scopes: ['openid', 'profile', 'email', 'groups'],
    pkce: { required: () => true },
    cookies: { keys: ['a key of this peer'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_, sub) => ({ accountId: sub, claims: async () => people.get(sub) ?? { sub } }),
    loadExistingGrant: async (ctx) => {
      const grant = new ctx.oidc.provider.Grant({ clientId, accountId: ctx.oidc.session?.accountId ?? '' });
      grant.addOIDCScope('openid profile email groups');
      await grant.save();
      return grant;
    },
  });
  const callback = provider.callback();
  handlers.now = (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void callback(request, response);
    const { who } = peer;
    if (who !== undefined) people.set(who.sub, who);
    const result = who === undefined ? { error: 'access_denied' } : { login: { accountId: who.sub, remember: false } };
    void provider.interactionFinished(request, response, result);
  };
  return peer;
}
