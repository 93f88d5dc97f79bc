import { type Code, codes } from '@dossier/contract/codes';
import type { Ctx } from '../../ground/ctx.ts';
import { mailKey } from '../../ground/text/mail-key.ts';
import { loginKey } from './create-user.ts';
import { findPersonByLogin, findPersonByMail } from './queries.ts';

/** What is wrong where somebody of another organisation has this login name (2001) or mail address (2037). */
export async function takenElsewhere(
  { db, user }: Ctx,
  { loginName, mail }: { loginName?: string; mail: string },
): Promise<Code | undefined> {
  const named = loginName === undefined ? undefined : await findPersonByLogin(db, loginKey(loginName));
  if (named !== undefined && named.organisation_id !== user.organisationId) return codes.loginNameExists;
  const reached = mail === '' ? undefined : await findPersonByMail(db, mailKey(mail));
  return reached !== undefined && reached.organisation_id !== user.organisationId ? codes.mailTaken : undefined;
}
