import { z } from 'zod';
import { CardQuestions } from '../core/card-shapes.ts';
import { get } from '../core/route.ts';
import { Id, Ids, Int, Text, Time, pageFields, paged } from '../core/shapes.ts';
import { TagMark } from '../core/tag-mark.ts';
import { Item } from '../documents/library.ts';

/** A hit: the item, its path, and a snippet with the matches in `<em>`; everything else is escaped plain text. */
export const Hit = Item.extend({ path: Text, snippet: Text.optional() });
export type Hit = z.infer<typeof Hit>;

const Tags = Ids.pipe(z.array(Id).max(10, 'tooManyItems')) as z.ZodType<string[], string | string[]>;

export const search = {
  search: get('/dms/search', {
    access: 'session',
    inView: 'sees',
    does: 'Items by name, contents or both',
    input: z
      .object({
        ...pageFields,
        /** May be absent with conditions on tags or card fields. */
        keyword: z.string().trim().max(200).default(''),
        in: z.enum(['name', 'content', 'all']).default('all'),
        moduleType: Int.optional(),
        parentId: Id.optional(),
        /** Comma-joined extensions. */
        ext: Text.optional(),
        creatorId: Id.optional(),
        from: Time.optional(),
        to: Time.optional(),
        /** Only items that carry all of them. */
        tagIds: Tags.optional(),
        /** Only documents that the caller may read and whose cards meet all conditions. */
        cardFields: CardQuestions.optional(),
        sort: z.enum(['relevance', 'time', 'name']).default('relevance'),
      })
      .refine((criteria) => criteria.keyword !== '' || criteria.tagIds !== undefined || criteria.cardFields !== undefined, {
        path: ['keyword'],
        message: 'keyword',
      }),
    /** `totalNumber` stops at 1000. */
    output: paged(Hit),
  }),
  suggest: get('/dms/suggest', {
    access: 'session',
    inView: 'sees',
    does: 'What a partly typed search may mean: a few items, tags and people by parts of their names',
    input: z.object({ keyword: z.string().trim().min(1).max(200) }),
    output: z.object({ items: z.array(Hit), tags: z.array(TagMark), people: z.array(z.object({ id: Id, name: Text })) }),
  }),
};
