import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database } from './db/database.ts';
import { sharedSecret } from './db/shared-secret.ts';

/** Signs facts for URLs. A ticket is readable but cannot be made or changed outside of this server. */
export interface Tickets {
  sign(purpose: string, facts: Record<string, unknown>, secondsValid: number): string;
  /** The facts, or undefined when the ticket is forged, expired or made for another purpose. */
  open<T>(purpose: string, ticket: string): T | undefined;
}

const mac = (key: Buffer, purpose: string, body: string) => createHmac('sha256', key).update(`${purpose}\n${body}`).digest();

/** Opens the signing key, generated at first start and kept in the database so that all processes share it. */
export async function openTickets(database: Database, now: () => number): Promise<Tickets> {
  const key = Buffer.from(await sharedSecret(database, 'ticket', () => randomBytes(32).toString('base64url')), 'base64url');
  return {
    sign(purpose, facts, secondsValid) {
      const body = Buffer.from(JSON.stringify({ ...facts, exp: Math.floor(now() / 1000) + secondsValid })).toString('base64url');
      return `${body}.${mac(key, purpose, body).toString('base64url')}`;
    },
    open<T>(purpose: string, ticket: string) {
      const [body, signature, ...rest] = ticket.split('.');
      if (body === undefined || signature === undefined || rest.length > 0) return undefined;
      const given = Buffer.from(signature, 'base64url');
      const wanted = mac(key, purpose, body);
      if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined;
      const facts = JSON.parse(Buffer.from(body, 'base64url').toString()) as { exp: number };
      return facts.exp * 1000 < now() ? undefined : (facts as T);
    },
  };
}
