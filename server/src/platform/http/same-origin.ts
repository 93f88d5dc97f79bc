import { codes } from '@dossier/contract/core/codes';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../refusal.ts';

/**
 * Refuses what a page of another site makes a visitor's browser send to a call that is open to everybody: it would count as the visitor's own
 * tries. Tools say nothing of where they come from, and pass. Browsers say it by `Sec-Fetch-Site`, on plain http only by `Origin`; there JSON
 * needs no look, as they send it to another site only with leave that is never given, and a proxy may have changed the host.
 */
export function requireSameOrigin({ headers, host }: Pick<FastifyRequest, 'headers' | 'host'>): void {
  const site = headers['sec-fetch-site'];
  const isForeign = site === undefined ? !isJson(headers['content-type']) && isOtherHost(headers.origin, host) : site === 'cross-site';
  if (isForeign) throw new Refusal(codes.noRightToOperate);
}

const isJson = (type: string | undefined): boolean => type?.split(';')[0]?.trim().toLowerCase() === 'application/json';

const isOtherHost = (origin: string | undefined, host: string): boolean =>
  origin !== undefined && URL.parse(origin)?.host !== URL.parse(`${URL.parse(origin)?.protocol ?? 'http:'}//${host}`)?.host;
