import { z } from 'zod';
import { batchLimit } from '../core/rights.ts';
import { get, post } from '../core/route.ts';
import { Id, Ids, Nothing, Time, pageFields, paged } from '../core/shapes.ts';
import { Item } from './library.ts';

/** The windows of the list of what expires: documents that are overdue, or also those that are due within so many days. */
export const dueWindows = ['overdue', '7', '30', '90'] as const;
export type DueWindow = (typeof dueWindows)[number];

export const validity = {
  set: post('/document/setValidity', {
    access: 'session',
    does: 'Set until when documents are valid, and when they are to be reviewed; null removes a date, one that is left out stays',
    input: z.object({
      objIds: Ids.pipe(z.array(Id).max(batchLimit, 'tooManyItems')),
      validUntil: Time.nullable().optional(),
      reviewTime: Time.nullable().optional(),
    }),
    output: Nothing,
  }),
  review: post('/document/reviewed', {
    access: 'session',
    does: 'Record that a document was reviewed, and set its next review, or none; its owner may, and whoever may modify it',
    input: z.object({ id: Id, reviewTime: Time.nullable() }),
    output: Nothing,
  }),
  due: get('/document/dueList', {
    access: 'session',
    does: 'Documents of the caller, or those in a cabinet that the caller manages, that expire or are to be reviewed; the next one first',
    input: z.object({ ...pageFields, window: z.enum(dueWindows).default('30'), cabinetId: Id.optional() }),
    output: paged(Item),
  }),
};
