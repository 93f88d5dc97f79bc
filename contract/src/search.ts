import { z } from 'zod';
import { Item } from './library.ts';
import { pageFields, paged } from './page.ts';
import { get } from './route.ts';
import { Id, Int, Text, Time } from './shapes.ts';

/** A hit: the item, the way to it, and a piece of its text with the words found in `<em>`; everything else is plain text, escaped. */
export const Hit = Item.extend({ path: Text, snippet: Text.optional() });
export type Hit = z.infer<typeof Hit>;

export const search = {
  search: get('/dms/search', {
    access: 'session',
    inView: 'sees',
    does: 'Items by name, contents or both',
    input: z.object({
      ...pageFields,
      keyword: z.string().trim().min(1, 'keyword').max(200),
      in: z.enum(['name', 'content', 'all']).default('all'),
      moduleType: Int.optional(),
      parentId: Id.optional(),
      /** Comma-joined extensions. */
      ext: Text.optional(),
      creatorId: Id.optional(),
      from: Time.optional(),
      to: Time.optional(),
      sort: z.enum(['relevance', 'time', 'name']).default('relevance'),
    }),
    /** `totalNumber` stops at 1000. */
    output: paged(Hit),
  }),
};
