import { codes } from '@dossier/contract/codes';
import { Refusal } from '../../ground/refusal.ts';

/** How many rows one call may still write: it is one transaction, and everybody else's writing waits for its end. */
export interface WriteRoom {
  left: number;
}

/** What a whole paste may copy, all that lies inside of its items included. */
export const copyRoom = (): WriteRoom => ({ left: 5000 });

/** What a whole move may rewrite: a row of a move costs less than one of a copy. Where neither rights nor cabinet change, nothing below the moved item is. */
export const moveRoom = (): WriteRoom => ({ left: 20_000 });

/** What a call may take away, bring back, remove, or give lists of rights of its own: about a second of writing. */
export const branchRoom = (): WriteRoom => ({ left: 100_000 });

/** So many deletions one may fall into: each child of a folder that comes back alone. */
export const splitRoom = (): WriteRoom => ({ left: 5000 });

/** Takes so many rows of the room; 4811 when it has no more. */
export function takeRoom(room: WriteRoom, count: number): void {
  room.left -= count;
  if (room.left < 0) throw new Refusal(codes.pasteTooMany);
}
