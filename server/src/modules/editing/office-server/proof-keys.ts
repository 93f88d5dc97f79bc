import { type KeyObject, verify } from 'node:crypto';
import type { Services } from '../../../platform/context.ts';
import type { FileRequest } from '../../../platform/http/serve.ts';
import { settingsOf } from '../../../platform/settings/settings.ts';
import { type Discovery, discoveryOf } from './discovery.ts';
import { headerOf, WopiRefusal } from './messages.ts';

/** Requests older than this are refused: a recorded one is of no use for longer. Clocks may differ by as much. */
const mostAgeMs = 20 * 60_000;
/** Ticks of 100 ns from the year 1 to 1970. */
const ticksTo1970 = 621_355_968_000_000_000n;
const mostSignature = 2048;

/** What an office server signs: the token, the address in capitals, and the time, each after its length. */
export function signedBytes({ token, address, ticks }: { token: string; address: string; ticks: bigint }): Buffer {
  const time = Buffer.alloc(8);
  time.writeBigInt64BE(ticks);
  const parts = [Buffer.from(token), Buffer.from(address.toUpperCase()), time];
  return Buffer.concat(
    parts.flatMap((part) => {
      const length = Buffer.alloc(4);
      length.writeInt32BE(part.length);
      return [length, part];
    }),
  );
}

interface Proof {
  /** The bytes that may have been signed: this site may be known by several addresses. */
  candidates: Buffer[];
  proof: Buffer;
  old: Buffer;
}

const signatureIn = (request: FileRequest, name: string): Buffer => {
  const value = headerOf(request, name) ?? '';
  return value.length <= mostSignature && /^[A-Za-z0-9+/=]*$/.test(value) ? Buffer.from(value, 'base64') : Buffer.alloc(0);
};

const isSigned = (key: KeyObject | undefined, signature: Buffer, candidates: readonly Buffer[]): boolean =>
  key !== undefined && signature.length > 0 && candidates.some((bytes) => verify('RSA-SHA256', bytes, key, signature));

/** By the current key, or where keys have just turned, on one side or the other, by the one before. */
const isProven = ({ keys }: Discovery, { candidates, proof, old }: Proof): boolean =>
  isSigned(keys.current, proof, candidates) || isSigned(keys.current, old, candidates) || isSigned(keys.old, proof, candidates);

/** Whether an office server signs its requests. */
export const signs = ({ keys }: Discovery): boolean => keys.current !== undefined || keys.old !== undefined;

/**
 * Whether a request comes from the configured office server, which is known where it signs its requests; 500 where it signs them and this
 * one has no valid signature, is too old, or the keys cannot be had.
 */
export async function isFromOfficeServer(
  services: Services,
  request: FileRequest,
  { token, origin }: { token: string; origin: string },
): Promise<boolean> {
  const known = await discoveryOf(services);
  if (known === undefined) return false;
  if (known.found === undefined) throw new WopiRefusal(500);
  if (!signs(known.found)) return false;
  const stamp = headerOf(request, 'x-wopi-timestamp') ?? '';
  if (!/^\d{1,18}$/.test(stamp)) throw new WopiRefusal(500);
  const ticks = BigInt(stamp);
  const at = Number((ticks - ticksTo1970) / 10_000n);
  if (Math.abs(services.now() - at) > mostAgeMs) throw new WopiRefusal(500);
  const { siteAddress } = await settingsOf(services.database.read, 'passkeys');
  const origins = new Set([origin, `${request.protocol}://${request.host}`, URL.parse(siteAddress)?.origin ?? origin]);
  const proof: Proof = {
    candidates: Array.from(origins, (one) => signedBytes({ token, address: `${one}${request.raw.url ?? ''}`, ticks })),
    proof: signatureIn(request, 'x-wopi-proof'),
    old: signatureIn(request, 'x-wopi-proofold'),
  };
  if (isProven(known.found, proof)) return true;
  // its keys may have turned since they were fetched
  const anew = (await discoveryOf(services, { anew: true }))?.found;
  if (anew === undefined || anew === known.found || !isProven(anew, proof)) throw new WopiRefusal(500);
  return true;
}
