import { z } from 'zod';
import { Id, Text, Time } from './shapes.ts';

/** A key on one of a person's own devices, or in what keeps their passwords. */
export const Passkey = z.object({ id: Id, name: Text, created: Time, lastUsed: Time.optional() });
export type Passkey = z.infer<typeof Passkey>;

/** How many passkeys a person may have. */
export const mostPasskeys = 20;

/** What a person calls a passkey. */
export const PasskeyName = z.string().trim().min(1).max(100);
const Bytes = z.string().max(30_000);
const CredentialId = z.string().min(1).max(2000);
const KeyType = z.literal('public-key');
const Required = z.literal('required');

/** What a browser answers that has made a passkey. */
export const MadePasskey = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: KeyType,
  response: z.object({ clientDataJSON: Bytes, attestationObject: Bytes, transports: z.array(z.string().max(40)).max(10).optional() }),
});

/** What a browser answers that has signed with one. */
export const UsedPasskey = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: KeyType,
  response: z.object({ clientDataJSON: Bytes, authenticatorData: Bytes, signature: Bytes, userHandle: z.string().max(200).optional() }),
});

/** What `navigator.credentials.create` is asked; bytes as base64url. */
export const PasskeyToMake = z.object({
  challenge: Text,
  rp: z.object({ id: Text, name: Text }),
  user: z.object({ id: Text, name: Text, displayName: Text }),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: KeyType })),
  excludeCredentials: z.array(z.object({ id: Text, type: KeyType })),
  authenticatorSelection: z.object({ residentKey: Required, userVerification: Required }),
  attestation: z.literal('none'),
  timeout: z.number(),
});

/** What `navigator.credentials.get` is asked: whichever passkey of this site the person chooses. */
export const PasskeyToUse = z.object({ challenge: Text, rpId: Text, userVerification: Required, timeout: z.number() });
