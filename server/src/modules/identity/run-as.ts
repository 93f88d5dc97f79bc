import { codes } from '@dossier/contract/core/codes';
import type { Lang } from '@dossier/contract/core/shapes';
import type { Context, Services, ShareContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { readVersions } from '../../platform/db/versions.ts';
import { extensionPoint } from '../../platform/extension-point.ts';
import { Refusal } from '../../platform/refusal.ts';
import { roleOfSession } from './authentication.ts';
import { effectiveMembershipIn } from './effective-membership.ts';
import { findPerson } from './users.ts';

/** Who acts where no call brings a session: a ticket's person, or the one who asked for a job. */
export interface RunAs {
  personId: number;
  /** Where they act: the space that the ticket or the order was made in; undefined in those from before there were several. */
  spaceId: number | undefined;
  address: string;
  /** Whose role counts, as it is now; a job has none, and works with all roles. */
  sessionId?: number;
  /** The visit of a shared link that acts, with the rights of its giver. */
  visitId?: number;
  /** Asked in the transaction before anything is done in it: refuses where what lets the person act is over. */
  before?: (ctx: Context) => Promise<void>;
  /** Done at its end. */
  after?: (ctx: Context) => Promise<void>;
}

/** A share session by its id; `looking` leaves out what the link lets through for downloads alone. */
type OpenShareSession = (
  services: Services,
  db: Db,
  from: { visitId: number; address: string; origin?: string; looking?: boolean },
) => Promise<ShareContext>;

/** Filled by the module that keeps share sessions. */
export const shareSessionOpeners = extensionPoint<OpenShareSession>();

/** The context of a share session as it is at this moment, for tickets and uploads; 503 where it is over. */
export const openShareSession: OpenShareSession = async (services, db, from) => {
  for (const open of shareSessionOpeners.all()) return open(services, db, from);
  throw new Error('No module opens share sessions');
};

/** A context for a person on a handle, with the rights of this moment in that space and in the role of the session; refused once the account is gone or disabled, or the space closed to them. */
export async function contextForPerson(services: Services, db: Db, who: RunAs): Promise<Context> {
  if (who.visitId !== undefined) return openShareSession(services, db, { visitId: who.visitId, address: who.address });
  const { sessionId = 0 } = who;
  const role = async (): Promise<number> => (sessionId === 0 ? 0 : roleOfSession(db, sessionId));
  const [person, versions, roleId] = await Promise.all([findPerson(db, who.personId), readVersions(db), role()]);
  if (person === undefined || person.enabled !== 1) throw new Refusal(codes.notSignedIn);
  const spaceId = who.spaceId ?? person.organisation_id;
  const standing = await effectiveMembershipIn(services, db, { personId: person.id, spaceId, roleId, versions });
  const now = services.now();
  if (now >= standing.until) throw new Refusal(spaceId === person.organisation_id ? codes.notSignedIn : codes.spaceNotYours);
  const { address } = who;
  return {
    services,
    db,
    now,
    address,
    origin: '',
    memo: { until: Number.MAX_SAFE_INTEGER },
    user: {
      id: person.id,
      loginName: person.login_name,
      fullName: person.full_name,
      roleType: standing.roleType,
      permissions: standing.permissions,
      organisationId: spaceId,
      until: standing.until,
      sessionId,
      tokenHash: '',
      roleId,
      lang: person.lang as Lang,
      principals: standing.principals,
      versions,
    },
    emit: (event, data) => services.outbox.emit(db, { id: person.id, name: person.full_name, address, spaceId }, { event, data, at: now }),
  };
}

/** One writing transaction as this person. */
export async function runAs<T>(services: Services, who: RunAs, work: (ctx: Context) => Promise<T>): Promise<T> {
  const answer = await services.database.write(async (db) => {
    const ctx = await contextForPerson(services, db, who);
    await who.before?.(ctx);
    const done = await work(ctx);
    await who.after?.(ctx);
    return done;
  });
  services.outbox.wake();
  return answer;
}
