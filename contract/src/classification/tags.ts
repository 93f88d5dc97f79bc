import { z } from 'zod';
import { batchLimit } from '../core/rights.ts';
import { get, post } from '../core/route.ts';
import { Flag, Id, Ids, Nothing, Text, Time, pageFields, paged } from '../core/shapes.ts';
import { TagMark, mostTags, tagColours } from '../core/tag-mark.ts';
import { NewName } from '../identity/departments.ts';

/** A tag that the caller may use. */
export const Tag = TagMark.extend({
  /** Whether lists show it; the details of an item always do. */
  listed: z.boolean(),
  /** Of a department's tag. */
  departmentName: Text.optional(),
  /** How many of the queried items carry it. */
  on: z.number().optional(),
});
export type Tag = z.infer<typeof Tag>;

/** A tag of a department or of the organisation, as its administrators see it. */
export const OfficeTag = TagMark.extend({
  listed: z.boolean(),
  departmentId: Id.optional(),
  departmentName: Text.optional(),
  /** How many items carry it, visible to the caller or not. */
  uses: z.number(),
  updateTime: Time,
});
export type OfficeTag = z.infer<typeof OfficeTag>;

const Colour = z.enum(tagColours);
const Items = Ids.pipe(z.array(Id).max(batchLimit, 'tooManyItems')) as z.ZodType<string[], string | string[]>;
const Some = Ids.pipe(z.array(Id).max(mostTags.onItem, 'tooManyItems')) as z.ZodType<string[], string | string[]>;
const changes = { id: Id, name: NewName.optional(), colour: Colour.optional(), listed: Flag.optional() };

export const tags = {
  list: get('/tag/list', {
    access: 'session',
    does: 'The tags that the caller may use: the own ones, those of the own departments, those of the organisation; each by name',
    input: z.object({ objIds: Items.optional() }),
    output: z.array(Tag),
  }),
  create: post('/tag/create', {
    access: 'session',
    does: 'Make a tag of one’s own, which nobody else sees',
    input: z.object({ name: NewName, colour: Colour.default('grey'), listed: Flag.default(true) }),
    output: z.object({ id: Id }),
  }),
  update: post('/tag/update', { access: 'session', does: 'Change a tag of one’s own', input: z.object(changes), output: Nothing }),
  delete: post('/tag/delete', {
    access: 'session',
    does: 'Delete a tag of one’s own; it comes off all items',
    input: z.object({ id: Id }),
    output: Nothing,
  }),
  mark: post('/tag/mark', {
    access: 'session',
    does: 'Put tags on items and take others off; own ones on what the caller sees, shared ones on what the caller may modify',
    input: z.object({ objIds: Items, add: Some.optional(), remove: Some.optional() }),
    output: Nothing,
  }),
  office: get('/tag/office/pageList', {
    access: 'tags.edit',
    branch: true,
    does: 'The tags of the organisation and of its departments, by name',
    input: z.object({ ...pageFields, keyword: z.string().max(200).optional() }),
    output: paged(OfficeTag),
  }),
  createShared: post('/tag/office/create', {
    access: 'tags.edit',
    branch: true,
    does: 'Make a tag of the organisation, or of a department',
    input: z.object({ name: NewName, colour: Colour.default('grey'), listed: Flag.default(true), departmentId: Id.optional() }),
    output: z.object({ id: Id }),
  }),
  updateShared: post('/tag/office/update', {
    access: 'tags.edit',
    branch: true,
    does: 'Change a tag of the organisation or of a department',
    input: z.object(changes),
    output: Nothing,
  }),
  deleteShared: post('/tag/office/delete', {
    access: 'tags.edit',
    branch: true,
    does: 'Delete a tag of the organisation or of a department; it comes off all items',
    input: z.object({ id: Id }),
    output: Nothing,
  }),
};
