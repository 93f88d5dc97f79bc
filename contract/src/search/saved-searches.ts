import { z } from 'zod';
import { get, post } from '../core/route.ts';
import { Flag, Id, Ids, Nothing, Text, Time } from '../core/shapes.ts';

/** How many searches a user can save, and how many of the last ones are kept. */
export const mostSavedSearches = 50;
export const mostRecentSearches = 20;

const Day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

/** A search as the search page asks it: the words and all filters. */
export const SearchTerms = z.object({
  /** The area whose page it was made on. */
  area: z.union([z.literal(2), z.literal(3), z.literal(4)]).default(3),
  keyword: z.string().trim().max(200).optional(),
  in: z.enum(['name', 'content', 'all']).optional(),
  /** 0 searches all areas. */
  moduleType: z.number().int().optional(),
  parentId: Id.optional(),
  type: z.string().max(20).optional(),
  creatorId: Id.optional(),
  creator: z.string().max(300).optional(),
  from: Day.optional(),
  to: Day.optional(),
  card: z.string().max(2000).optional(),
  tagIds: z
    .string()
    .regex(/^\d+(,\d+){0,9}$/)
    .optional(),
  sort: z.enum(['relevance', 'time', 'name']).optional(),
});
export type SearchTerms = z.infer<typeof SearchTerms>;

const RecentSearch = z.object({ id: Id, terms: SearchTerms, time: Time });
export type RecentSearch = z.infer<typeof RecentSearch>;

export const SavedSearch = z.object({ id: Id, name: Text, terms: SearchTerms });
export type SavedSearch = z.infer<typeof SavedSearch>;

const Name = z.string().trim().min(1).max(100);

export const savedSearches = {
  recent: get('/search/recent', {
    access: 'session',
    does: 'The last searches of the caller, the newest first; `on` tells whether they are kept',
    input: Nothing,
    output: z.object({ on: z.boolean(), list: z.array(RecentSearch) }),
  }),
  remember: post('/search/remember', {
    access: 'session',
    // the same words again move a search up
    repeats: true,
    does: 'Keep a search among the last ones, unless the caller keeps none; one with the same words is replaced',
    input: z.object({ terms: SearchTerms }),
    output: Nothing,
  }),
  forget: post('/search/forget', {
    access: 'session',
    does: 'Forget some of the last searches, or without ids all of them',
    input: z.object({ ids: Ids.optional() }),
    output: Nothing,
  }),
  keep: post('/search/keepRecent', {
    access: 'session',
    does: 'Keep the last searches or not; switching it off forgets those that are kept',
    input: z.object({ on: Flag }),
    output: Nothing,
  }),
  list: get('/search/saved', {
    access: 'session',
    does: 'The saved searches of the caller, by name',
    input: Nothing,
    output: z.object({ list: z.array(SavedSearch) }),
  }),
  save: post('/search/save', {
    access: 'session',
    does: 'Save a search under a name; 4652 beyond fifty, 4653 where the name is in use',
    input: z.object({ name: Name, terms: SearchTerms }),
    output: z.object({ id: Id }),
  }),
  update: post('/search/updateSaved', {
    access: 'session',
    does: 'Give a saved search another name, or other words and filters',
    input: z.object({ id: Id, name: Name.optional(), terms: SearchTerms.optional() }),
    output: Nothing,
  }),
  delete: post('/search/deleteSaved', {
    access: 'session',
    does: 'Delete saved searches',
    input: z.object({ ids: Ids }),
    output: Nothing,
  }),
};
