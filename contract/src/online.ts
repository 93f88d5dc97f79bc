import { z } from 'zod';
import { pageFields, paged } from './page.ts';
import { get, post } from './route.ts';
import { Id, Text, Time } from './shapes.ts';

/** A session as administrators see it. */
export const OnlineSession = z.object({
  id: Id,
  userId: Id,
  loginName: Text,
  fullName: Text,
  /** Ready for `<img>`; absent without a picture. */
  avatarUrl: Text.optional(),
  /** The organisation that the account belongs to, where the person is a guest. */
  guestOf: Text.optional(),
  /** True where one of the own people works in another organisation just now. */
  elsewhere: z.boolean(),
  /** Names of the browser or program and of the system; empty where the device did not tell. */
  browser: Text,
  system: Text,
  address: Text,
  /** What let the person in: their password, a scanned code, a passkey, or an account elsewhere; or that it is the view of an administrator. */
  door: z.enum(['password', 'scan', 'passkey', 'identityProvider', 'ldap', 'handOff', 'messagingApp', 'enterpriseChat', 'viewAs']),
  /** Who views as this person by this session. */
  viewer: z.object({ id: Id, name: Text }).optional(),
  since: Time,
  lastSeen: Time,
  /** The session that asks. */
  current: z.boolean(),
});
export type OnlineSession = z.infer<typeof OnlineSession>;

const Ended = z.object({ ended: z.number() });

export const online = {
  onlineSessions: get('/onliner/pageList', {
    access: 'sessions.see',
    does: 'The sessions of the people of the organisation, and of its guests who work in it; by name, login name or address',
    input: z.object({ ...pageFields, keyword: z.string().max(200).optional(), sortDirection: z.enum(['asc', 'desc']).default('desc') }),
    output: paged(OnlineSession),
  }),
  endOnline: post('/onliner/end', { access: 'sessions.end', does: 'End a session', input: z.object({ id: Id }), output: Ended }),
  endOnlineOf: post('/onliner/endAll', {
    access: 'sessions.end',
    does: 'End all sessions of a person; of a guest those that work here',
    input: z.object({ userId: Id }),
    output: Ended,
  }),
};
