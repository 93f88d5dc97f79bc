import type { InputOf } from '@dossier/contract/core/route';
import { links, type shares } from '@dossier/contract/sharing/shares';
import { type Client, clientOf } from './client.ts';
import type { TestServer } from './test-server.ts';

/** What a test says of a share that it makes. */
export type Terms = Partial<InputOf<typeof shares.create>>;

/** Whoever holds the session of a visit. */
export const visitorOf = (dossier: TestServer, sessionId: string, address?: string): Client =>
  clientOf(dossier.server, undefined, { headers: { 'x-session-id': sessionId }, ...(address !== undefined && { address }) });

/** Somebody who opens a link. */
export async function come(dossier: TestServer, token: string, given: Omit<InputOf<typeof links.open>, 'token'> = {}): Promise<Client> {
  const { sessionId } = await dossier.nobody.call(links.open, { token, ...given });
  return visitorOf(dossier, sessionId);
}
