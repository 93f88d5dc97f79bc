import { lookup } from 'node:dns';
import { type IncomingMessage, request as requestPlainly } from 'node:http';
import { request as requestSecurely } from 'node:https';
import { BlockList, isIP } from 'node:net';
import { OutsideError, troubleOf } from './outbound-fetch.ts';

/** Addresses that are no host of the internet: of this machine, of local networks, and for special use (RFC 6890). */
const special = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  special.addSubnet(net, bits, 'ipv4');
// Teredo, ORCHID, documentation and 6to4, whose addresses may carry one of another network
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  special.addSubnet(net, bits, 'ipv6');
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');

/** Whether an address is one of a host of the internet. Of IPv6 only global unicast counts, which leaves out what stands for IPv4. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !special.check(address, 'ipv4');
  return version === 6 && global6.check(address, 'ipv6') && !special.check(address, 'ipv6');
}

export interface PublicRequest {
  headers: Record<string, string>;
  body: Uint8Array;
  /** Hosts with their ports, as in addresses, that are asked in spite of a private address, and without TLS. */
  privateHosts: readonly string[];
  timeoutMs: number;
  signal: AbortSignal;
}

/** The status of an answer and one of its headers; its body is not read. */
export interface PublicAnswer {
  status: number;
  retryAfter: string | undefined;
}

/**
 * Whether an address may be asked at all, before its host is looked up: https at its own port, without a password, and no number of a private network.
 * Other ports of a public address may be those of machines behind the same gateway as this one.
 */
export function mayAsk(address: string, privateHosts: readonly string[]): boolean {
  const url = URL.parse(address);
  if (url === null || url.username !== '' || url.password !== '') return false;
  if (privateHosts.includes(url.host)) return url.protocol === 'https:' || url.protocol === 'http:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return url.protocol === 'https:' && url.port === '' && (isIP(host) === 0 || isPublicAddress(host));
}

/**
 * Posts to an address that a user named. The host must be one of the internet: the address that was looked up is the one that is connected to, so
 * that a name cannot mean another machine the second time. Redirects are not followed.
 */
export async function postPublic(
  address: string,
  { headers, body, privateHosts, timeoutMs, signal }: PublicRequest,
): Promise<PublicAnswer> {
  if (!mayAsk(address, privateHosts)) throw new OutsideError('address', 'The address is none of the internet');
  const url = new URL(address);
  const isPrivate = privateHosts.includes(url.host);
  const send = url.protocol === 'https:' ? requestSecurely : requestPlainly;
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  try {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = send(url, {
        method: 'POST',
        headers: { ...headers, 'content-length': String(body.length) },
        signal: limit,
        agent: false,
        ...(!isPrivate && { lookup: lookUpPublic }),
      });
      sent.on('response', resolve);
      sent.on('error', reject);
      sent.end(body);
    });
    const { 'retry-after': retryAfter } = answer.headers;
    answer.destroy();
    return { status: answer.statusCode ?? 0, retryAfter };
  } catch (error) {
    if (error instanceof OutsideError) throw error;
    throw new OutsideError(troubleOf(error), `${url.host} did not answer`, { cause: error });
  }
}

/** Looks a name up, and finds only addresses of the internet. */
const lookUpPublic: typeof lookup = ((host: string, options: { all?: boolean }, done: (...found: unknown[]) => void) => {
  lookup(host, { ...options, all: true }, (error, all) => {
    if (error !== null) return done(error);
    const found = all.filter(({ address }) => isPublicAddress(address));
    const [first] = found;
    if (first === undefined) return done(new OutsideError('address', `${host} is no host of the internet`));
    return options.all === true ? done(null, found) : done(null, first.address, first.family);
  });
}) as typeof lookup;
