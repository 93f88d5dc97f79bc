import type { Db } from '../../ground/db/database.ts';
import type { Happening } from '../../ground/outbox.ts';
import { firstSpace, homesOf } from '../organisations/homes.ts';

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/** Who did it; for what happens at the door, whom it let in. */
export const whoDid = ({ personId, data }: Happening): number | undefined => personId ?? numberOf(data['personId']);

/** What people do with their own account belongs to their own organisation, wherever they work; the rest to where it happened. */
function toldSpace(happening: Happening): number | undefined {
  const { event, data } = happening;
  const isOwn = event.startsWith('user.') && data['objId'] !== undefined && data['objId'] === whoDid(happening);
  return isOwn ? undefined : numberOf(data['spaceId']);
}

/**
 * In the log of which organisation each stands. What does not tell counts where its person belongs, and what nobody known did in the
 * first one, from which the site is administrated.
 */
export async function spacesOf(db: Db, happenings: Happening[]): Promise<(happening: Happening) => number> {
  const ids = happenings
    .filter((happening) => toldSpace(happening) === undefined)
    .flatMap((happening) => [whoDid(happening), numberOf(happening.data['objId'])])
    .filter((id) => id !== undefined);
  const homes = ids.length === 0 ? new Map<number, number>() : await homesOf(db, ids);
  const first = await firstSpace(db);
  const homeOf = (id = 0): number | undefined => homes.get(id);
  return (happening) => toldSpace(happening) ?? homeOf(whoDid(happening)) ?? homeOf(numberOf(happening.data['objId'])) ?? first;
}
