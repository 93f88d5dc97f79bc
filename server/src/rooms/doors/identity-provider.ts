import type { SettingsOf } from '@dossier/contract/site-settings';
import type { ClientAuth, Configuration } from 'openid-client';
import { fetchOutside } from '../../ground/http/fetch-outside.ts';
import type { Flow } from './flow.ts';

type Settings = SettingsOf<'identityProvider'>;
/** What the provider says of a person. */
export type Claims = Record<string, unknown> & { sub: string };

// openid-client costs memory and start time that a site without a provider need not pay
const library = () => import('openid-client');

const keptMs = 10 * 60_000;
const kept = new Map<string, { at: number; found: Configuration }>();

/** The provider as it describes itself; asked anew after ten minutes, or when its settings changed. */
export async function discover(settings: Settings, now: number): Promise<Configuration> {
  const { issuer, clientId, clientSecret } = settings;
  const key = JSON.stringify([issuer, clientId, clientSecret]);
  const known = kept.get(key);
  if (known !== undefined && now - known.at < keptMs && now >= known.at) return known.found;
  const found = await discoverNow(settings);
  kept.clear();
  kept.set(key, { at: now, found });
  return found;
}

/** The provider as it describes itself at this moment. */
export async function discoverNow({ issuer, clientId, clientSecret }: Settings): Promise<Configuration> {
  const oidc = await library();
  const metadata = { [oidc.clockTolerance]: 30, ...(clientSecret === '' ? {} : { client_secret: clientSecret }) };
  const authenticate =
    clientSecret === '' ? oidc.None() : bySecret(oidc.ClientSecretPost(clientSecret), oidc.ClientSecretBasic(clientSecret));
  return oidc.discovery(new URL(issuer), clientId, metadata, authenticate, {
    timeout: 8,
    // plain http is for a provider that the administrator wrote down so
    // and the library looks at signatures only when told to: it trusts the connection otherwise
    execute: [oidc.enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [])],
    [oidc.customFetch]: (url, { body, ...options }) => fetchOutside(url, { ...options, body: body as RequestInit['body'] }),
  });
}

/** Shows the secret in the form where the provider takes it so; one that does not say takes the header. */
function bySecret(inForm: ClientAuth, inHeader: ClientAuth): ClientAuth {
  return (as, ...rest) =>
    (as.token_endpoint_auth_methods_supported?.includes('client_secret_post') === true ? inForm : inHeader)(as, ...rest);
}

/** Where the browser goes to sign in. */
export async function authorizeAddress(settings: Settings, flow: Flow, { state, now }: { state: string; now: number }): Promise<string> {
  const oidc = await library();
  const address = oidc.buildAuthorizationUrl(await discover(settings, now), {
    redirect_uri: flow.returnTo,
    scope: settings.scopes,
    state,
    nonce: flow.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(flow.verifier),
    code_challenge_method: 'S256',
  });
  return address.href;
}

interface Answer {
  code: string;
  state: string;
  iss?: string | undefined;
}

/** Changes the code for what the provider says of the person; throws the library's errors for whatever does not hold. */
export async function claimsOf(settings: Settings, flow: Flow, { answer, now }: { answer: Answer; now: number }): Promise<Claims> {
  const oidc = await library();
  const provider = await discover(settings, now);
  const back = new URL(flow.returnTo);
  // who asks for one provider only cannot mix two up: a client that did not pass `iss` on is answered all the same
  back.search = new URLSearchParams({
    code: answer.code,
    state: answer.state,
    iss: answer.iss ?? provider.serverMetadata().issuer,
  }).toString();
  const tokens = await oidc.authorizationCodeGrant(provider, back, {
    pkceCodeVerifier: flow.verifier,
    expectedNonce: flow.nonce,
    expectedState: answer.state,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (claims === undefined) throw new Error('The provider sent no ID token');
  const isWhole = [settings.loginClaim, settings.groupsClaim].every((name) => name === '' || claims[name] !== undefined);
  if (isWhole || provider.serverMetadata().userinfo_endpoint === undefined) return claims;
  return { ...(await oidc.fetchUserInfo(provider, tokens.access_token, claims.sub)), ...claims };
}
