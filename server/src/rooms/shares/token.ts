import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Database } from '../../ground/db/database.ts';
import type { House } from '../../ground/ctx.ts';
import { sharedSecret } from '../../ground/db/secrets.ts';

const keys = new WeakMap<Database, Promise<string>>();

/** The key that tokens come from; asked for outside of transactions, as the first to ask makes it. */
export async function tokenKey({ database }: House): Promise<string> {
  const known = keys.get(database) ?? sharedSecret(database, 'share', () => randomBytes(32).toString('base64url'));
  keys.set(database, known);
  return known;
}

/** The token of a share: 192 bits that only who has the key can make, so that its owner can be shown it again and no row tells it. */
export const tokenOf = (key: string, shareId: number): string =>
  createHmac('sha256', key).update(`share ${shareId}`).digest().subarray(0, 24).toString('base64url');

/** What is kept of a token: it is long enough that a fast hash tells nothing. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Where a link leads. */
export const linkTo = (origin: string, token: string): string => `${origin}/curlLogin?token=${token}`;
