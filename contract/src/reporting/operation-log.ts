import { z } from 'zod';
import { pageFields, paged } from '../core/page.ts';
import { get } from '../core/route.ts';
import { Id, Text, Time } from '../core/shapes.ts';

/** The log of an organisation is counted up to here, and turned over no further: older lines are found by narrower questions. */
export const maxCountedEntries = 10_000;

const splitNumbers = (value: unknown): unknown => (typeof value === 'string' ? value.split(',').filter((part) => part !== '') : value);
const ActionCodes = z.preprocess(splitNumbers, z.array(z.coerce.number().int()).max(200)) as z.ZodType<number[], string | number[]>;

export const LogEntry = z.object({
  id: Id,
  time: Time,
  action: z.number(),
  userId: Id.optional(),
  userName: Text,
  objId: Id.optional(),
  objName: Text.optional(),
  address: Text.optional(),
  /** Details as "field: before → after" facts, JSON. */
  detail: Text.optional(),
  /** It is about an item that the caller may not see: which one and what changed is left out. */
  hidden: z.boolean().optional(),
});
export type LogEntry = z.infer<typeof LogEntry>;

export const operationLog = {
  itemLog: get('/dms/log', {
    access: 'session',
    does: 'What happened to an item, newest first; needs the right to read it',
    input: z.object({ ...pageFields, objId: Id }),
    output: paged(LogEntry),
  }),
  log: get('/log/pageList', {
    access: 'log.see',
    does: 'What happened in the organisation, newest first. An item that the caller may not see stays unnamed',
    input: z.object({
      ...pageFields,
      /** Any of these; all where none is given. */
      actions: ActionCodes.optional(),
      /** Who did it. */
      userId: Id.optional(),
      /** Part of the name or login name of who did it. */
      userName: z.string().max(200).optional(),
      /** Part of the name of what it is about: of items those that the caller sees, by the words that their names have now. */
      objName: z.string().max(200).optional(),
      /** From exactly this address. */
      address: z.string().max(100).optional(),
      from: Time.optional(),
      /** Up to, and not including. */
      to: Time.optional(),
      /** Only what stands below this line: the way through more lines than are counted. */
      beforeId: Id.optional(),
    }),
    /** `totalNumber` ends at `mostCounted`; `more` tells that there are more. With `beforeId` nothing is counted. */
    output: paged(LogEntry).extend({ more: z.boolean() }),
  }),
};
