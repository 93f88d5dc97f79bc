import { isIPv6 } from 'node:net';

/**
 * What limits count an address by: an IPv4 address whole, also where it is written as an IPv6 one, and an IPv6 address by its /64, as each
 * subscriber line has all of that.
 */
export function addressBlock(address: string): string {
  const [plain = ''] = address.split('%', 1);
  if (!isIPv6(plain)) return address;
  const groups = groupsOf(plain);
  const [high = 0, low = 0] = groups.slice(6);
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (mapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  const network = groups.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

/** The eight numbers of an IPv6 address. */
function groupsOf(address: string): number[] {
  // normalises every notation, a dotted end too, to the one with at most one `::`
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [front = [], back = []] = canonical.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const gap = Array.from({ length: 8 - front.length - back.length }, () => '0');
  return [...front, ...gap, ...back].map((group) => Number.parseInt(group, 16));
}
