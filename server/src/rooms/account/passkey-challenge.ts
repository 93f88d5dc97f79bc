import { randomBytes } from 'node:crypto';
import { codes } from '@dossier/contract/codes';
import type { House } from '../../ground/ctx.ts';
import type { Db } from '../../ground/db/database.ts';
import { Refusal } from '../../ground/refusal.ts';
import { spendTicket } from '../doors/spend-ticket.ts';

/** How long a browser may take over a passkey. */
export const challengeSeconds = 300;

/** What a browser has to sign, and whom it was given to: to make a passkey it is one person in one session. */
export interface Challenge {
  challenge: string;
  personId?: number;
  sessionId?: number;
}

type Purpose = 'passkeyToMake' | 'passkeyToUse';

/** A new challenge in a signed ticket. Nothing is kept of it here: asking for many costs nobody anything. */
export function makeChallenge(house: House, purpose: Purpose, holder: Omit<Challenge, 'challenge'>): { ticket: string; challenge: string } {
  const challenge = randomBytes(32).toString('base64url');
  return { ticket: house.tickets.sign(purpose, { ...holder, challenge }, challengeSeconds), challenge };
}

/** The challenge of a ticket; 2044 for one that is late, forged or for something else. */
export function openChallenge(house: House, purpose: Purpose, ticket: string): Challenge {
  const opened = house.tickets.open<Challenge>(purpose, ticket);
  if (opened === undefined) throw new Refusal(codes.passkeyExpired);
  return opened;
}

/** Ends a challenge, in the transaction of what it was for; 2044 for the second of two. */
export async function spendChallenge({ db, now }: { db: Db; now: number }, { challenge }: Challenge): Promise<void> {
  // a ticket holds until the end of its last second
  const until = now + (challengeSeconds + 1) * 1000;
  if (!(await spendTicket(db, { id: `passkey ${challenge}`, until, now }))) throw new Refusal(codes.passkeyExpired);
}
