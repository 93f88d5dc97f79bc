import { z } from 'zod';
import { refusedAs } from '../core/codes.ts';
import { granteeTypes, reaches } from '../core/rights.ts';
import { get, post } from '../core/route.ts';
import { Flag, Id, Ids, Int, Nothing, Text, Time, pageFields, paged } from '../core/shapes.ts';

/** The grantable permissions of a manager; absent where they may grant all that they have. */
const handOn = z.number().optional();

/** A right granted to a principal on one item. */
export const Grant = z.object({
  id: Id,
  /** The item that carries the grant; absent where the caller does not see that item. */
  objId: Id.optional(),
  /** Name of that item, unless it is the queried one. */
  objName: Text.optional(),
  inherited: z.boolean(),
  granteeType: z.enum(granteeTypes),
  granteeId: Id,
  granteeName: Text,
  level: z.number(),
  handOn,
  reach: z.enum(reaches),
  deadline: Time.optional(),
  expired: z.boolean(),
});
export type Grant = z.infer<typeof Grant>;

/** A grant as a reason for an effective right: through what the user has it, and whether it decides. */
export const Source = Grant.extend({
  via: Text.optional(),
  /** For a grant to an ancestor of the user's department: the names from the department up to that ancestor. */
  way: z.array(Text).optional(),
  decides: z.boolean(),
});
export type Source = z.infer<typeof Source>;

/** A user with rights to an item. */
export const UserWithAccess = z.object({
  userId: Id,
  fullName: Text,
  /** Absent for guests, who receive names only. */
  loginName: Text.optional(),
  enabled: z.boolean(),
  guest: z.boolean(),
  level: z.number(),
  handOn,
  owner: z.boolean(),
  /** When the first of these rights expires; absent where none has a deadline. */
  until: Time.optional(),
  sources: z.array(Source),
});
export type UserWithAccess = z.infer<typeof UserWithAccess>;

/** An ACL root to which a user has access. */
export const AccessibleItem = z.object({
  id: Id,
  name: Text,
  objType: z.number(),
  moduleType: z.number(),
  ext: Text.optional(),
  /** Names of the ancestors that the caller sees. */
  path: Text,
  level: z.number(),
  /** The user's level on items inside that have no rights of their own. */
  inside: z.number(),
  owner: z.boolean(),
  until: Time.optional(),
  sources: z.array(Source),
});
export type AccessibleItem = z.infer<typeof AccessibleItem>;

const GrantInput = z.object({
  objId: Ids,
  granteeType: z.enum(granteeTypes),
  granteeId: Id,
  level: Int.pipe(z.number().min(0, refusedAs('levelUnknown')).max(255, refusedAs('levelUnknown'))),
  deadline: Time.optional(),
  reach: z.enum(reaches).default('all'),
  /**
   * With the right to manage: the grantable permissions; absent for all that the principal has. A manager limited this way grants within
   * that limit only.
   */
  handOn: Int.pipe(z.number().min(0).max(255)).optional(),
});

/** Token from `/permission/look`: makes the query an access audit of the shared areas, which needs no right to manage. */
const look = z.string().max(1000).optional();

/** A grant on the item itself, as it can be given again. */
const OwnGrant = GrantInput.omit({ objId: true });
export type OwnGrant = z.infer<typeof OwnGrant>;

/** A grant with a future deadline, on an item that the caller sees. */
export const EndingGrant = z.object({
  id: Id,
  objId: Id,
  objName: Text,
  objType: z.number(),
  moduleType: z.number(),
  ext: Text.optional(),
  /** Names of the ancestors that the caller sees. */
  path: Text,
  granteeType: z.enum(granteeTypes),
  granteeId: Id,
  granteeName: Text,
  level: z.number(),
  handOn,
  reach: z.enum(reaches),
  deadline: Time,
  givenBy: Text,
  givenAt: Time,
  /** Whether the caller manages the item, and so may extend or end the grant. */
  manages: z.boolean(),
});
export type EndingGrant = z.infer<typeof EndingGrant>;

/** Days ahead that the list of expiring grants can cover. */
export const endingDays = [7, 14, 30, 90] as const;

/** Which expiring grants are listed: those given to the caller, those on items that the caller manages, or all of the organisation. */
export const endingScopes = ['mine', 'managed', 'all'] as const;
export type EndingScope = (typeof endingScopes)[number];

/** The most grants changed in one call. */
export const mostAtOnce = 50;

export const permissions = {
  check: get('/permission/check', {
    access: 'session',
    inView: 'sees',
    does: 'Whether the caller has a right (one bit, or a union) on each item, in the order asked',
    input: z.object({ rights: Int.pipe(z.number().min(1, refusedAs('permissionRequired')).max(255)), objIds: Ids }),
    output: z.object({ hasRights: z.array(z.boolean()) }),
  }),
  list: get('/permission/list', {
    access: 'session',
    inView: 'sees',
    does: 'Who has rights on an item: its own grants and those it inherits',
    input: z.object({ objId: Id }),
    output: z.object({
      inherit: z.boolean(),
      canInherit: z.boolean(),
      ownerId: Id,
      ownerName: Text,
      /** The caller's own bits here; a grant never exceeds them. */
      rights: z.number(),
      /** Those of them that the caller may grant; fewer where the caller's right to manage limits its grantable permissions. */
      mayGive: z.number(),
      /** Whether the right to manage can only be granted with limited grantable permissions, within `mayGive`. */
      capped: z.boolean(),
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
  copyPreview: get('/permission/copyPreview', {
    access: 'session',
    does: 'What copying the own rights of another item would give and take',
    input: z.object({ objId: Id, fromId: Id }),
    output: z.object({ given: z.array(Grant), taken: z.array(Grant), kept: z.number() }),
  }),
  copy: post('/permission/copy', {
    access: 'session',
    does: 'Replace the own rights of an item by those of another, as a whole or not at all; answers what was there, and what is there now',
    input: z.object({ objId: Id, fromId: Id }),
    output: z.object({ before: z.array(OwnGrant), after: z.array(OwnGrant) }),
  }),
  replace: post('/permission/replace', {
    access: 'session',
    does: 'Replace the own rights of an item by these, as a whole or not at all; answers what was there, and what is there now; 1008 where that is no longer what the caller saw',
    input: z.object({
      objId: Id,
      grants: z.array(OwnGrant).max(100),
      /** The own rights that the caller saw, as `after` of a copy. */
      seen: z.array(OwnGrant).max(1000),
    }),
    output: z.object({ before: z.array(OwnGrant), after: z.array(OwnGrant) }),
  }),
  forecast: post('/permission/forecast', {
    access: 'session',
    does: 'Who would gain and who would lose something by a move into a place; names only for who manages all of it, at most twenty each',
    reads: true,
    input: z.object({ objIds: Ids, parentId: Id }),
    output: z.object({
      widens: z.boolean(),
      narrows: z.boolean(),
      /** Absent unless the caller manages both the items and the target. */
      people: z.object({ gaining: z.array(Text), gainers: z.number(), losing: z.array(Text), losers: z.number() }).optional(),
    }),
  }),
  owner: post('/permission/owner', {
    access: 'session',
    does: 'Give an item to another owner',
    input: z.object({ objId: Id, userId: Id }),
    output: Nothing,
  }),
  explain: get('/permission/explain', {
    access: 'session',
    inView: 'sees',
    does: 'The rights of one person on one item and every grant they come from',
    input: z.object({ objId: Id, userId: Id, look }),
    output: z.object({
      level: z.number(),
      handOn,
      owner: z.boolean(),
      /** The bits that an owner would have here without the ownership. */
      besides: z.number().optional(),
      sources: z.array(Source),
    }),
  }),
  reachedBy: get('/permission/reachedBy', {
    access: 'session',
    inView: 'sees',
    does: 'Everybody who may do anything with an item now, by name, and every grant it comes from; for who manages the item',
    input: z.object({ objId: Id, keyword: z.string().max(100).optional(), look, ...pageFields }),
    output: paged(UserWithAccess),
  }),
  reachOf: get('/permission/reachOf', {
    access: 'session',
    inView: 'sees',
    does: 'The places with rights of their own that a person reaches, topmost first: all for oneself, of others those that the caller manages',
    input: z.object({ userId: Id, moduleType: Int.optional(), parentId: Id.optional(), look, ...pageFields }),
    output: paged(AccessibleItem).extend({
      /** In an access audit: how many more items in personal areas the user has access to. */
      hidden: z.number().optional(),
    }),
  }),
  ending: get('/permission/ending', {
    access: 'session',
    does: 'Rights that end within some days, the next one first, on items that the caller sees; all of the organisation needs the deed rights.see',
    input: z.object({
      scope: z.enum(endingScopes).default('mine'),
      days: Int.default(30).pipe(z.union(endingDays.map((days) => z.literal(days)))),
      ...pageFields,
    }),
    output: paged(EndingGrant).extend({
      /** How many more the organisation has, on items that the caller does not see; with scope `all` only. */
      hidden: z.number().optional(),
    }),
  }),
  extend: post('/permission/extend', {
    access: 'session',
    does: 'Set when rights end, or that they do not, all or none; answers when they did',
    input: z.object({
      grants: z
        .array(z.object({ id: Id, deadline: Time.optional() }))
        .min(1)
        .max(mostAtOnce),
    }),
    output: z.object({ before: z.array(z.object({ id: Id, deadline: Time.optional() })) }),
  }),
  end: post('/permission/end', {
    access: 'session',
    does: 'End rights now, all or none; answers what they were, to be given again',
    input: z.object({ ids: Ids }),
    output: z.object({ before: z.array(OwnGrant.extend({ objId: Id })) }),
  }),
};
