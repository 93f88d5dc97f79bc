import { z } from 'zod';
import { Limit, Quota } from './limits.ts';
import { pageFields, paged } from './page.ts';
import { get, post } from './route.ts';
import { Flag, Id, Lang, Nothing, Text, Time } from './shapes.ts';

/** An organisation of the site, as the site's administrators see it. */
export const Organisation = z.object({
  id: Id,
  name: Text,
  description: Text,
  /** The one of the first start, from which the site is administrated: it is never closed. */
  first: z.boolean(),
  enabled: z.boolean(),
  /** Closed from then on; absent where it never ends. */
  expires: Time.optional(),
  expired: z.boolean(),
  createTime: Time,
  people: z.number(),
  guests: z.number(),
  documents: z.number(),
  bytes: z.number(),
  /** All that its documents hold, older revisions and the bin too, and may hold; absent where nothing limits it. */
  quota: Quota.optional(),
});
export type Organisation = z.infer<typeof Organisation>;

const Name = z.string().trim().min(1).max(100);
const Expiry = z.union([Time, z.literal('')]);

export const organisations = {
  organisations: get('/org/pageList', {
    access: 'organisations.edit',
    does: 'The organisations of the site, with their people, guests and documents',
    input: z.object({ ...pageFields, keyword: Text.optional() }),
    output: paged(Organisation),
  }),
  createOrganisation: post('/org/create', {
    access: 'organisations.edit',
    does: 'Open an organisation with its first administrator, a new account',
    input: z.object({
      name: Name,
      description: z.string().trim().max(1000).default(''),
      expires: Expiry.optional(),
      loginName: z.string().trim().min(1),
      fullName: z.string().trim().min(1).max(100),
      password: Text,
      lang: Lang.optional(),
    }),
    output: z.object({ id: Id }),
  }),
  updateOrganisation: post('/org/update', {
    access: 'organisations.edit',
    does: 'Rename or describe an organisation, close or open it, set when it ends (empty: never) and how many bytes it may store (empty: without a limit)',
    input: z.object({
      id: Id,
      name: Name.optional(),
      description: z.string().trim().max(1000).optional(),
      enabled: Flag.optional(),
      expires: Expiry.optional(),
      quota: Limit.optional(),
    }),
    output: Nothing,
  }),
};
