import { z } from 'zod';
import { batchLimit } from '../core/rights.ts';
import { get, post } from '../core/route.ts';
import { Id, Ids, Int, Nothing, Text, pageFields, paged } from '../core/shapes.ts';
import { Item } from '../documents/library.ts';
import { NewName } from '../identity/departments.ts';

/** Limits: categories of an organisation, levels of them, and categories of one document. */
export const mostOfCategories = { all: 2000, levels: 10, ofDocument: 30 } as const;

/** A category: finds documents independently of their folders. */
export const Category = z.object({
  id: Id,
  parentId: Id.optional(),
  name: Text,
  sortNumber: z.number(),
  /** Documents directly in it that the caller sees, without subcategories; counted up to 1000. */
  count: z.number(),
});
export type Category = z.infer<typeof Category>;

const SortNumber = Int.pipe(z.number().min(0).max(999));
const Items = Ids.pipe(z.array(Id).max(batchLimit, 'tooManyItems')) as z.ZodType<string[], string | string[]>;
const Some = Ids.pipe(z.array(Id).max(mostOfCategories.ofDocument, 'tooManyItems')) as z.ZodType<string[], string | string[]>;

export const categories = {
  tree: get('/category/tree', {
    access: 'session',
    does: 'All categories of the organisation, each after the one that it hangs in; guests are told none',
    input: z.object({}),
    output: z.array(Category),
  }),
  documents: get('/category/pageList', {
    access: 'session',
    does: 'The documents in a category that the caller sees',
    input: z.object({
      ...pageFields,
      id: Id,
      sortField: z.enum(['name', 'size', 'updateTime', 'createTime']).default('name'),
      sortDirection: z.enum(['asc', 'desc']).default('asc'),
    }),
    output: paged(Item),
  }),
  of: get('/category/of', {
    access: 'session',
    does: 'In which categories documents are that the caller sees, and how many of them in each',
    input: z.object({ objIds: Items }),
    output: z.array(z.object({ id: Id, on: z.number() })),
  }),
  put: post('/category/put', {
    access: 'session',
    does: 'Put documents that the caller may modify into categories, and take them out of others',
    input: z.object({ objIds: Items, add: Some.optional(), remove: Some.optional() }),
    output: Nothing,
  }),
  create: post('/category/create', {
    access: 'categories.edit',
    does: 'Make a category, in another one or at the top',
    input: z.object({ parentId: Id.optional(), name: NewName, sortNumber: SortNumber.default(99) }),
    output: z.object({ id: Id }),
  }),
  update: post('/category/update', {
    access: 'categories.edit',
    does: 'Rename, order or move a category',
    input: z.object({
      id: Id,
      name: NewName.optional(),
      sortNumber: SortNumber.optional(),
      /** Empty for the top level. */
      parentId: z.union([Id, z.literal('')]).optional(),
    }),
    output: Nothing,
  }),
  delete: post('/category/delete', {
    access: 'categories.edit',
    does: 'Delete a category that none hangs in; 2303 while documents are in it, unless it is said where they go',
    input: z.object({ id: Id, moveToId: Id.optional() }),
    output: Nothing,
  }),
};
