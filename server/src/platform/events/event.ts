import { z } from 'zod';

/** A kind of event: the name under which outbox rows keep it, and the shape of its data, which is JSON there. */
export interface EventType<N extends string = string, D extends object = object> {
  readonly name: N;
  readonly shape: z.ZodType<D>;
}

/** Declares an event of a module, in the module's `events.ts`. Rows that wait over an upgrade keep the name: it must not change. */
export const event = <const N extends string, D extends object>(name: N, shape: z.ZodType<D>): EventType<N, D> => ({ name, shape });

/** Emits an event; data are parsed by the shape of the event, so that a mismatch fails the call instead of its subscribers. */
export type Emit = <D extends object>(event: EventType<string, D>, data: NoInfer<D>) => Promise<void>;

/** What the outbox adds to the data of each event. */
interface EventOrigin {
  /** The organisation in which it happened: that of the actor, unless the data name another. */
  spaceId?: number | undefined;
  /** The share whose visitor did it. */
  byLink?: number | undefined;
}

export interface DeliveredEvent<N extends string = string, D extends object = object> {
  id: number;
  event: N;
  data: D & EventOrigin;
  personId: number | undefined;
  personName: string;
  address: string;
  at: number;
}

/** An event as its subscriber receives it; for a union of events, a union that `event` tells apart. */
export type Delivered<E extends EventType> = E extends EventType<infer N, infer D> ? DeliveredEvent<N, D> : never;

const loggedFields = z.record(z.string(), z.unknown()).optional();

/** What the operation log keeps of an event, as far as the event has it. */
export const loggedShape = z.strictObject({
  objId: z.number().optional(),
  objName: z.string().optional(),
  /** Fields with what they were, and what they became. */
  before: loggedFields,
  after: loggedFields,
  /** Names of fields, where their values are not kept. */
  changed: z.array(z.string()).optional(),
  /** The organisation in which it happened, where that is not the one in which the actor works. */
  spaceId: z.number().optional(),
  /** The person concerned, where no user is signed in. */
  personId: z.number().optional(),
  personName: z.string().optional(),
});

/** The data of most events: the object that something happened to. */
export const objectShape = loggedShape.required({ objId: true, objName: true });

interface Changed {
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

/** The difference between two states of the same fields, as the log keeps it: each changed field with its old and new value. */
export function changedFields(was: Record<string, unknown>, is: Record<string, unknown>): Changed {
  const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (field) => JSON.stringify(was[field]) !== JSON.stringify(is[field]),
  );
  const of = (state: Record<string, unknown>) => Object.fromEntries(fields.map((field) => [field, state[field] ?? null]));
  return { before: of(was), after: of(is) };
}

/** So many names are kept in a log line. */
const mostNames = 20;

/** Names joined for a log line, cut after the first `mostNames`. */
export const namesInLine = (names: readonly string[]): string =>
  [...names.slice(0, mostNames), ...(names.length > mostNames ? [`… (${names.length})`] : [])].join(', ');
