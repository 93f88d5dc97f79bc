import { z } from 'zod';
import { get, post } from '../core/route.ts';
import { Id, Ids, Nothing, Text } from '../core/shapes.ts';
import { sortFields } from './library.ts';

/** How many views of lists a user can save. */
export const mostListViews = 50;

const ColumnId = z.string().max(40);
const mostColumns = 50;
const ofColumns = <T extends z.ZodType>(value: T) =>
  z.record(ColumnId, value).refine((all) => Object.keys(all).length <= mostColumns, 'columns');

/** How a list is shown: its layout, order, groups, filter and columns. */
export const ViewSettings = z.object({
  layout: z.enum(['list', 'snapshot', 'grid', 'gallery']),
  sort: z.object({ field: z.enum(sortFields), direction: z.enum(['asc', 'desc']) }),
  grouping: z.enum(['none', 'day', 'week', 'month', 'letter', 'kind', 'creator']),
  /** Part of the names. */
  keyword: z.string().max(200).optional(),
  columns: z.object({
    widths: ofColumns(z.number().min(0).max(2000)),
    hidden: ofColumns(z.boolean()),
    order: z.array(ColumnId).max(mostColumns),
  }),
});
export type ViewSettings = z.infer<typeof ViewSettings>;

/** A view of lists that a user has saved under a name. */
export const ListView = z.object({ id: Id, name: Text, settings: ViewSettings });
export type ListView = z.infer<typeof ListView>;

const Name = z.string().trim().min(1).max(100);

export const listViews = {
  list: get('/listView/list', {
    access: 'session',
    does: 'The saved views of lists of the caller, by name',
    input: Nothing,
    output: z.object({ list: z.array(ListView) }),
  }),
  save: post('/listView/save', {
    access: 'session',
    does: 'Save a view under a name; 4654 beyond fifty, 4653 where the name is in use',
    input: z.object({ name: Name, settings: ViewSettings }),
    output: z.object({ id: Id }),
  }),
  update: post('/listView/update', {
    access: 'session',
    does: 'Give a view another name, or other settings',
    input: z.object({ id: Id, name: Name.optional(), settings: ViewSettings.optional() }),
    output: Nothing,
  }),
  delete: post('/listView/delete', {
    access: 'session',
    does: 'Delete views',
    input: z.object({ ids: Ids }),
    output: Nothing,
  }),
};
