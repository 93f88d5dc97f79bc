import { z } from 'zod';
import { CardQuestions } from '../core/card-shapes.ts';
import { pageFields, paged } from '../core/page.ts';
import { get } from '../core/route.ts';
import { Id, Ids, Int, Text, Time } from '../core/shapes.ts';
import { Item } from '../documents/library.ts';

/** A hit: the item, the way to it, and a piece of its text with the words found in `<em>`; everything else is plain text, escaped. */
export const Hit = Item.extend({ path: Text, snippet: Text.optional() });
export type Hit = z.infer<typeof Hit>;

const Tags = Ids.pipe(z.array(Id).max(10, 'tooMany')) as z.ZodType<string[], string | string[]>;

export const search = {
  search: get('/dms/search', {
    access: 'session',
    inView: 'sees',
    does: 'Items by name, contents or both',
    input: z
      .object({
        ...pageFields,
        /** May be left out where tags or fields of cards are asked for. */
        keyword: z.string().trim().max(200).default(''),
        in: z.enum(['name', 'content', 'all']).default('all'),
        moduleType: Int.optional(),
        parentId: Id.optional(),
        /** Comma-joined extensions. */
        ext: Text.optional(),
        creatorId: Id.optional(),
        from: Time.optional(),
        to: Time.optional(),
        /** Only what bears all of them. */
        tagIds: Tags.optional(),
        /** Only documents that the caller may read on whose cards all of this stands. */
        cardFields: CardQuestions.optional(),
        sort: z.enum(['relevance', 'time', 'name']).default('relevance'),
      })
      .refine((asked) => asked.keyword !== '' || asked.tagIds !== undefined || asked.cardFields !== undefined, {
        path: ['keyword'],
        message: 'keyword',
      }),
    /** `totalNumber` stops at 1000. */
    output: paged(Hit),
  }),
};
