import { codes } from '@dossier/contract/core/codes';
import type { Lang } from '@dossier/contract/core/shapes';
import type { Context, Services, ShareContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/events/outbox.queries.ts';
import { readVersions } from '../../platform/db/versions.ts';
import { extensionPoint } from '../../platform/extension-point.ts';
import { requesterOfPerson, runAsRequester } from '../../platform/jobs/current-work.ts';
import { Refusal } from '../../platform/refusal.ts';
import { roleOfSession } from './authentication.ts';
import { effectiveMembershipIn } from './effective-membership.ts';
import { findPerson } from './users.ts';

/** The actor without a session: the user of a ticket, or of a job. */
export interface RunAs {
  personId: number;
  /** The space of the ticket or job; undefined in those from before multiple spaces. */
  spaceId: number | undefined;
  address: string;
  /** The session whose present role counts; a job has none and uses all roles. */
  sessionId?: number;
  /** The acting share session, with the rights of the link's giver. */
  shareSessionId?: number;
  /** Who is named in events in place of the person whose rights are used: a visitor whose link may have ended meanwhile. */
  actor?: Actor;
  /** Checked first in the transaction: refuses when the authorisation has ended. */
  before?: (ctx: Context) => Promise<void>;
  /** Runs at the end of the transaction. */
  after?: (ctx: Context) => Promise<void>;
}

/** Runs work that takes its turns among that of others as the work of this user, or of this visitor among those of the link's giver. */
export const runInTurnOf = <T>({ personId, shareSessionId }: RunAs, work: () => T): T =>
  runAsRequester(requesterOfPerson(personId), work, shareSessionId === undefined ? '' : String(shareSessionId));

/** A share session by its id; `looking` leaves out what the link lets through for downloads alone. */
type OpenShareSession = (
  services: Services,
  db: Db,
  from: { shareSessionId: number; address: string; origin?: string; looking?: boolean },
) => Promise<ShareContext>;

/** Filled by the module that keeps share sessions. */
export const shareSessionOpeners = extensionPoint<OpenShareSession>();

/** The context of a share session as it is at this moment, for tickets and uploads; 503 where it is over. */
export const openShareSession: OpenShareSession = async (services, db, from) => {
  for (const open of shareSessionOpeners.all()) return open(services, db, from);
  throw new Error('No module opens share sessions');
};

/** A context for a user on a database handle, with the present rights in that space and the role of the session; refused once the account is gone or disabled, or the space closed to them. */
export async function contextForPerson(services: Services, db: Db, who: RunAs): Promise<Context> {
  if (who.shareSessionId !== undefined) return openShareSession(services, db, { shareSessionId: who.shareSessionId, address: who.address });
  const { sessionId = 0 } = who;
  const role = async (): Promise<number> => (sessionId === 0 ? 0 : roleOfSession(db, sessionId));
  const [person, versions, roleId] = await Promise.all([findPerson(db, who.personId), readVersions(db), role()]);
  if (person === undefined || person.enabled !== 1) throw new Refusal(codes.notSignedIn);
  const spaceId = who.spaceId ?? person.organisation_id;
  const membership = await effectiveMembershipIn(services, db, { personId: person.id, spaceId, roleId, versions });
  const now = services.now();
  if (now >= membership.until) throw new Refusal(spaceId === person.organisation_id ? codes.notSignedIn : codes.spaceNotYours);
  const { address } = who;
  const actor = who.actor ?? { id: person.id, name: person.full_name, address, spaceId };
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
      roleType: membership.roleType,
      permissions: membership.permissions,
      organisationId: spaceId,
      until: membership.until,
      sessionId,
      tokenHash: '',
      roleId,
      lang: person.lang as Lang,
      principals: membership.principals,
      versions,
    },
    emit: (event, data) => services.outbox.emit(db, actor, { event, data, at: now }),
  };
}

/** One write transaction as this user. */
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
