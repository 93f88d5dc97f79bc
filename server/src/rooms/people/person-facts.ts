import type { Ctx } from '../../ground/ctx.ts';
import { namesInLine } from '../../ground/changed-fields.ts';
import { belongings } from '../circles/belongings.ts';
import { findPerson } from './queries.ts';

/** What the log keeps of a person, as it stands in this transaction: the account, and what they are in the caller's space. */
export async function personFacts({ db, user }: Ctx, id: number): Promise<Record<string, unknown>> {
  const person = await findPerson(db, id);
  const { departments, roles } = await belongings(db, [id], user.organisationId);
  const names = (rows: { name: string }[]): string => namesInLine(rows.map((row) => row.name));
  return {
    fullName: person?.full_name,
    mail: person?.mail ?? '',
    enabled: person?.enabled === 1,
    departments: names(departments),
    roles: names(roles),
  };
}
