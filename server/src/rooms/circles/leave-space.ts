import type { Db } from '../../ground/db/database.ts';
import { stepDown } from './head-queries.ts';
import { leaveCircles } from './membership-queries.ts';

/** Takes a person out of every department, group and role of an organisation, and from the head of its departments. */
export async function leaveSpace(db: Db, where: { organisationId: number; personId: number }): Promise<void> {
  for (const circle of ['department', 'group', 'role'] as const) await leaveCircles(db, circle, where);
  await stepDown(db, where.organisationId, where.personId);
}
