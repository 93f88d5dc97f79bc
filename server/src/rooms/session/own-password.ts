import { codes } from '@dossier/contract/codes';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { passwordMatches } from '../people/password.ts';
import { findPerson } from '../people/people.ts';
import { giveTryBack, takeTry } from './guessing.ts';

/** Asks for the own password before what a borrowed session must not do; wrong ones count as failed sign-ins. Answers its hash. */
export async function needOwnPassword(ctx: Ctx, password: string): Promise<string> {
  await takeTry(ctx, ctx.user.loginName);
  const hash = (await findPerson(ctx.db, ctx.user.id))?.password_hash;
  if (!(await passwordMatches(password, hash))) throw new Refusal(codes.invalidPassword);
  await giveTryBack(ctx, ctx.user.loginName);
  return hash ?? '';
}
