import { codes } from '@dossier/contract/core/codes';
import type { SettingsOf } from '@dossier/contract/core/site-settings';
import type { ClientAuth, Configuration } from 'openid-client';
import type { PublicContext } from '../../../platform/context.ts';
import { OutsideError, fetchOutside, troubleOf } from '../../../platform/http/outbound-fetch.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { settingsOf } from '../../../platform/settings/settings.ts';
import { returnAddressAttempt, takeAddressAttempt } from '../protection/sign-in-attempts.ts';
import { type AuthorizationFlow, takeFlow } from '../sign-in/pending-sign-ins.ts';
import { externalMail } from '../users/mail-addresses.ts';
import { type ExternalSignInInput, type ExternalSignIn, type ExternalIdentity, signInExternalIdentity } from './external-sign-in.ts';

type OidcSettings = SettingsOf<'identityProvider'>;
/** What the provider says of a person. */
type Claims = Record<string, unknown> & { sub: string };

// openid-client costs memory and start time that a site without a provider need not pay
const loadClient = () => import('openid-client');

const discoveryCacheMs = 10 * 60_000;
const discoveryCache = new Map<string, { at: number; found: Configuration }>();

/** The provider as it describes itself; asked anew after ten minutes, or when its settings changed. */
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

/** The provider as it describes itself at this moment. */
export async function discoverNow({ issuer, clientId, clientSecret }: OidcSettings): Promise<Configuration> {
  const oidc = await loadClient();
  const metadata = { [oidc.clockTolerance]: 30, ...(clientSecret === '' ? {} : { client_secret: clientSecret }) };
  const authenticate =
    clientSecret === '' ? oidc.None() : clientAuthentication(oidc.ClientSecretPost(clientSecret), oidc.ClientSecretBasic(clientSecret));
  return oidc.discovery(new URL(issuer), clientId, metadata, authenticate, {
    timeout: 8,
    // plain http is for a provider that the administrator wrote down so
    // and the library looks at signatures only when told to: it trusts the connection otherwise
    execute: [oidc.enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [])],
    [oidc.customFetch]: (url, { body, ...options }) => fetchOutside(url, { ...options, body: body as RequestInit['body'] }),
  });
}

/** Shows the secret in the form where the provider takes it so; one that does not say takes the header. */
function clientAuthentication(inForm: ClientAuth, inHeader: ClientAuth): ClientAuth {
  return (as, ...rest) =>
    (as.token_endpoint_auth_methods_supported?.includes('client_secret_post') === true ? inForm : inHeader)(as, ...rest);
}

/** Where the browser goes to sign in. */
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

/** Changes the code for what the provider says of the person; throws the library's errors for whatever does not hold. */
async function claimsOf(
  settings: OidcSettings,
  flow: AuthorizationFlow,
  { answer, now }: { answer: AuthorizationResponse; now: number },
): Promise<Claims> {
  const oidc = await loadClient();
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

type OidcSignInSettings = SettingsOf<'identityProvider'>;

/** Model 6: the browser is back from the identity provider with a code. */
export async function signInByOidc(ctx: PublicContext, brought: ExternalSignInInput): Promise<ExternalSignIn> {
  const settings = await settingsOf(ctx.db, 'identityProvider');
  if (!settings.enabled) throw new Refusal(codes.loginModelOff);
  const { code, state, iss } = brought;
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
  const begun = await signInExternalIdentity(ctx, toExternalIdentity(settings, claims), { rules, spoken: brought });
  return { ...begun, landing: flow.landing };
}

/** A provider that is away is nobody's guess; an answer that does not hold may be one. */
async function refusalOf(ctx: PublicContext, error: unknown) {
  const isAway = error instanceof Error && causes(error).some((one) => one instanceof OutsideError || one.name === 'TimeoutError');
  if (!isAway || troubleOf(error) === 'answer') return codes.handoffInvalid;
  await returnAddressAttempt(ctx);
  return codes.providerFailed;
}

function causes(error: Error): Error[] {
  return error.cause instanceof Error ? [error, ...causes(error.cause)] : [error];
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined);

/** The mail address, if the provider says that it is this person's: others write into theirs what they like. */
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

/** By group that the site maps: whether one of its claims was named. */
function groupsOf({ groups, groupsClaim }: OidcSignInSettings, claims: Claims): Map<number, boolean> | undefined {
  if (groupsClaim === '' || groups.length === 0) return undefined;
  const value = claims[groupsClaim];
  const named = new Set(Array.isArray(value) ? value.map(String) : textOf(value) === undefined ? [] : [String(value)]);
  const belongs = new Map<number, boolean>();
  for (const { claim, groupId } of groups) belongs.set(Number(groupId), belongs.get(Number(groupId)) === true || named.has(claim));
  return belongs;
}
