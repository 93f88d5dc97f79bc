import { z } from 'zod';
import { granteeTypes, reaches } from '../core/rights.ts';
import { get, post } from '../core/route.ts';
import { Id, Int, Nothing, Text, Time, pageFields, paged } from '../core/shapes.ts';

/** Decision on a right in a review: kept (`confirmed`) or removed (`taken`); `gone` where the right had ended by itself. */
export const reviewResults = ['open', 'confirmed', 'taken', 'gone'] as const;
export type ReviewResult = (typeof reviewResults)[number];

/** Months between two reviews of the rights on a cabinet; 0: never. */
export const reviewMonths = [0, 3, 6, 12] as const;
export type ReviewMonths = (typeof reviewMonths)[number];

/** The most rights in one review; an item with more is reviewed folder by folder. */
export const mostReviewed = 1000;

/** The most lines decided in one call. */
export const mostDecided = 50;

const Terms = z.object({
  level: z.number(),
  handOn: z.number().optional(),
  reach: z.enum(reaches),
  deadline: Time.optional(),
  givenBy: Text,
  givenAt: Time,
});

/** One right in a review, as it was when it was decided or, before that, when the review was opened. */
export const ReviewLine = Terms.extend({
  id: Id,
  /** The item that carries the grant; absent where it was deleted. */
  objId: Id.optional(),
  objName: Text,
  objType: z.number(),
  ext: Text.optional(),
  /** Names of its ancestors that the caller sees, from the cabinet down. */
  path: Text,
  /** The item inherits no rights. */
  ownList: z.boolean(),
  granteeType: z.enum(granteeTypes),
  granteeName: Text,
  result: z.enum(reviewResults),
  /** The right as it is now, where that differs from the line. */
  now: Terms.optional(),
  /** State of the right as it is now, to be sent with a decision; absent where the right is gone. */
  seen: Text.optional(),
  note: Text,
  decidedBy: Text.optional(),
  decidedAt: Time.optional(),
});
export type ReviewLine = z.infer<typeof ReviewLine>;

/** A review in the history of an item. */
export const Review = z.object({
  id: Id,
  openedAt: Time,
  openedBy: Text,
  closedAt: Time.optional(),
  closedBy: Text.optional(),
  confirmed: z.number(),
  taken: z.number(),
  gone: z.number(),
});
export type Review = z.infer<typeof Review>;

/** Review state of a cabinet: when its rights were last reviewed, and when the next review is due. */
export const ReviewState = z.object({
  objId: Id,
  objName: Text,
  objType: z.number(),
  moduleType: z.number(),
  ownerName: Text,
  months: z.number(),
  nextAt: Time.optional(),
  overdue: z.boolean(),
  openId: Id.optional(),
  lastAt: Time.optional(),
  lastBy: Text.optional(),
  manages: z.boolean(),
});
export type ReviewState = z.infer<typeof ReviewState>;

const months = Int.pipe(z.union(reviewMonths.map((n) => z.literal(n))));

export const reviews = {
  open: post('/review/open', {
    access: 'session',
    does: 'Open a review of the rights on a cabinet or folder and everything in it, or take up the one that is open, with what was given since',
    input: z.object({ objId: Id }),
    output: z.object({ id: Id }),
  }),
  sheet: get('/review/sheet', {
    access: 'session',
    does: 'A review line by line; of what the caller does not manage only how many places there are, of places that are gone the lines they decided, and how many more',
    input: z.object({ id: Id }),
    output: Review.extend({
      objId: Id,
      objName: Text,
      objType: z.number(),
      moduleType: z.number(),
      ownerName: Text,
      notes: Text,
      hidden: z.number(),
      /** How many lines are left out because their item was deleted and another user, or no one, decided them. */
      unlisted: z.number(),
      lines: z.array(ReviewLine),
    }),
  }),
  decide: post('/review/decide', {
    access: 'session',
    does: 'Confirm rights, take them away, or think better of it; all or none, and none that changed since it was seen',
    input: z.object({
      id: Id,
      lines: z
        .array(
          z.object({
            id: Id,
            result: z.enum(['open', 'confirmed', 'taken']),
            seen: z.string().max(100).optional(),
            note: z.string().max(500).optional(),
          }),
        )
        .min(1)
        .max(mostDecided),
    }),
    output: Nothing,
  }),
  close: post('/review/close', {
    access: 'session',
    does: 'Close a review whose lines are all decided; where some are not, or were given or changed since, answers how many',
    input: z.object({ id: Id, notes: z.string().max(2000).default('') }),
    output: z.object({ closed: z.boolean(), open: z.number() }),
  }),
  history: get('/review/history', {
    access: 'session',
    does: 'The reviews of a cabinet or folder, newest first, and when the next one is due',
    input: z.object({ objId: Id, ...pageFields }),
    output: paged(Review).extend({ months: z.number(), nextAt: Time.optional() }),
  }),
  plan: post('/review/plan', {
    access: 'session',
    does: 'Set after how many months the rights on a cabinet are to be looked through again',
    input: z.object({ objId: Id, months }),
    output: Nothing,
  }),
  states: get('/review/states', {
    access: 'session',
    does: 'Cabinets by when their rights are to be looked through, overdue ones first: those the caller manages, or all they see with the deed rights.see',
    input: z.object({ scope: z.enum(['managed', 'all']).default('managed'), ...pageFields }),
    output: paged(ReviewState).extend({
      /** How many cabinets the caller does not see, and how many of those are overdue; with scope `all` only. */
      hidden: z.number().optional(),
      hiddenOverdue: z.number().optional(),
    }),
  }),
};
