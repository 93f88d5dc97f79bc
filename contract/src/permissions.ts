import { z } from 'zod';
import { granteeTypes, reaches } from './rights.ts';
import { get, post } from './route.ts';
import { Flag, Id, Ids, Int, Nothing, Text, Time } from './shapes.ts';

/** A right given to somebody on one item. */
export const Grant = z.object({
  id: Id,
  /** The item it was given on; left out where the caller does not see that. */
  objId: Id.optional(),
  /** Its name, where that is not the item asked about. */
  objName: Text.optional(),
  inherited: z.boolean(),
  granteeType: z.enum(granteeTypes),
  granteeId: Id,
  granteeName: Text,
  level: z.number(),
  reach: z.enum(reaches),
  deadline: Time.optional(),
  expired: z.boolean(),
});
export type Grant = z.infer<typeof Grant>;

const GrantInput = z.object({
  objId: Ids,
  granteeType: z.enum(granteeTypes),
  granteeId: Id,
  level: Int.pipe(z.number().min(0).max(255)),
  deadline: Time.optional(),
  reach: z.enum(reaches).default('all'),
});

export const permissions = {
  check: get('/permission/check', {
    access: 'session',
    does: 'Whether the caller has a right (one bit, or a union) on each item, in the order asked',
    input: z.object({ rights: Int.pipe(z.number().min(1).max(255)), objIds: Ids }),
    output: z.object({ hasRights: z.array(z.boolean()) }),
  }),
  list: get('/permission/list', {
    access: 'session',
    does: 'Who has rights on an item: its own grants and those it inherits',
    input: z.object({ objId: Id }),
    output: z.object({
      inherit: z.boolean(),
      canInherit: z.boolean(),
      ownerId: Id,
      ownerName: Text,
      /** The caller's own bits here: nobody gives more than they have. */
      rights: z.number(),
      list: z.array(Grant),
    }),
  }),
  grant: post('/permission/grant', {
    access: 'session',
    does: 'Give a level on one or more items; the same grantee and reach again replaces it',
    input: GrantInput,
    output: z.object({ ids: z.array(Id) }),
  }),
  revoke: post('/permission/revoke', {
    access: 'session',
    does: 'Take a grant back',
    input: z.object({ objId: Id, id: Id.optional(), granteeType: z.enum(granteeTypes).optional(), granteeId: Id.optional() }),
    output: Nothing,
  }),
  inherit: post('/permission/inherit', {
    access: 'session',
    does: 'Let an item inherit rights from above, or cancel that; cancelling can keep what was inherited as own grants',
    input: z.object({ objId: Id, inherit: Flag, keep: Flag.default(false) }),
    output: Nothing,
  }),
  owner: post('/permission/owner', {
    access: 'session',
    does: 'Give an item to another owner',
    input: z.object({ objId: Id, userId: Id }),
    output: Nothing,
  }),
  explain: get('/permission/explain', {
    access: 'session',
    does: 'The rights of one person on one item and every grant they come from',
    input: z.object({ objId: Id, userId: Id }),
    output: z.object({
      level: z.number(),
      owner: z.boolean(),
      sources: z.array(Grant.extend({ via: Text.optional(), decides: z.boolean() })),
    }),
  }),
};
