import type { Ctx } from '../../ground/ctx.ts';
import type { Db } from '../../ground/db/database.ts';
import { bumpVersion } from '../../ground/db/versions.ts';
import { keepAdministrators } from '../circles/memberships.ts';
import { setQuota } from '../limits/set-quotas.ts';
import * as queries from './former-queries.ts';
import type { needChangeablePerson } from './change-user.ts';

type Person = Awaited<ReturnType<typeof needChangeablePerson>>;

/**
 * Takes a person out of every list for good, whose other rooms have let go of them: only the name stays, for what they made. Refuses
 * where nobody would be left to administrate.
 */
export async function retirePerson(ctx: Ctx, person: Person, heirId: number): Promise<void> {
  const { id, organisation_id, login_name, full_name } = person;
  await queries.insertFormer(ctx.db, { id, organisation_id, login_name, full_name, heir_id: heirId, removed_at: ctx.now });
  await queries.deletePersonRows(ctx.db, id);
  await setQuota(ctx, { kind: 'person', holderId: id, most: '' });
  await keepAdministrators(ctx);
  await bumpVersion(ctx.db, 'people');
}

/** Who takes over in an organisation where nobody was named for it; 0 where it has no administrator of its own. */
export const stewardOf = async (db: Db, organisationId: number): Promise<number> =>
  (await queries.eldestAdministrator(db, organisationId))?.id ?? 0;

/** What a person is in whom somebody wants to remove. */
export async function circlesOfPerson(db: Db, person: { id: number; organisation_id: number }) {
  const headed = await queries.departmentsHeadedBy(db, person);
  return {
    heads: headed.map((row) => row.name),
    headless: headed.filter((row) => row.heads === 1).map((row) => row.name),
    groups: await queries.countGroups(db, person.id),
    guestIn: await queries.countSpaces(db, person.id),
  };
}
