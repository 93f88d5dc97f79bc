import { z } from 'zod';
import { get } from '../core/route.ts';
import { Flag, Id, Int, Text, Time } from '../core/shapes.ts';

/** What happens to items, as the stream of activity tells it. */
export const activityKinds = [
  'added',
  'version',
  'renamed',
  'moved',
  'deleted',
  'restored',
  'commented',
  'resolved',
  'reopened',
  'shared',
  'signed',
  'asked',
  'acknowledged',
  'flowSubmitted',
  'flowApproved',
  'flowRejected',
  'flowReturned',
  'flowWithdrawn',
] as const;
export type ActivityKind = (typeof activityKinds)[number];

/** Kinds that concern a whole burst of items in one place; of all others a line is about one item. */
export const kindsByPlace: ReadonlySet<ActivityKind> = new Set(['added', 'moved', 'deleted', 'restored', 'shared']);

/** Acts of one kind by the same person are one line while no more than this time, in milliseconds, lies between two of them. */
export const burstGapMs = 600_000;

/** A line lists so many items of a burst at most. */
export const namedItems = 3;

const splitKinds = (value: unknown): unknown => (typeof value === 'string' ? value.split(',').filter((part) => part !== '') : value);
const Kinds = z.preprocess(splitKinds, z.array(z.enum(activityKinds)).min(1)) as z.ZodType<ActivityKind[], string | ActivityKind[]>;

/** A place in the stream. */
const Cursor = z.string().regex(/^\d{1,16}-\d{1,16}$/, 'cursor');

const ActivityItem = z.object({
  id: Id,
  /** As it was when that happened. */
  name: Text,
  objType: z.number(),
  moduleType: z.number(),
  ext: Text.optional(),
  /** It is in the recycle bin, from where the caller may restore it. */
  deleted: z.boolean().optional(),
});
export type ActivityItem = z.infer<typeof ActivityItem>;

/** What one user or visitor did to one item, or to several in a burst. */
export const ActivityLine = z.object({
  id: Cursor,
  kind: z.enum(activityKinds),
  /** When it happened; the newest of a burst. */
  time: Time,
  /** The oldest of a burst. */
  firstTime: Time,
  count: z.number(),
  /** The burst goes on beyond what was counted. */
  more: z.boolean().optional(),
  /** Absent for visitors of links, and for users who were removed. */
  userId: Id.optional(),
  /** The name of the user, or the proven name of the visitor; empty for a visitor without one. */
  userName: Text,
  avatarUrl: Text.optional(),
  /** The visitor of a share link. */
  visitor: z.boolean().optional(),
  /** The item, of a burst the first ones, the newest first; each item once. */
  items: z.array(ActivityItem).min(1),
  /** Where it happened: the container, for what was moved the new one. Absent where the caller may not see it. */
  place: z.object({ id: Id, name: Text, objType: z.number(), moduleType: z.number() }).optional(),
  /** The label of the newest version. */
  version: Text.optional(),
  /** The name before it was renamed. */
  oldName: Text.optional(),
});
export type ActivityLine = z.infer<typeof ActivityLine>;

export const activity = {
  list: get('/activity/list', {
    access: 'session',
    does: 'What happened to the items that the caller may read, newest first, what was done in a burst as one line: to a document, in a folder or cabinet (then also in what lies below it, as it lay then), or everywhere; by everybody or by one user. `before` is that of the page before; the last page has none',
    input: z.object({
      objId: Id.optional(),
      userId: Id.optional(),
      kinds: Kinds.optional(),
      /** Without what the caller did. */
      others: Flag.default(false),
      before: Cursor.optional(),
      pageSize: Int.default(20).pipe(z.number().min(1).max(50)),
    }),
    output: z.object({
      list: z.array(ActivityLine),
      before: Cursor.optional(),
      /** The name of the item, and of the user, that was asked for. */
      objName: Text.optional(),
      userName: Text.optional(),
    }),
  }),
};
