import { z } from 'zod';
import { get, post } from '../core/route.ts';
import { Flag, Id, Ids, Int, Nothing, Text, Time, pageFields, paged } from '../core/shapes.ts';

/** Usage and its limit: bytes, or a count. */
export const Quota = z.object({ used: z.number(), most: z.number() });
export type Quota = z.infer<typeof Quota>;

/** Above any possible storage, and within the exact integers. */
const largest = 2 ** 52;

/** A limit; empty removes it. */
export const Limit = z.union([z.literal(''), Int.pipe(z.number().min(0).max(largest))]);

/** A user with the bytes of their personal area: every kept revision of its documents, the bin included. */
export const PersonQuota = z.object({
  id: Id,
  loginName: Text,
  fullName: Text,
  enabled: z.boolean(),
  used: z.number(),
  most: z.number().optional(),
});
export type PersonQuota = z.infer<typeof PersonQuota>;

/** What the licence limits. */
export const licenceKinds = ['people', 'guests', 'organisations', 'bytes'] as const;
export type LicenceKind = (typeof licenceKinds)[number];

const Licence = z.object({
  /** Usage by kind, and the limit where there is one. */
  ...(Object.fromEntries(licenceKinds.map((kind) => [kind, z.object({ used: z.number(), most: z.number().optional() })])) as Record<
    LicenceKind,
    z.ZodObject<{ used: z.ZodNumber; most: z.ZodOptional<z.ZodNumber> }>
  >),
  /** From this time no accounts are created and no uploads accepted; absent where it never ends. */
  ends: Time.optional(),
  expired: z.boolean(),
});
export type Licence = z.infer<typeof Licence>;

/** Usage on one day. */
export const UsageDay = z.object({
  day: z.iso.date(),
  people: z.number(),
  guests: z.number(),
  organisations: z.number(),
  documents: z.number(),
  bytes: z.number(),
});
export type UsageDay = z.infer<typeof UsageDay>;

export const limits = {
  ownQuota: get('/quota/own', {
    access: 'session',
    does: 'What is used of the own area and of the space that one works in, where they are limited',
    input: Nothing,
    output: z.object({ person: Quota.optional(), space: Quota.optional() }),
  }),
  quotas: get('/quota/pageList', {
    access: 'quotas.edit',
    does: 'The people of the organisation with what their own areas hold and may hold',
    input: z.object({ ...pageFields, keyword: Text.optional(), limited: Flag.optional(), userId: Id.optional() }),
    output: paged(PersonQuota),
  }),
  setQuota: post('/quota/set', {
    access: 'quotas.edit',
    does: 'Set how many bytes the own areas of people may hold (empty: without a limit)',
    input: z.object({ userIds: Ids, most: Limit }),
    output: Nothing,
  }),
  defaultQuota: get('/quota/default', {
    access: 'quotas.edit',
    does: 'What new people of the organisation start with, and what the space itself may hold',
    input: Nothing,
    /** `own`: set by the organisation; `site`: the default where it sets none. */
    output: z.object({ own: z.number().optional(), site: z.number().optional(), space: Quota.optional() }),
  }),
  setDefaultQuota: post('/quota/setDefault', {
    access: 'quotas.edit',
    does: 'Set what new people of the organisation start with (empty: what the site says)',
    input: z.object({ most: Limit }),
    output: Nothing,
  }),
  licence: get('/licence/show', {
    access: 'licence.edit',
    does: 'What the licence allows, and what there is',
    input: Nothing,
    output: Licence,
  }),
  setLicence: post('/licence/set', {
    access: 'licence.edit',
    does: 'Set what the licence allows: numbers and bytes (empty: without a limit) and when it ends (empty: never); what is absent stays',
    input: z.object({
      people: Limit.optional(),
      guests: Limit.optional(),
      organisations: Limit.optional(),
      bytes: Limit.optional(),
      ends: z.union([z.literal(''), Time]).optional(),
    }),
    output: Nothing,
  }),
  usage: get('/licence/history', {
    access: 'licence.edit',
    does: 'What there was day by day, oldest first',
    input: z.object({ days: Int.default(90).pipe(z.number().min(1).max(1100)) }),
    output: z.array(UsageDay),
  }),
};
