import { randomBytes } from 'node:crypto';
import { codes } from '@dossier/contract/codes';
import type { ParsedOf } from '@dossier/contract/route';
import type { session } from '@dossier/contract/session';
import type { PublicCtx } from '../../ground/ctx.ts';
import { inTransaction } from '../../ground/http/serve.ts';
import { newId } from '../../ground/ids.ts';
import { Refusal } from '../../ground/refusal.ts';
import { loginKey } from '../people/create-user.ts';
import { passwordMatches } from '../people/password.ts';
import { findPerson, findPersonByLogin, updatePerson } from '../people/people.ts';
import { seededNameIn } from '../people/seeded-name.ts';
import { lifetimeMs, tokenHash } from './admit.ts';
import { forgetFailures, giveTryBack, takeSignIn } from './guessing.ts';
import { deleteExpired, insertSession } from './queries.ts';

/** Signs in with account and password; unknown accounts and wrong passwords are one refusal that takes the same time. */
export async function login(ctx: PublicCtx, input: ParsedOf<typeof session.login>): Promise<{ sessionId: string }> {
  if (input.loginModel !== 1)
    throw new Refusal(input.loginModel >= 2 && input.loginModel <= 6 ? codes.loginModelOff : codes.loginModelUnknown);
  await takeSignIn(ctx, input);
  const person = await findPersonByLogin(ctx.db, loginKey(input.loginName));
  if (!(await passwordMatches(input.password, person?.password_hash)) || person === undefined) throw new Refusal(codes.badCredentials);
  if (person.enabled === 0) {
    await giveTryBack(ctx, input.loginName);
    throw new Refusal(codes.userDisabled);
  }
  const token = randomBytes(32).toString('base64url');
  await inTransaction(ctx, async (inner) => {
    // the password may have been reset while it was being checked: then the sessions were ended, and this one must not begin
    const still = await findPerson(inner.db, person.id);
    if (still?.password_hash !== person.password_hash || still.enabled === 0) throw new Refusal(codes.badCredentials);
    await forgetFailures(inner, input.loginName);
    await deleteExpired(inner.db, inner.now);
    await insertSession(inner.db, {
      token_hash: tokenHash(token),
      id: newId(),
      person_id: person.id,
      space_id: person.organisation_id,
      address: inner.address,
      agent: inner.agent,
      created_at: inner.now,
      seen_at: inner.now,
      expires_at: inner.now + lifetimeMs,
    });
    const isFirst = person.last_login_at === null;
    const lang = input.lang ?? (isFirst ? input.pageLang : undefined);
    const name = isFirst && lang !== undefined ? seededNameIn(lang, person.full_name) : {};
    await updatePerson(inner.db, person.id, { last_login_at: inner.now, ...(lang === undefined ? {} : { lang }), ...name });
    await inner.say('user.signedIn', { objId: person.id, objName: person.full_name, personId: person.id, personName: person.full_name });
  });
  return { sessionId: token };
}
