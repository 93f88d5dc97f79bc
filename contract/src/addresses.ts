import { z } from 'zod';
import { parseRange } from './address-range.ts';
import { pageFields, paged } from './page.ts';
import { get, post } from './route.ts';
import { Flag, Id, Nothing, Text } from './shapes.ts';

/** What a segment is asked about: signing in, fetching originals, administration. */
export const addressScopes = ['signIn', 'download', 'administration'] as const;
const Scope = z.enum(addressScopes);
export type AddressScope = z.infer<typeof Scope>;

/** `allow`: only these and those of the other allowing segments; `block`: these not, whatever allows them. */
export const addressKinds = ['allow', 'block'] as const;
const Kind = z.enum(addressKinds);

/** How many segments an organisation has at most. */
export const mostSegments = 200;

const Named = z.object({ id: Id, name: Text });

/** A range of addresses that an organisation lets in, or keeps out. */
export const AddressSegment = z.object({
  id: Id,
  name: Text,
  /** As it was written: a block, a first and a last address, or one. */
  addresses: Text,
  scope: Scope,
  kind: Kind,
  /** Whom it concerns; everybody where neither stands here. The name is empty where the group or role was deleted. */
  group: Named.optional(),
  role: Named.optional(),
  enabled: z.boolean(),
});
export type AddressSegment = z.infer<typeof AddressSegment>;

/** Why an address is let in or refused: nothing says anything, it is the machine itself, a segment has it, none of the allowing ones has it. */
export const addressReasons = ['free', 'own', 'allowed', 'blocked', 'outside'] as const;

const given = {
  name: z.string().trim().min(1).max(100),
  addresses: z
    .string()
    .trim()
    .max(120)
    .refine((text) => parseRange(text) !== undefined, 'addresses'),
  scope: Scope,
  kind: Kind,
  groupId: Id.optional(),
  roleId: Id.optional(),
  enabled: Flag.default(true),
};
export type GivenSegment = z.output<z.ZodObject<typeof given>>;

export const addresses = {
  segments: get('/ipSegment/pageList', {
    access: 'addresses.see',
    does: 'The ranges of addresses that the organisation lets in or keeps out, by name or address',
    input: z.object({ ...pageFields, keyword: Text.optional() }),
    output: paged(AddressSegment),
  }),
  createSegment: post('/ipSegment/create', {
    access: 'addresses.edit',
    does: 'Add a range; 5803 where it would refuse the caller',
    input: z.object(given),
    output: z.object({ id: Id }),
  }),
  updateSegment: post('/ipSegment/update', {
    access: 'addresses.edit',
    does: 'Change a range as a whole; 5803 where that would refuse the caller',
    input: z.object({ id: Id, ...given }),
    output: Nothing,
  }),
  deleteSegment: post('/ipSegment/delete', {
    access: 'addresses.edit',
    does: 'Delete a range; 5803 where that would refuse the caller',
    input: z.object({ id: Id }),
    output: Nothing,
  }),
  tryAddress: get('/ipSegment/try', {
    access: 'addresses.see',
    does: 'What would happen to a person at an address; without them the caller, where they are',
    input: z.object({ address: z.string().trim().max(100).optional(), userId: Id.optional() }),
    output: z.object({
      address: Text,
      fullName: Text,
      answers: z.array(
        z.object({
          scope: Scope,
          admitted: z.boolean(),
          why: z.enum(addressReasons),
          /** The name of the segment that decided. */
          segment: Text.optional(),
        }),
      ),
    }),
  }),
};
