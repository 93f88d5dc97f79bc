import { links, type shares } from '@dossier/contract/shares';
import type { InputOf } from '@dossier/contract/route';
import { type Client, clientOf } from './client.ts';
import type { TestHouse } from './house.ts';

/** What a test says of a share that it makes. */
export type Terms = Partial<InputOf<typeof shares.create>>;

/** Whoever holds the session of a visit. */
export const visitorOf = (house: TestHouse, sessionId: string, address?: string): Client =>
  clientOf(house.server, undefined, { headers: { 'x-session-id': sessionId }, ...(address !== undefined && { address }) });

/** Somebody who opens a link. */
export async function come(house: TestHouse, token: string, given: Omit<InputOf<typeof links.open>, 'token'> = {}): Promise<Client> {
  const { sessionId } = await house.nobody.call(links.open, { token, ...given });
  return visitorOf(house, sessionId);
}
