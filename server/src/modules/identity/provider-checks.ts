import { type TextKey, textOf } from '../../platform/text/texts.ts';
import type { SettingsOf } from '@dossier/contract/core/site-settings';
import type { ChatApp } from '@dossier/contract/identity/sign-in-providers';
import type { Context } from '../../platform/context.ts';
import { OutsideError, type OutsideTrouble, fetchJson, troubleOf } from '../../platform/http/outbound-fetch.ts';
import { ChatError, type ChatSettings, enterpriseToken, errorMessageOf, withFields } from './providers/chat-apps.ts';
import { DirectoryError, type DirectoryStep, probeDirectory, withDirectory } from './providers/ldap-directory.ts';
import { discoverNow } from './providers/openid-connect.ts';
import { minSecretLength, ticketKey } from './providers/ticket-hand-off.ts';
import type { SettingsChecks } from '../../platform/settings/settings.ts';

type CheckResult = [TextKey<'identity.providers'>, Record<string, string | number>?] | undefined;

/** Whether the provider is reachable, describes itself, and knows this client. */
async function checkIdentityProvider(settings: SettingsOf<'identityProvider'>): Promise<CheckResult> {
  if (settings.issuer === '') return ['noIssuer'];
  if (settings.clientId === '') return ['noClient'];
  const { host } = new URL(settings.issuer);
  try {
    const tokenUrl = (await discoverNow(settings)).serverMetadata().token_endpoint;
    if (tokenUrl === undefined) return ['discovery', { host, answer: 'token_endpoint' }];
    return await checkClientSecret(tokenUrl, settings);
  } catch (error) {
    const answer = (error instanceof Error ? error.message : String(error)).slice(0, 200);
    const trouble = isUnreachable(error) ? troubleOf(error) : 'answer';
    return [trouble === 'answer' ? 'discovery' : trouble, { host, answer }];
  }
}

const isUnreachable = (error: unknown): boolean =>
  error instanceof OutsideError || (error instanceof Error && (error.name === 'TimeoutError' || isUnreachable(error.cause)));

/** For an invalid code, a provider that knows the client refuses the grant, any other refuses the client. */
async function checkClientSecret(tokenUrl: string, { clientId, clientSecret }: SettingsOf<'identityProvider'>): Promise<CheckResult> {
  const form = {
    grant_type: 'authorization_code',
    code: 'dossier-try',
    redirect_uri: 'https://localhost/zxLogin',
    code_verifier: 'x'.repeat(43),
  };
  const whole = new URLSearchParams({ ...form, client_id: clientId });
  if (clientSecret !== '') whole.set('client_secret', clientSecret);
  const answer = await fetchJson(tokenUrl, { method: 'POST', body: whole });
  const { error, error_description: description } = answer;
  if (error !== 'invalid_client' && error !== 'unauthorized_client') return undefined;
  const basic = Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`).toString('base64');
  // some providers accept a client only by the header
  const again = await fetchJson(tokenUrl, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}` },
    body: new URLSearchParams(form),
  });
  if (again['error'] !== 'invalid_client' && again['error'] !== 'unauthorized_client') return undefined;
  return ['clientRefused', { host: new URL(tokenUrl).host, answer: typeof description === 'string' ? description : error }];
}

/** A problem: the key of a text and its values. */
type CheckProblem = [TextKey<'identity.providers'>, Record<string, string | number>?];

/** Checks settings; answers the problem in the caller's language. */
const checking =
  <S>(attempt: (settings: S, now: number) => Promise<CheckProblem | undefined>) =>
  async (ctx: Context, values: unknown): Promise<string | undefined> => {
    const problem = await attempt(values as S, ctx.now);
    return problem && textOf(ctx.user.lang, 'identity.providers')(...problem);
  };

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 200);

async function checkHandOff(settings: SettingsOf<'handOff'>): Promise<CheckProblem | undefined> {
  if (settings.key === '') return ['noKey'];
  if (settings.algorithm === 'HS256' && settings.key.length < minSecretLength) return ['keyTooShort', { n: minSecretLength }];
  return ticketKey(settings).then(
    () => (settings.audience === '' ? ['noAudience'] : undefined),
    () => ['keyWrong'],
  );
}

// error codes of the two apps for a wrong id or secret
const refusesClient = new Set([40001, 40013, 40125, 41002, 41004, 40091, 42001]);

const checkChatApp =
  (app: ChatApp) =>
  async (settings: ChatSettings): Promise<CheckProblem | undefined> => {
    if (settings.clientId === '') return ['noClient'];
    if (settings.clientSecret === '') return ['noSecret'];
    const isEnterprise = app === 'enterpriseChat';
    if (settings.authorizeUrl === '' || settings.tokenUrl === '' || (isEnterprise && settings.profileUrl === '')) return ['noAddress'];
    const { host } = new URL(settings.tokenUrl);
    try {
      if (isEnterprise) await enterpriseToken(settings);
      else await checkClient(settings);
      return undefined;
    } catch (error) {
      if (error instanceof ChatError)
        return [refusesClient.has(error.errcode) ? 'clientRefused' : 'answer', { host, answer: error.message }];
      return [troubleOf(error) satisfies OutsideTrouble, { host, answer: messageOf(error) }];
    }
  };

/** An invalid code must be refused itself, not the client. */
async function checkClient({ tokenUrl, clientId: appid, clientSecret: secret }: ChatSettings): Promise<void> {
  const answer = await fetchJson(withFields(tokenUrl, { appid, secret, code: 'dossier-try', grant_type: 'authorization_code' }));
  const code = Number(answer['errcode']);
  if (code !== 40029) throw new ChatError(code, errorMessageOf(answer));
}

const directoryProblems: Record<DirectoryStep, TextKey<'identity.providers'>> = {
  unreachable: 'unreachable',
  certificate: 'certificate',
  startTls: 'startTls',
  bind: 'bindRefused',
  base: 'baseMissing',
  filter: 'filterWrong',
};

async function checkDirectory(settings: SettingsOf<'ldap'>): Promise<CheckProblem | undefined> {
  if (settings.url === '') return ['noUrl'];
  if (settings.baseDn === '') return ['noBase'];
  if (!settings.filter.includes('{login}')) return ['noLogin'];
  try {
    await withDirectory(settings, (client) => probeDirectory(client, settings));
    return undefined;
  } catch (error) {
    const step = error instanceof DirectoryError ? error.step : 'unreachable';
    return [directoryProblems[step], { host: new URL(settings.url).host, base: settings.baseDn, answer: messageOf(error) }];
  }
}

/** The settings checks of each sign-in provider. */
export const providerChecks: SettingsChecks = {
  handOff: checking(checkHandOff),
  identityProvider: checking(checkIdentityProvider),
  messagingApp: checking(checkChatApp('messagingApp')),
  enterpriseChat: checking(checkChatApp('enterpriseChat')),
  ldap: checking(checkDirectory),
};
