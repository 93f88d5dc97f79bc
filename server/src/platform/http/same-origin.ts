import { codes } from '@dossier/contract/core/codes';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../refusal.ts';

/**
 * Refuses requests that a page of another site makes a visitor's browser send to a public call: they would count as the visitor's own attempts.
 * Tools send no origin, and pass. Browsers send `Sec-Fetch-Site`, on plain http only `Origin`; there JSON needs no check, as browsers send it to
 * another site only after a preflight that is never granted, and a proxy may have changed the host.
 */
export function requireSameOrigin({ headers, host }: Pick<FastifyRequest, 'headers' | 'host'>): void {
  const site = headers['sec-fetch-site'];
  const isForeign = site === undefined ? !isJson(headers['content-type']) && isOtherHost(headers.origin, host) : site === 'cross-site';
  if (isForeign) throw new Refusal(codes.noRightToOperate);
}

const isJson = (type: string | undefined): boolean => type?.split(';')[0]?.trim().toLowerCase() === 'application/json';

const isOtherHost = (origin: string | undefined, host: string): boolean =>
  origin !== undefined && URL.parse(origin)?.host !== URL.parse(`${URL.parse(origin)?.protocol ?? 'http:'}//${host}`)?.host;
