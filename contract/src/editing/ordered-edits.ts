import { z } from 'zod';

/** Which edits of which window these are: a window finds its own among those that come back, also after a loss of the connection. */
const Origin = z.object({ window: z.string().regex(/^[\w-]{8,36}$/), number: z.int().min(0) });
export type EditOrigin = z.infer<typeof Origin>;

/** A list that is refused at its first wrong entry: to describe all of many takes seconds. */
export const strictList = <T extends z.ZodType>(entry: T, most: number) =>
  z
    .array(z.unknown())
    .min(1)
    .max(most)
    .transform((list, context): z.output<T>[] => {
      const made: z.output<T>[] = [];
      for (const one of list) {
        const read = entry.safeParse(one);
        if (!read.success) {
          context.addIssue({ code: 'custom', message: read.error.issues[0]?.message ?? 'a wrong entry' });
          return z.NEVER;
        }
        made.push(read.data);
      }
      return made;
    });

/** What a window says in a room that gives all edits one order; `at` is what it has selected. */
export const orderedRequest = <E extends z.ZodType, A extends z.ZodType>(edits: E, at: A) =>
  z.discriminatedUnion('kind', [
    /** The first message of a connection: it knows the edits up to this one. */
    z.object({ kind: z.literal('enter'), after: z.int().min(0) }),
    /** Edits that were made knowing of the order up to `after`. */
    z.object({ kind: z.literal('edits'), after: z.int().min(0), origin: Origin, edits }),
    /** Go on from the last version: only where what came since cannot be written. */
    z.object({ kind: z.literal('discard') }),
    /** What is selected; null where nothing is. */
    z.object({ kind: z.literal('selection'), at: at.nullable() }),
  ]);

/** What a window says, of edits and selections of any kind. */
export type OrderedRequest<E, A> =
  | { kind: 'enter'; after: number }
  | { kind: 'edits'; after: number; origin: EditOrigin; edits: E[] }
  | { kind: 'discard' }
  | { kind: 'selection'; at: A | null };

/** Edits at their place in the one order of a session, which counts the messages from 1. */
export interface Ordered<E> {
  seq: number;
  /** As in the list of who is in the room. */
  personId: string;
  origin: EditOrigin;
  edits: E[];
}

/** What a room with one order tells besides what all rooms tell. */
export const orderedNotice = <E extends z.ZodType, A extends z.ZodType>(edits: z.ZodArray<E>, at: A) =>
  z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('edits'),
      list: z.array(z.object({ seq: z.int().min(1), personId: z.string(), origin: Origin, edits })).min(1),
    }),
    /** Nothing before what was sent is missing any more: the connection knows all up to here. */
    z.object({ kind: z.literal('entered'), head: z.int().min(0) }),
    /** The edits of this number were made without knowing of a structural one. They are sent again after those up to `head`. */
    z.object({ kind: z.literal('behind'), number: z.int(), head: z.int() }),
    /** The edits of this number cannot be made in what is there now. */
    z.object({ kind: z.literal('refused'), number: z.int() }),
    /** What came since the last version was given up, as it could not be written; the room ends. */
    z.object({ kind: z.literal('discarded') }),
    /** What another connection has selected. */
    z.object({ kind: z.literal('selection'), id: z.number(), at: at.nullable() }),
  ]);

/** What a room with one order tells, of edits and selections of any kind. */
export type OrderedNotice<E, A> =
  | { kind: 'edits'; list: Ordered<E>[] }
  | { kind: 'entered'; head: number }
  | { kind: 'behind'; number: number; head: number }
  | { kind: 'refused'; number: number }
  | { kind: 'discarded' }
  | { kind: 'selection'; id: number; at: A | null };
