import type { meetings } from '@dossier/contract/meetings';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { invitedTo } from '../meetings/invited-to.ts';
import { namesToKeep, peopleMeant } from '../meetings/invite.ts';

/** Somebody who is asked, as a vote or a sheet of scores keeps them. */
export interface Asked {
  person_id: number;
  name: string;
  name_sort: string;
}

/** Those invited to a meeting, or of them who has signed in. */
export const askedIn = async (ctx: Ctx, meetingId: number, { presentOnly }: { presentOnly: boolean }): Promise<Asked[]> =>
  (await invitedTo(ctx.db, meetingId))
    .filter((row) => !presentOnly || row.present === 1)
    .map(({ person_id, name, name_sort }) => ({ person_id, name, name_sort }));

/** Everybody whom some grantees stand for at this moment. */
export async function askedNamed(ctx: Ctx, named: ParsedOf<typeof meetings.create>['invited'], most: number): Promise<Asked[]> {
  const people = await namesToKeep(ctx, await peopleMeant(ctx, named, most));
  return people.map((one) => ({ person_id: one.id, name: one.full_name, name_sort: one.full_sort }));
}
