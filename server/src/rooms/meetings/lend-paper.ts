import { right } from '@dossier/contract/rights';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { contextOfPerson } from '../content/person-context.ts';
import { findVisible, type Held } from '../library/need-items.ts';
import { papersFor } from './agenda-queries.ts';
import type { AttendeeRow } from './people-queries.ts';
import type { MeetingRow } from './queries.ts';

/** Until a meeting is archived or called off, its papers are open to whoever is invited. */
export const isOpenToInvited = ({ state }: Pick<MeetingRow, 'state'>): boolean => state !== 'archived' && state !== 'cancelled';

export const canRead = ({ bits }: Held): boolean => (bits & right.read) !== 0;

/** Whether a paper is lent to somebody by its giver alone: it came after the invitation. One that lay there before is lent only as long as the inviter may read it as well, who would else lend on what is lent to them. */
export const cameAfter = (paperId: number, { invitation_id }: Pick<AttendeeRow, 'invitation_id'>): boolean => paperId > invitation_id;

/** What whoever put papers on an agenda, or invites to them, may read of them at this moment; nothing once their account is closed. */
export async function readByGiver(ctx: Ctx, personId: number, ids: readonly number[]): Promise<Held[]> {
  const acting = { personId, spaceId: ctx.user.organisationId, address: ctx.address };
  const giver = await contextOfPerson(ctx.house, ctx.db, acting).catch((error: unknown) => {
    if (error instanceof Refusal) return undefined;
    throw error;
  });
  return giver === undefined ? [] : (await findVisible(giver, ids)).filter(canRead);
}

/** Whether a meeting lends the caller a revision to look at, with their mark on it: they are invited, it is not over for good, and whoever put the paper there is invited too and may still read it. Judged each time anew. */
export async function isPaper(ctx: Ctx, { documentId, revisionId }: { documentId: number; revisionId: number }): Promise<false | 'marked'> {
  const { db, user, visit } = ctx;
  if (visit !== undefined || user.viewer !== undefined) return false;
  const rows = await papersFor(db, { documentId, revisionId, personId: user.id, organisationId: user.organisationId });
  const reads = async (person: number): Promise<boolean> => (await readByGiver(ctx, person, [documentId])).length > 0;
  for (const row of rows.filter(isOpenToInvited)) {
    if (row.person_id === user.id || !(await reads(row.person_id))) continue;
    if (cameAfter(row.id, row) || (await reads(row.inviter_id))) return 'marked';
  }
  return false;
}
