import { codes } from '@dossier/contract/codes';
import type { Lang } from '@dossier/contract/shapes';
import type { House, Office, User } from '../../ground/ctx.ts';
import type { Db } from '../../ground/db/database.ts';
import type { Versions } from '../../ground/db/versions.ts';
import { Refusal } from '../../ground/refusal.ts';
import { type Standing, standingIn } from '../circles/principals.ts';
import { sessionOfViewer } from './view-queries.ts';

/** Of a session, who views by it as its person. */
interface Viewed {
  person_id: number;
  space_id: number;
  viewer_id: number | null;
  viewer_session: number | null;
  expires_at: number;
}

interface At {
  versions: Versions;
  now: number;
  idleMs: number;
  lifetimeMs: number;
}

/** What differs in a session that is a view: the person's office is not lent, and words come in the language of who views. */
interface View {
  standing: Standing;
  user: Pick<User, 'viewer' | 'until' | 'lang' | 'roleType' | 'office' | 'roleId'>;
}

const noOffice: Office = { deeds: new Set(), branchDeeds: new Set(), branch: new Set() };

/** Nobody views as somebody who may administrate what they themselves may not. */
export const mayViewAs = (own: Office, theirs: Office): boolean =>
  own.deeds.has('rights.viewAs') && [...theirs.deeds, ...theirs.branchDeeds].every((deed) => own.deeds.has(deed));

/**
 * A view as it stands now; undefined where it is over: its time, the own session of who views, their office or account ended or they went to
 * another space, or the person it is about works here no more or may administrate more by now.
 */
export async function findView(house: House, db: Db, { row, at }: { row: Viewed; at: At }): Promise<View | undefined> {
  const { viewer_id: viewer, viewer_session: id, space_id: spaceId } = row;
  const { versions, now, idleMs, lifetimeMs } = at;
  if (viewer === null || id === null || row.expires_at < now) return undefined;
  const [own] = await sessionOfViewer(db, { id, person: viewer, now, seenAfter: now - idleMs, begunAfter: now - lifetimeMs });
  if (own === undefined || own.space_id !== spaceId) return undefined;
  const theirs = await standingIn(house, db, { personId: viewer, spaceId, roleId: own.role_id, versions });
  const standing = await standingIn(house, db, { personId: row.person_id, spaceId, versions });
  if (now >= theirs.until || now >= standing.until || !mayViewAs(theirs.office, standing.office)) return undefined;
  return {
    standing,
    user: {
      viewer: { id: viewer, name: own.full_name, until: row.expires_at },
      until: Math.min(standing.until, theirs.until, row.expires_at),
      lang: own.lang as Lang,
      roleType: 0,
      office: noOffice,
      roleId: 0,
    },
  };
}

/** The view that a session is; undefined where it is none, 501 where it is over. */
export async function viewOf(house: House, db: Db, { row, at }: { row: Viewed; at: At }): Promise<View | undefined> {
  if (row.viewer_id === null) return undefined;
  const view = await findView(house, db, { row, at });
  if (view === undefined) throw new Refusal(codes.notSignedIn);
  return view;
}
