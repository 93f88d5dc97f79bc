import { z } from 'zod';
import { Item } from '../documents/library.ts';
import { get } from './route.ts';
import { Int, Nothing, Time, pageFields, paged } from './shapes.ts';
import { TagMark } from './tag-mark.ts';

const Panel = z.object({ pageSize: Int.default(8).pipe(z.number().min(1).max(50)) });
const Entry = Item.extend({ time: Time.optional(), count: z.number().optional() });
export type HomeEntry = z.infer<typeof Entry>;
const panel = (path: string, does: string) =>
  get(path, { access: 'session', does, input: Panel, output: z.object({ list: z.array(Entry) }) });

export const home = {
  open: panel('/home/open', 'Documents the caller opened last'),
  newest: panel('/home/newest', 'The newest documents the caller may see'),
  download: panel('/home/download', 'The documents most downloaded in the last 30 days'),
  view: panel('/home/view', 'The documents most opened in the last 30 days'),
  commend: panel(
    '/home/commend',
    'What others of the caller’s departments opened in the last 30 days and the caller has not; those that most of them opened first',
  ),
  statistics: get('/home/statistics', {
    access: 'session',
    does: 'How often the documents that the caller owns and sees were opened and downloaded in the last 30 days, and how many of them',
    input: Nothing,
    output: z.object({ views: z.number(), downloads: z.number(), documents: z.number() }),
  }),
  favorite: panel('/home/favorite', 'The newest favourites'),
  tags: get('/home/tags', {
    access: 'session',
    does: 'The tags that were used last, each with how many items bear it that the caller sees, counted up to 1000',
    input: Panel,
    output: z.object({ list: z.array(TagMark.extend({ count: z.number() })) }),
  }),
  departmentDocs: get('/home/departmentDocs', {
    access: 'session',
    does: 'The newest documents by people of the departments that the caller belongs to, as far as the caller may see them; at most 1000',
    input: z.object({ ...pageFields, pageSize: Int.default(8).pipe(z.number().min(1).max(100)) }),
    output: paged(Entry),
  }),
};
