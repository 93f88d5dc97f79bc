import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';

/** A ticket as a portal signs it for its user; `age` in seconds. */
export function signTicket(secret: string, loginName: string, age = 0): Promise<string> {
  const now = Math.floor(Date.now() / 1000) - age;
  const ticket = new SignJWT({ sub: loginName, aud: 'dossier', jti: randomUUID() }).setProtectedHeader({ alg: 'HS256' });
  return ticket
    .setIssuedAt(now)
    .setExpirationTime(now + 60)
    .sign(new TextEncoder().encode(secret));
}
