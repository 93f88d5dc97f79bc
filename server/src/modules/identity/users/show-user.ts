import { codes } from '@dossier/contract/core/codes';
import type { ParsedOf } from '@dossier/contract/core/route';
import type { PersonDetail, people } from '@dossier/contract/identity/users';
import type { Context } from '../../../platform/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { isoTime } from '../../../platform/text/iso-time.ts';
import { departmentScopeFor } from '../department-scope.ts';
import { countPasskeys } from '../passkeys/passkeys.queries.ts';
import { authenticatorState } from '../second-factor/second-factor.ts';
import { pageOfUsers } from './list-users.ts';
import { departmentsHeadedBy, findPerson } from './users.queries.ts';

/** A user of the organisation, or a guest in it, with what secures the account; heads see those of their scope. */
export async function showUser(ctx: Context, input: ParsedOf<typeof people.user>): Promise<PersonDetail> {
  const id = Number(input.id);
  const scope = departmentScopeFor(ctx, 'people.see');
  const filter = { personId: id, ...(scope !== undefined && { departmentIds: [...scope] }) };
  const [shown] = (await pageOfUsers(ctx, filter, { pageNo: 1, pageSize: 1 })).list;
  if (shown === undefined) throw new Refusal(codes.userMissing);
  const headed = await departmentsHeadedBy(ctx.db, { id, organisation_id: ctx.user.organisationId });
  const named = { ...shown, headOf: headed.map((row) => ({ id: String(row.id), name: row.name })) };
  const row = shown.guestOf === undefined ? await findPerson(ctx.db, id) : undefined;
  if (row === undefined) return named;
  return {
    ...named,
    codeByMail: row.mail_step === 1,
    authenticator: (await authenticatorState(ctx.db, id)).totp,
    passkeys: await countPasskeys(ctx.db, id),
    passwordTime: row.password_at === 0 ? undefined : isoTime(row.password_at),
    passwordDue: row.password_due === 1,
  };
}
