import { codes } from '@dossier/contract/core/codes';
import type { SettingsOf } from '@dossier/contract/core/site-settings';
import type { ClientAuth, Configuration } from 'openid-client';
import type { PublicContext } from '../../../platform/context.ts';
import { OutsideError, fetchOutside, troubleOf } from '../../../platform/http/outbound-fetch.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { settingsOf } from '../../../platform/settings/settings.ts';
import { returnAddressAttempt, takeAddressAttempt } from '../attempts.ts';
import { type AuthorizationFlow, takeFlow } from '../sign-in/pending-sign-ins.ts';
import { externalMail } from '../users/mail-addresses.ts';
import { type ExternalSignInInput, type ExternalSignIn, type ExternalIdentity, signInExternalIdentity } from './external-sign-in.ts';

type OidcSettings = SettingsOf<'identityProvider'>;
/** The provider's claims about a user. */
type Claims = Record<string, unknown> & { sub: string };

// openid-client costs memory and start time, saved on sites without a provider
const loadClient = () => import('openid-client');

const discoveryCacheMs = 10 * 60_000;
const discoveryCache = new Map<string, { at: number; found: Configuration }>();

/** The provider's discovery document; fetched anew after ten minutes, or when the settings changed. */
async function discover(settings: OidcSettings, now: number): Promise<Configuration> {
  const { issuer, clientId, clientSecret } = settings;
  const key = JSON.stringify([issuer, clientId, clientSecret]);
  const known = discoveryCache.get(key);
  if (known !== undefined && now - known.at < discoveryCacheMs && now >= known.at) return known.found;
  const found = await discoverNow(settings);
  discoveryCache.clear();
  discoveryCache.set(key, { at: now, found });
  return found;
}

/** The provider's discovery document, fetched now. */
export async function discoverNow({ issuer, clientId, clientSecret }: OidcSettings): Promise<Configuration> {
  const oidc = await loadClient();
  const metadata = { [oidc.clockTolerance]: 30, ...(clientSecret === '' ? {} : { client_secret: clientSecret }) };
  const authenticate =
    clientSecret === '' ? oidc.None() : clientAuthentication(oidc.ClientSecretPost(clientSecret), oidc.ClientSecretBasic(clientSecret));
  return oidc.discovery(new URL(issuer), clientId, metadata, authenticate, {
    timeout: 8,
    // plain http only for a provider configured with it; and the library verifies signatures only when told to: by default it trusts the
    // connection
    execute: [oidc.enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [])],
    [oidc.customFetch]: (url, { body, ...options }) => fetchOutside(url, { ...options, body: body as RequestInit['body'] }),
  });
}

/** Sends the secret in the form where the provider supports that; by default in the header. */
function clientAuthentication(inForm: ClientAuth, inHeader: ClientAuth): ClientAuth {
  return (as, ...rest) =>
    (as.token_endpoint_auth_methods_supported?.includes('client_secret_post') === true ? inForm : inHeader)(as, ...rest);
}

/** The authorisation URL for the browser. */
export async function authorizeAddress(
  settings: OidcSettings,
  flow: AuthorizationFlow,
  { state, now }: { state: string; now: number },
): Promise<string> {
  const oidc = await loadClient();
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

interface AuthorizationResponse {
  code: string;
  state: string;
  iss?: string | undefined;
}

/** Exchanges the code for the user's claims; throws the library's errors for invalid answers. */
async function claimsOf(
  settings: OidcSettings,
  flow: AuthorizationFlow,
  { answer, now }: { answer: AuthorizationResponse; now: number },
): Promise<Claims> {
  const oidc = await loadClient();
  const provider = await discover(settings, now);
  const back = new URL(flow.returnTo);
  // with a single provider there is no mix-up attack: a client that did not pass on `iss` is accepted
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

type OidcSignInSettings = SettingsOf<'identityProvider'>;

/** Model 6: the browser returns from the identity provider with a code. */
export async function signInByOidc(ctx: PublicContext, input: ExternalSignInInput): Promise<ExternalSignIn> {
  const settings = await settingsOf(ctx.db, 'identityProvider');
  if (!settings.enabled) throw new Refusal(codes.loginModelOff);
  const { code, state, iss } = input;
  if (code === undefined || state === undefined) throw new Refusal(codes.invalidParams, { fields: ['code', 'state'] });
  await takeAddressAttempt(ctx);
  const flow = await takeFlow({ services: ctx.services, now: ctx.now, cookies: ctx.cookies }, 'identityProvider', state);
  if (flow.holder !== undefined) throw new Refusal(codes.handoffInvalid);
  const claims = await claimsOf(settings, flow, { answer: { code, state, iss }, now: ctx.now }).catch(async (error: unknown) => {
    ctx.services.log.warn({ err: error }, 'the identity provider let nobody in');
    throw new Refusal(await refusalOf(ctx, error));
  });
  const creates = settings.createAccounts && isOfDomain(settings, claims);
  const rules = { creates, links: settings.linkAccounts, trustsNames: false };
  const begun = await signInExternalIdentity(ctx, toExternalIdentity(settings, claims), { rules, pinyin: input });
  return { ...begun, landing: flow.landing };
}

/** An unreachable provider is no attempt; an invalid answer may be one. */
async function refusalOf(ctx: PublicContext, error: unknown) {
  const isAway = error instanceof Error && causes(error).some((cause) => cause instanceof OutsideError || cause.name === 'TimeoutError');
  if (!isAway || troubleOf(error) === 'answer') return codes.handoffInvalid;
  await returnAddressAttempt(ctx);
  return codes.providerFailed;
}

function causes(error: Error): Error[] {
  return error.cause instanceof Error ? [error, ...causes(error.cause)] : [error];
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined);

/** The mail address, if the provider verified it: otherwise users can enter any address. */
const verifiedMailOf = ({ trustsMail }: OidcSignInSettings, claims: Claims): string | undefined =>
  trustsMail || claims['email_verified'] === true ? externalMail(textOf(claims['email'])) : undefined;

function isOfDomain(settings: OidcSignInSettings, claims: Claims): boolean {
  const { domains } = settings;
  const domain = verifiedMailOf(settings, claims)?.split('@').at(-1)?.toLowerCase();
  return domains.length === 0 || (domain !== undefined && domains.includes(domain));
}

function toExternalIdentity(settings: OidcSignInSettings, claims: Claims): ExternalIdentity {
  return {
    provider: `identityProvider ${settings.issuer}`,
    subject: claims.sub,
    loginName: textOf(claims[settings.loginClaim]),
    fullName: textOf(claims['name']),
    mail: verifiedMailOf(settings, claims),
    groups: groupsOf(settings, claims),
  };
}

/** By mapped group: whether one of its claims was named. */
function groupsOf({ groups, groupsClaim }: OidcSignInSettings, claims: Claims): Map<number, boolean> | undefined {
  if (groupsClaim === '' || groups.length === 0) return undefined;
  const value = claims[groupsClaim];
  const named = new Set(Array.isArray(value) ? value.map(String) : textOf(value) === undefined ? [] : [String(value)]);
  const belongs = new Map<number, boolean>();
  for (const { claim, groupId } of groups) belongs.set(Number(groupId), belongs.get(Number(groupId)) === true || named.has(claim));
  return belongs;
}
