import type { InputOf } from '@dossier/contract/core/route';
import { links, type shares } from '@dossier/contract/sharing/shares';
import { type Client, clientOf } from './client.ts';
import { expect } from 'vitest';
import type { TestMailServer } from './mail-server.ts';
import type { TestServer } from './test-server.ts';

/** The terms of a test's share. */
export type Terms = Partial<InputOf<typeof shares.create>>;

/** A client with the token of a share session. */
export const visitorOf = (dossier: TestServer, sessionId: string, address?: string): Client =>
  clientOf(dossier.server, undefined, { headers: { 'x-session-id': sessionId }, ...(address !== undefined && { address }) });

/** Opens a link as a visitor. */
export async function come(dossier: TestServer, token: string, given: Omit<InputOf<typeof links.open>, 'token'> = {}): Promise<Client> {
  const { sessionId } = await dossier.nobody.call(links.open, { token, ...given });
  return visitorOf(dossier, sessionId);
}

/** Opens a link for named recipients, or one for everybody, with an address that a code proves. */
export async function prove(
  dossier: TestServer,
  mail: TestMailServer,
  { token, address }: { token: string; address: string },
): Promise<Client> {
  const before = mail.codeFor(address);
  await dossier.nobody.call(links.open, { token, mail: address });
  await expect.poll(() => mail.codeFor(address), { interval: 5 }).toSatisfy((code) => code !== undefined && code !== before);
  return come(dossier, token, { mail: address, code: mail.codeFor(address) });
}
