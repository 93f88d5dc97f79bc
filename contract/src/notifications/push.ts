import { z } from 'zod';
import { emailKinds } from '../core/site-settings.ts';
import { get, post } from '../core/route.ts';
import { Id, Nothing, Text, Time } from '../core/shapes.ts';
import type { EmailKind } from './emails.ts';

const kinds = Object.fromEntries(emailKinds.map((kind) => [kind, z.boolean()])) as Record<EmailKind, z.ZodBoolean>;
const Base64Url = z
  .string()
  .max(120)
  .regex(/^[\w-]+$/);

/** So many browsers of a user get notifications; one more takes the place of the oldest. */
export const mostPushDevices = 20;

/** A browser that gets notifications. */
export const PushDevice = z.object({
  id: Id,
  /** Browser and system by name, empty where they are not known. */
  browser: Text,
  system: Text,
  /** The SHA-256 of its address as base64url, by which a browser knows itself. */
  key: Text,
  since: Time,
});
export type PushDevice = z.infer<typeof PushDevice>;

export const push = {
  state: get('/msg/push/state', {
    access: 'session',
    does: 'The browsers in which the caller gets notifications by a push service, of which kinds, and the key of the site that a browser subscribes with',
    input: Nothing,
    output: z.object({
      /** Whether the site sends any. */
      enabled: z.boolean(),
      publicKey: Text,
      kinds: z.object(kinds),
      devices: z.array(PushDevice),
    }),
  }),
  subscribe: post('/msg/push/subscribe', {
    access: 'session',
    does: 'Get notifications in this browser, by the address that its push service gave it, while this session lasts; one that is known is taken over',
    input: z.object({ endpoint: z.string().max(1000), p256dh: Base64Url, auth: Base64Url }),
    output: z.object({ id: Id }),
  }),
  unsubscribe: post('/msg/push/unsubscribe', {
    access: 'session',
    does: 'Get no more notifications in a browser of one’s own; for one that gets none nothing changes',
    input: z.object({ id: Id }),
    output: Nothing,
  }),
  choose: post('/msg/push/choose', {
    access: 'session',
    does: 'Choose which kinds of notifications come to one’s browsers; what is left out stays as it is',
    input: z.object({ kinds: z.partialRecord(z.enum(emailKinds), z.boolean()) }),
    output: Nothing,
  }),
};
