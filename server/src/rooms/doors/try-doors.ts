import type { ChatApp } from '@dossier/contract/doors';
import type { Lang } from '@dossier/contract/shapes';
import type { SettingsOf } from '@dossier/contract/site-settings';
import type { Ctx, House } from '../../ground/ctx.ts';
import { fetchJson, troubleOf, type OutsideTrouble } from '../../ground/http/fetch-outside.ts';
import { ChatError, type ChatSettings, saidBy, withFields } from './chat-app.ts';
import { DirectoryError, type DirectoryStep, probe, withDirectory } from './directory.ts';
import { enterpriseToken } from './enterprise-chat.ts';
import { shortestSecret, ticketKey } from './hand-off.ts';
import { tryProvider } from './try-provider.ts';
import { text as cn, type Texts } from './text/cn.ts';
import { text as en } from './text/en.ts';
import { text as es } from './text/es.ts';
import { text as ja } from './text/ja.ts';

const texts: Record<Lang, Texts> = { cn, en, es, ja };

/** What is wrong: a sentence and what stands in it. */
export type Problem = [keyof Texts, Record<string, string | number>?];

const said = (words: Texts, [key, values = {}]: Problem): string =>
  words[key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));

/** Tries settings; answers the problem in the caller's language. */
const trying =
  <S>(attempt: (settings: S, now: number) => Promise<Problem | undefined>) =>
  async (ctx: Ctx, values: unknown): Promise<string | undefined> => {
    const problem = await attempt(values as S, ctx.now);
    return problem && said(texts[ctx.user.lang], problem);
  };

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 200);

async function tryHandOff(settings: SettingsOf<'handOff'>): Promise<Problem | undefined> {
  if (settings.key === '') return ['noKey'];
  if (settings.algorithm === 'HS256' && settings.key.length < shortestSecret) return ['keyTooShort', { n: shortestSecret }];
  return ticketKey(settings).then(
    () => (settings.audience === '' ? ['noAudience'] : undefined),
    () => ['keyWrong'],
  );
}

// numbers with which the two apps refuse an id or a secret
const refusesClient = new Set([40001, 40013, 40125, 41002, 41004, 40091, 42001]);

const tryChat =
  (app: ChatApp) =>
  async (settings: ChatSettings): Promise<Problem | undefined> => {
    if (settings.clientId === '') return ['noClient'];
    if (settings.clientSecret === '') return ['noSecret'];
    const isEnterprise = app === 'enterpriseChat';
    if (settings.authorizeUrl === '' || settings.tokenUrl === '' || (isEnterprise && settings.profileUrl === '')) return ['noAddress'];
    const { host } = new URL(settings.tokenUrl);
    try {
      if (isEnterprise) await enterpriseToken(settings);
      else await tryCode(settings);
      return undefined;
    } catch (error) {
      if (error instanceof ChatError)
        return [refusesClient.has(error.errcode) ? 'clientRefused' : 'answer', { host, answer: error.message }];
      return [troubleOf(error) satisfies OutsideTrouble, { host, answer: messageOf(error) }];
    }
  };

/** A code that is none must be refused for itself, not for who asks. */
async function tryCode({ tokenUrl, clientId: appid, clientSecret: secret }: ChatSettings): Promise<void> {
  const answer = await fetchJson(withFields(tokenUrl, { appid, secret, code: 'dossier-try', grant_type: 'authorization_code' }));
  const code = Number(answer['errcode']);
  if (code !== 40029) throw new ChatError(code, saidBy(answer));
}

const steps: Record<DirectoryStep, keyof Texts> = {
  unreachable: 'unreachable',
  certificate: 'certificate',
  startTls: 'startTls',
  bind: 'bindRefused',
  base: 'baseMissing',
  filter: 'filterWrong',
};

async function tryDirectory(settings: SettingsOf<'ldap'>): Promise<Problem | undefined> {
  if (settings.url === '') return ['noUrl'];
  if (settings.baseDn === '') return ['noBase'];
  if (!settings.filter.includes('{login}')) return ['noLogin'];
  try {
    await withDirectory(settings, (client) => probe(client, settings));
    return undefined;
  } catch (error) {
    const step = error instanceof DirectoryError ? error.step : 'unreachable';
    return [steps[step], { host: new URL(settings.url).host, base: settings.baseDn, answer: messageOf(error) }];
  }
}

/** How the settings of each door are tried. */
export const doorTries: House['onTry'] = {
  handOff: trying(tryHandOff),
  identityProvider: trying(tryProvider),
  messagingApp: trying(tryChat('messagingApp')),
  enterpriseChat: trying(tryChat('enterpriseChat')),
  ldap: trying(tryDirectory),
};
