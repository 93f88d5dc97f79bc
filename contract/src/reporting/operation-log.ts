import { z } from 'zod';
import { get } from '../core/route.ts';
import { Id, Text, Time, pageFields, paged } from '../core/shapes.ts';

/** The log of an organisation is counted and paged up to here; older entries are found by narrower filters. */
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
  /** It is about an item that the caller may not see: its name and the change are left out. */
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
      /** Any of these; all where absent. */
      actions: ActionCodes.optional(),
      /** The actor. */
      userId: Id.optional(),
      /** Part of the actor's name or login name. */
      userName: z.string().max(200).optional(),
      /** Part of the name of the object: for items only those that the caller sees, by their current names. */
      objName: z.string().max(200).optional(),
      /** From exactly this address. */
      address: z.string().max(100).optional(),
      from: Time.optional(),
      /** Exclusive. */
      to: Time.optional(),
      /** Only entries before this one: pages through more entries than are counted. */
      beforeId: Id.optional(),
    }),
    /** `totalNumber` ends at `maxCountedEntries`; `more` tells that there are more. With `beforeId` nothing is counted. */
    output: paged(LogEntry).extend({ more: z.boolean() }),
  }),
};
