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

/** Takes so many rows of the room; 4811 when it has no more. */
export function takeRoom(room: WriteRoom, count: number): void {
  room.left -= count;
  if (room.left < 0) throw new Refusal(codes.pasteTooMany);
}
