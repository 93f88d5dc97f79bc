import { z } from 'zod';
import { refusedAs } from '../core/codes.ts';
import { level } from '../core/rights.ts';
import { get, post } from '../core/route.ts';
import { Id, Nothing, Text, Time, pageFields, paged } from '../core/shapes.ts';

/** What a request can be answered with, by the level that it gives. */
export const requestLevels = { view: level.view, download: level.download, edit: level.modify } as const;

/** The longest note of a request, in characters. */
export const maxRequestNote = 500;

/** An unanswered request for access lapses after so many days. */
export const requestDays = 30;

/** An open request for access to an item. */
export const AccessRequest = z.object({ id: Id, personId: Id, personName: Text, note: Text, askedAt: Time });
export type AccessRequest = z.infer<typeof AccessRequest>;

export const accessRequests = {
  ask: post('/permission/request', {
    access: 'session',
    does: 'Ask for access to an item; the answer is the same whether it exists or not, and a request that is open stays as it is',
    input: z.object({ objId: Id, note: z.string().trim().max(maxRequestNote, refusedAs('accessRequestNoteTooLong')).default('') }),
    output: Nothing,
  }),
  list: get('/permission/requestList', {
    access: 'session',
    does: 'The open requests for access to an item that one manages, oldest first',
    input: z.object({ objId: Id, ...pageFields }),
    /** With the name of the item, and the rights that the caller may give on it. */
    output: paged(AccessRequest).extend({ objName: Text, objType: z.number(), moduleType: z.number(), mayGive: z.number() }),
  }),
  waiting: get('/permission/requestsWaiting', {
    access: 'session',
    does: 'The open requests for access to all items that the caller manages, oldest first, each with its item',
    input: z.object({ ...pageFields }),
    output: paged(AccessRequest.extend({ objId: Id, objName: Text, objType: z.number(), moduleType: z.number(), ext: Text.optional() })),
  }),
  decide: post('/permission/decideRequest', {
    access: 'session',
    does: 'Grant what a request asks for, to the end or until a time; without a level decline it',
    input: z.object({ id: Id, level: z.enum(['view', 'download', 'edit']).optional(), deadline: Time.optional() }),
    output: Nothing,
  }),
};
