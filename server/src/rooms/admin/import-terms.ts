import type { admin } from '@dossier/contract/admin';
import { codes } from '@dossier/contract/codes';
import type { OutputOf } from '@dossier/contract/route';
import type { Lang } from '@dossier/contract/shapes';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { mailIsOn, postLetter } from '../site/mail.ts';
import { settingsOf } from '../site/settings.ts';
import { needSiteOrigin } from '../site/site-origin.ts';
import { texts } from './words.ts';

/** New people can be invited where letters leave, and where a forgotten password is set with a code by mail: so do they choose theirs. */
const invites = async ({ db }: Ctx): Promise<boolean> => (await mailIsOn(db)) && (await settingsOf(db, 'signIn')).forgotPassword;

export const showImportTerms = async (ctx: Ctx): Promise<OutputOf<typeof admin.importTerms>> => ({ invites: await invites(ctx) });

/** Refuses to invite where that leads nowhere. */
export async function needInvites(ctx: Ctx): Promise<void> {
  if (!(await invites(ctx))) throw new Refusal(codes.notAvailable);
}

/** Leaves a letter that tells somebody of their new account. No code in it: that is sent when they ask for it. */
export async function invite(ctx: Ctx, person: { loginName: string; fullName: string; mail: string; lang: Lang }): Promise<void> {
  const words = texts[person.lang];
  const values: Record<string, string> = { name: person.fullName, login: person.loginName, address: `${await needSiteOrigin(ctx)}/login` };
  const text = words.inviteText.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
  await postLetter(ctx.db, { to: person.mail, subject: words.inviteSubject, text: `${text}\n`, at: ctx.now });
}
