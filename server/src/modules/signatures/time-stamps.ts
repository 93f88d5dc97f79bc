import { hash } from 'node:crypto';
import { codes } from '@dossier/contract/core/codes';
import type { SettingsOf } from '@dossier/contract/core/site-settings';
import type { Context } from '../../platform/context.ts';
import { fetchOutside, OutsideError } from '../../platform/http/outbound-fetch.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { SettingsChecks } from '../../platform/settings/settings.ts';
import { textOf } from '../../platform/text/texts.ts';
import { algorithm, der, derValues, oid, tag } from './seals/der.ts';

/** The server gave no time stamp. */
class NoTimeStamp extends Error {}

/** What is asked of a time-stamp server (RFC 3161): a stamp on this hash, with its certificate. The signature that is stamped is new, so no nonce is needed. */
const requestFor = (signature: Buffer): Buffer =>
  der(
    tag.sequence,
    der(tag.integer, Buffer.from([1])),
    der(tag.sequence, algorithm(oid.sha256), der(tag.octets, hash('sha256', signature, 'buffer'))),
    der(tag.boolean, Buffer.from([0xff])),
  );

/** Granted, also with changes. */
const mostGranted = 1;

/** The token in the answer of a time-stamp server; what it says is checked with the whole seal. */
function tokenIn(answer: Buffer): Buffer {
  try {
    const [whole] = derValues(answer);
    const [state, token] = derValues(whole?.content ?? Buffer.alloc(0));
    const [status] = derValues(state?.content ?? Buffer.alloc(0));
    if (status?.tag === tag.integer && status.content.length === 1 && status.content.readUInt8(0) <= mostGranted && token !== undefined)
      return token.whole;
  } catch {
    // no answer of such a server
  }
  throw new NoTimeStamp('the answer is no granted time stamp');
}

async function requestToken(url: string, signature: Buffer): Promise<Buffer> {
  const body = new Uint8Array(requestFor(signature));
  const answer = await fetchOutside(url, { method: 'POST', headers: { 'content-type': 'application/timestamp-query' }, body });
  if (answer.status !== 200) throw new NoTimeStamp(`the server answered ${answer.status}`);
  return tokenIn(Buffer.from(await answer.arrayBuffer()));
}

/** Requests a time stamp for a signature; 5932 where the server gives none. Waits for the network: never inside a transaction. */
export async function stampSignature({ services }: Pick<Context, 'services'>, url: string, signature: Buffer): Promise<Buffer> {
  try {
    return await requestToken(url, signature);
  } catch (error) {
    if (!(error instanceof OutsideError) && !(error instanceof NoTimeStamp)) throw error;
    services.log.warn({ trouble: error.message }, 'the time-stamp server gave no time stamp');
    throw new Refusal(codes.timeStampFailed);
  }
}

/** Whether the time-stamp server of the settings stamps. */
export const timeStampCheck: SettingsChecks = {
  signing: async (ctx, values) => {
    const { tsaUrl } = values as SettingsOf<'signing'>;
    const said = textOf(ctx.user.lang, 'signatures');
    if (tsaUrl === '') return said('noTsa');
    try {
      await requestToken(tsaUrl, Buffer.from('a trial'));
      return undefined;
    } catch (error) {
      if (!(error instanceof OutsideError) && !(error instanceof NoTimeStamp)) throw error;
      return said('tsaFailed', { host: new URL(tsaUrl).host, answer: error.message.slice(0, 200) });
    }
  },
};
