import { maxSelected, roomMessage, sharedText } from '@dossier/contract/editing/editing';
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { z } from 'zod';

const Count = z.number().int().nonnegative();
const Id = z.strictObject({ client: Count, clock: Count });
/** A place in the text, as Yjs writes it: beside a character, or in the whole of it. The editors of the others fail on anything else. */
const Position = z
  .strictObject({ type: Id.nullish(), tname: z.literal(sharedText).nullish(), item: Id.nullish(), assoc: z.number().int().nullish() })
  .refine(({ tname, item }) => typeof tname === 'string' || (item !== null && item !== undefined))
  .nullable();
/** Where a pointer stands on a drawing, in its own units. */
const Pointer = z.object({ x: z.number(), y: z.number(), tool: z.enum(['pointer', 'laser']).default('pointer') });
const State = z
  .object({
    cursor: z.object({ anchor: Position, head: Position }).nullish(),
    pointer: Pointer.nullish(),
    button: z.enum(['up', 'down']).optional(),
    selected: z.array(z.string().max(100)).max(maxSelected).optional(),
  })
  .nullable();
/** Characters of a state: two places in a text, or a pointer and the ids of some elements. */
const maxState = 8000;

/**
 * The caret or pointer that a connection shows, as a message to the others, by the name under which each of them knows it: name and colour are those
 * that the server knows, whatever the client says, and a connection speaks for one client of Yjs alone. Throws on anything else.
 */
export function rewriteAwareness(
  update: Uint8Array,
  { id, color, awarenessClient }: { id: number; color: string; awarenessClient: number | undefined },
): { client: number; clock: number; messageFor: (name: string) => Uint8Array } {
  const decoder = decoding.createDecoder(update);
  const count = decoding.readVarUint(decoder);
  if (count !== 1) throw new Error('the carets of several clients');
  const client = decoding.readVarUint(decoder);
  const clock = decoding.readVarUint(decoder);
  const text = decoding.readVarString(decoder);
  if (text.length > maxState) throw new Error('a caret that is too large');
  if (awarenessClient !== undefined && awarenessClient !== client) throw new Error('the caret of another client');
  const state = State.parse(JSON.parse(text));
  const made = new Map<string, Uint8Array>();
  const messageFor = (name: string): Uint8Array => {
    const own = state === null ? null : { ...state, cursor: state.cursor ?? null, user: { id, name, color } };
    const message = made.get(name) ?? caretMessage(client, clock, own);
    made.set(name, message);
    return message;
  };
  return { client, clock, messageFor };
}

/** The caret of a client of Yjs as a message; null where it has none any more. */
export function caretMessage(client: number, clock: number, state: object | null): Uint8Array {
  const inner = encoding.createEncoder();
  encoding.writeVarUint(inner, 1);
  encoding.writeVarUint(inner, client);
  encoding.writeVarUint(inner, clock);
  encoding.writeVarString(inner, JSON.stringify(state));
  const message = encoding.createEncoder();
  encoding.writeVarUint(message, roomMessage.awareness);
  encoding.writeVarUint8Array(message, encoding.toUint8Array(inner));
  return encoding.toUint8Array(message);
}
