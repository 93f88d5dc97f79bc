import type { Services } from '../../../platform/context.ts';
import { nameKey } from '../../../platform/text/names.ts';
import { DavRefusal } from './messages.ts';

/** A lock on an unused name (RFC 4918, 7.3): kept in memory, as losing it does no harm. */
export interface NameReservation {
  token: string;
  personId: number;
  owner: string;
  until: number;
}

/** Reserved names per user, and in all: a user with many must not displace those of others. */
const limits = { one: 200, all: 5000 };
const reserved = new WeakMap<Services, Map<string, NameReservation>>();

function reservedOf(services: Services): Map<string, NameReservation> {
  const known = reserved.get(services) ?? new Map<string, NameReservation>();
  reserved.set(services, known);
  return known;
}

function requireCapacity(services: Services, personId: number): void {
  const all = reservedOf(services);
  let own = 0;
  for (const [key, reservation] of all) {
    if (reservation.until <= services.now()) all.delete(key);
    else if (reservation.personId === personId) own++;
  }
  if (own >= limits.one || all.size >= limits.all) throw new DavRefusal(507);
}

const keyOf = (placeId: number, name: string): string => `${placeId} ${nameKey(name)}`;

/** The reservation of an unused name, while it lasts. */
export function reservationOf(services: Services, placeId: number, name: string): NameReservation | undefined {
  const found = reservedOf(services).get(keyOf(placeId, name));
  return found === undefined || found.until <= services.now() ? undefined : found;
}

/** Reserves a name, or renews the reservation; 507 beyond the limits. */
export function reserve(services: Services, at: { placeId: number; name: string }, reservation: NameReservation): void {
  const key = keyOf(at.placeId, at.name);
  if (reservationOf(services, at.placeId, at.name)?.token !== reservation.token) requireCapacity(services, reservation.personId);
  reservedOf(services).set(key, reservation);
}

export const unreserve = (services: Services, at: { placeId: number; name: string }): void =>
  void reservedOf(services).delete(keyOf(at.placeId, at.name));

/** Refuses with 423 where somebody has reserved the name and the request lacks the token. */
export function requireUnreserved(
  services: Services,
  at: { placeId: number; name: string },
  by: { personId: number; tokens: readonly string[] },
): NameReservation | undefined {
  const found = reservationOf(services, at.placeId, at.name);
  if (found !== undefined && !(by.tokens.includes(found.token) && found.personId === by.personId))
    throw new DavRefusal(423, { condition: 'lock-token-submitted' });
  return found;
}
