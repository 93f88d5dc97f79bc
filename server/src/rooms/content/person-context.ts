import { codes } from '@dossier/contract/codes';
import type { Lang } from '@dossier/contract/shapes';
import type { Ctx, House } from '../../ground/ctx.ts';
import type { Db } from '../../ground/db/database.ts';
import { readVersions } from '../../ground/db/versions.ts';
import { Refusal } from '../../ground/refusal.ts';
import { findPerson } from '../people/people.ts';
import { standingIn } from '../circles/principals.ts';
import { roleOfSession } from '../session/admit.ts';

/** Who acts where no call brings a session: a ticket's person, or the one who asked for a job. */
export interface Acting {
  personId: number;
  /** Where they act: the space that the ticket or the order was made in; undefined in those from before there were several. */
  spaceId: number | undefined;
  address: string;
  /** Whose role counts, as it is now; a job has none, and works with all roles. */
  sessionId?: number;
  /** The visit of a shared link that acts, with the rights of its giver. */
  visitId?: number;
  /** Asked in the transaction before anything is done in it: refuses where what lets the person act is over. */
  before?: (ctx: Ctx) => Promise<void>;
  /** Done at its end. */
  afterwards?: (ctx: Ctx) => Promise<void>;
}

/** A context for a person on a handle, with the rights of this moment in that space and in the role of the session; refused once the account is gone or disabled, or the space closed to them. */
export async function contextOfPerson(house: House, db: Db, who: Acting): Promise<Ctx> {
  if (who.visitId !== undefined) return house.visits.open(house, db, { visitId: who.visitId, address: who.address });
  const { sessionId = 0 } = who;
  const role = async (): Promise<number> => (sessionId === 0 ? 0 : roleOfSession(db, sessionId));
  const [person, versions, roleId] = await Promise.all([findPerson(db, who.personId), readVersions(db), role()]);
  if (person === undefined || person.enabled !== 1) throw new Refusal(codes.notSignedIn);
  const spaceId = who.spaceId ?? person.organisation_id;
  const standing = await standingIn(house, db, { personId: person.id, spaceId, roleId, versions });
  const now = house.now();
  if (now >= standing.until) throw new Refusal(spaceId === person.organisation_id ? codes.notSignedIn : codes.spaceNotYours);
  const { address } = who;
  return {
    house,
    db,
    now,
    address,
    origin: '',
    holds: { until: Number.MAX_SAFE_INTEGER },
    user: {
      id: person.id,
      loginName: person.login_name,
      fullName: person.full_name,
      roleType: standing.roleType,
      office: standing.office,
      organisationId: spaceId,
      until: standing.until,
      sessionId,
      tokenHash: '',
      roleId,
      lang: person.lang as Lang,
      principals: standing.principals,
      versions,
    },
    say: (event, data) => house.outbox.say(db, { id: person.id, name: person.full_name, address, spaceId }, { event, data, at: now }),
  };
}

/** One writing transaction as this person. */
export async function asPerson<T>(house: House, who: Acting, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const answer = await house.database.write(async (db) => {
    const ctx = await contextOfPerson(house, db, who);
    await who.before?.(ctx);
    const done = await work(ctx);
    await who.afterwards?.(ctx);
    return done;
  });
  house.outbox.poke();
  return answer;
}
