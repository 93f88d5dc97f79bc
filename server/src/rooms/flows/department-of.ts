import type { Ctx } from '../../ground/ctx.ts';
import { belongings } from '../circles/belongings.ts';

/** The department that the caller applies from: the main one. */
export async function departmentOf({ db, user }: Ctx): Promise<{ id: number; name: string }> {
  const { departments } = await belongings(db, [user.id], user.organisationId);
  return { id: departments[0]?.id ?? 0, name: departments[0]?.name ?? '' };
}
