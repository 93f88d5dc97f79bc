import type { SettingsOf } from '@dossier/contract/site-settings';
import { fetchJson, OutsideError, troubleOf } from '../../ground/http/fetch-outside.ts';
import { discoverNow } from './identity-provider.ts';
import type { Texts } from './text/cn.ts';

type Found = [keyof Texts, Record<string, string | number>?] | undefined;

/** Whether the provider is there, describes itself, and knows this client. */
export async function tryProvider(settings: SettingsOf<'identityProvider'>): Promise<Found> {
  if (settings.issuer === '') return ['noIssuer'];
  if (settings.clientId === '') return ['noClient'];
  const { host } = new URL(settings.issuer);
  try {
    const tokenUrl = (await discoverNow(settings)).serverMetadata().token_endpoint;
    if (tokenUrl === undefined) return ['discovery', { host, answer: 'token_endpoint' }];
    return await tryClient(tokenUrl, settings);
  } catch (error) {
    const answer = (error instanceof Error ? error.message : String(error)).slice(0, 200);
    const trouble = isOutside(error) ? troubleOf(error) : 'answer';
    return [trouble === 'answer' ? 'discovery' : trouble, { host, answer }];
  }
}

const isOutside = (error: unknown): boolean =>
  error instanceof OutsideError || (error instanceof Error && (error.name === 'TimeoutError' || isOutside(error.cause)));

/** A code that is none is refused as a grant by who knows the client, and as a client by who does not. */
async function tryClient(tokenUrl: string, { clientId, clientSecret }: SettingsOf<'identityProvider'>): Promise<Found> {
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
  // some know a client only by the header
  const again = await fetchJson(tokenUrl, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}` },
    body: new URLSearchParams(form),
  });
  if (again['error'] !== 'invalid_client' && again['error'] !== 'unauthorized_client') return undefined;
  return ['clientRefused', { host: new URL(tokenUrl).host, answer: typeof description === 'string' ? description : error }];
}
