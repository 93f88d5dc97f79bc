import { addressKey, isLoopback, isWithin } from '@dossier/contract/address-range';
import type { addresses, AddressScope, AddressSegment } from '@dossier/contract/addresses';
import type { OutputOf } from '@dossier/contract/route';

/** An enabled segment as it is compared. */
export interface Segment {
  name: string;
  low: string;
  high: string;
  scope: AddressScope;
  kind: AddressSegment['kind'];
  /** A group or role; everybody: 0. */
  targetType: string;
  targetId: number;
}

/** What a person is that segments can be for: all their roles count, whichever they work in. */
export interface Concerned {
  groups: number[];
  roles: number[];
}

export type Decision = Omit<OutputOf<typeof addresses.tryAddress>['answers'][number], 'scope'>;

const concerns = ({ targetType, targetId }: Segment, who: Concerned): boolean =>
  targetId === 0 || (targetType === 'group' ? who.groups : who.roles).includes(targetId);

/**
 * Whether somebody may do something from an address. A blocking segment that has it always wins; where any segment allows, one of them
 * must have it. The machine itself may always sign in and administrate: so nobody is locked out for good.
 */
export function decide(
  segments: readonly Segment[],
  { scope, address, who }: { scope: AddressScope; address: string; who: Concerned },
): Decision {
  if (scope !== 'download' && isLoopback(address)) return { admitted: true, why: 'own' };
  const key = addressKey(address);
  const has = (segment: Segment): boolean => key !== undefined && isWithin(segment, key);
  const own = segments.filter((segment) => segment.scope === scope && concerns(segment, who));
  const blocking = own.find((segment) => segment.kind === 'block' && has(segment));
  if (blocking !== undefined) return { admitted: false, why: 'blocked', segment: blocking.name };
  const allowing = own.filter((segment) => segment.kind === 'allow');
  if (allowing.length === 0) return { admitted: true, why: 'free' };
  const inside = allowing.find(has);
  return inside === undefined ? { admitted: false, why: 'outside' } : { admitted: true, why: 'allowed', segment: inside.name };
}

/** Whether nobody at all of an organisation may sign in from an address, whoever they are. */
export function refusesEverybody(segments: readonly Segment[], address: string): boolean {
  const everybody = segments.filter(({ targetId }) => targetId === 0);
  const { why } = decide(everybody, { scope: 'signIn', address, who: { groups: [], roles: [] } });
  if (why !== 'outside') return why === 'blocked';
  // some may be let in as members of a group or by a role
  const key = addressKey(address);
  const others = segments.filter(({ scope, kind, targetId }) => scope === 'signIn' && kind === 'allow' && targetId !== 0);
  return key === undefined || !others.some((segment) => isWithin(segment, key));
}
