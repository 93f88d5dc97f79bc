import { codes } from '@dossier/contract/codes';
import type { User } from '../../ground/ctx.ts';
import type { Db } from '../../ground/db/database.ts';
import { readVersions } from '../../ground/db/versions.ts';
import type { Readmit } from '../../ground/http/serve.ts';
import { Refusal } from '../../ground/refusal.ts';
import { freshStanding } from '../circles/principals.ts';
import { sessionExists } from './queries.ts';

/**
 * The person as a write finds them: signed out or disabled while it waited for its turn is 501, and roles are those of now. What was
 * meant for one space or role is never done in another: 1008 where the session works elsewhere by now, 2109 where this one is closed to them.
 */
export const readmit: Readmit = async (db: Db, user: User, now: number): Promise<User> => {
  // its age was judged at the door, by the same clock
  const [session] = await sessionExists(db, { id: user.sessionId, now, seenAfter: 0, begunAfter: 0 });
  if (session === undefined || session.viewer_id !== (user.viewer?.id ?? null)) throw new Refusal(codes.notSignedIn);
  if (session.space_id !== user.organisationId || session.role_id !== user.roleId) throw new Refusal(codes.changedMeanwhile);
  const versions = await readVersions(db);
  // a view writes nothing but its own end
  if (versions.people === user.versions.people || user.viewer !== undefined) return { ...user, versions };
  const { principals, roleType, office, until } = await freshStanding(db, {
    personId: user.id,
    spaceId: user.organisationId,
    roleId: user.roleId,
  });
  if (now >= until) throw new Refusal(user.organisationId === session.organisation_id ? codes.notSignedIn : codes.spaceNotYours);
  return { ...user, versions, principals, roleType, office, until };
};
