import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { codes } from '@dossier/contract/codes';
import type { GivenPassword, PublicCtx, Vouched } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { settingsOf } from '../site/settings.ts';
import { personOf } from './arrive.ts';
import { type DirectoryPerson, type DirectorySettings, findByPassword } from './directory.ts';

/** A refusal comes no sooner than this, whichever steps led to it. */
const refusalMs = 300;

/** Behind sign-in by account: whose password it is in the directory, for people who have none here. */
export async function vouchByDirectory(ctx: PublicCtx, given: GivenPassword): Promise<Vouched | undefined> {
  const settings = await settingsOf(ctx.db, 'ldap');
  if (!settings.enabled) return undefined;
  const began = performance.now();
  const found = await ask(ctx, settings, given);
  if (found !== undefined) {
    const rules = { creates: settings.createAccounts, links: settings.linkAccounts, trustsNames: true };
    return { door: 'ldap', find: (inner) => personOf(inner, { provider: 'ldap', ...found }, rules) };
  }
  await wait(Math.max(0, refusalMs + randomInt(50) - (performance.now() - began)));
  return undefined;
}

/** No account has a longer name. */
const longestName = 64;

/** The directory is asked about somebody in any case, so that time tells nothing; never with a password that belongs here. */
async function ask(
  ctx: PublicCtx,
  settings: DirectorySettings,
  { loginName, password, known }: GivenPassword,
): Promise<DirectoryPerson | undefined> {
  const nobody = () => randomBytes(9).toString('hex');
  const asked = known || loginName.length > longestName ? { loginName: nobody(), password: nobody() } : { loginName, password };
  try {
    return await findByPassword(settings, asked);
  } catch (error) {
    ctx.house.log.warn({ err: error }, 'the directory cannot be asked');
    // to everybody who gets no further alike: it says nothing of who has an account here
    throw new Refusal(codes.providerFailed);
  }
}
