import type { SettingsOf } from '@dossier/contract/core/site-settings';
import type { Context } from '../../platform/context.ts';
import { OutsideError, type OutsideTrouble } from '../../platform/http/outbound-fetch.ts';
import { requireSiteOrigin, type SettingsChecks } from '../../platform/settings/settings.ts';
import { type TextKey, textOf } from '../../platform/text/texts.ts';
import { type Discovery, fetchDiscovery, NoDiscovery, opensType } from './office-server/discovery.ts';

type Problem = [TextKey<'editing.officeServer'>, Record<string, string>?];

const troubles: Record<OutsideTrouble, TextKey<'editing.officeServer'>> = {
  address: 'address',
  unreachable: 'unreachable',
  certificate: 'certificate',
  timeout: 'timeout',
  redirect: 'redirect',
  large: 'large',
  answer: 'answer',
};

/** Whether somebody at another machine could reach an address. */
const isLocal = ({ hostname }: URL): boolean => /^(localhost|127\.|0\.|\[::1\]|\[::\])/.test(hostname);

/** What a browser or the office server would refuse: an insecure editor inside a secure page, or a site that only this machine reaches. */
function addressProblem(site: URL, server: URL, { actions }: Discovery): Problem | undefined {
  const insecure = actions.find((action) => site.protocol === 'https:' && action.urlsrc.startsWith('http:'));
  if (insecure !== undefined) return ['insecureEditor', { host: URL.parse(insecure.urlsrc.replace(/<.*/s, ''))?.host ?? server.host }];
  if (isLocal(site) && !isLocal(server)) return ['localSite', { host: site.host }];
  return site.protocol === 'https:' || isLocal(server) ? undefined : ['insecureSite', { host: site.host }];
}

async function problemOf(ctx: Context, { url }: SettingsOf<'office'>): Promise<Problem | undefined> {
  if (url === '') return ['noAddress'];
  const server = new URL(url);
  let found: Discovery;
  try {
    found = await fetchDiscovery(url);
  } catch (error) {
    if (error instanceof NoDiscovery) return ['noDiscovery', { host: server.host }];
    const trouble: OutsideTrouble = error instanceof OutsideError ? error.trouble : 'unreachable';
    return [troubles[trouble], { host: server.host, answer: error instanceof Error ? error.message.slice(0, 200) : '' }];
  }
  if (!opensType(found, 'docx')) return ['noWord', { host: server.host }];
  const problem = addressProblem(new URL(await requireSiteOrigin(ctx)), server, found);
  if (problem !== undefined) return problem;
  return found.keys.current === undefined ? ['noProof', { host: server.host }] : undefined;
}

/** The check of the settings of the office server: what is wrong, in a sentence. */
export const officeServerCheck: SettingsChecks = {
  office: async (ctx, values) => {
    const problem = await problemOf(ctx, values as SettingsOf<'office'>);
    return problem && textOf(ctx.user.lang, 'editing.officeServer')(...problem);
  },
};
