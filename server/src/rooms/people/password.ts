import { codes } from '@dossier/contract/codes';
import { hash, verify } from '@node-rs/argon2';
import { Refusal } from '../../ground/refusal.ts';

// OWASP's second recommendation for argon2id: 19 MiB, two passes
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A hash of nobody's password: checked for unknown accounts, so that they take as long as known ones. */
const nobody = hash('nobody has this password', options);

/** Refuses passwords that are too short, longer than 128 characters, or nothing but one repeated character. */
export function checkPasswordRules(password: string): void {
  if (password.length < 6) throw new Refusal(codes.passwordTooShort);
  if (password.length > 128) throw new Refusal(codes.passwordTooLong);
  if (/^(.)\1*$/u.test(password)) throw new Refusal(codes.passwordTooSimple);
}

export const hashPassword = (password: string): Promise<string> => hash(password, options);

/** Stands where a hash would: the person has no password here, only elsewhere. */
export const noPassword = '';

/** Whether the password is the one that was hashed; takes the same time when there is no hash. */
export async function passwordMatches(password: string, stored: string | undefined): Promise<boolean> {
  const matches = await verify(stored || (await nobody), password.slice(0, 1024));
  return matches && Boolean(stored);
}
