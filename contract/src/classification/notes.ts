import { z } from 'zod';
import { get, post } from '../core/route.ts';
import { Flag, Id, Nothing, Text, Time, pageFields, paged } from '../core/shapes.ts';

/** The most characters of a note. */
export const maxNoteLength = 100;
/** The most notes of one person on an item. */
export const maxNotesOnItem = 100;

/** A note on a cabinet, folder or document: shared with all who see the item, or of its writer alone. */
export const Note = z.object({
  id: Id,
  content: Text,
  shared: z.boolean(),
  /** Written by the caller, who may change it. */
  own: z.boolean(),
  /** The caller may delete it, as its writer or as one who manages the item. */
  mayDelete: z.boolean(),
  userName: Text,
  createTime: Time,
  /** Absent where it was not changed since it was written. */
  updateTime: Time.optional(),
});
export type Note = z.infer<typeof Note>;

/** What is longer than a note is refused by its own code, up to this length. */
const Content = z.string().trim().max(10_000);

export const notes = {
  list: get('/note/pageList', {
    access: 'session',
    does: 'The notes on an item that the caller sees: the own ones and those shared, newest first',
    input: z.object({ ...pageFields, objId: Id }),
    output: paged(Note),
  }),
  create: post('/note/create', {
    access: 'session',
    does: 'Write a note on an item that the caller sees, for oneself unless it is shared',
    input: z.object({ objId: Id, content: Content, shared: Flag.default(false) }),
    output: z.object({ id: Id }),
  }),
  update: post('/note/update', {
    access: 'session',
    does: 'Change a note of one’s own',
    input: z.object({ id: Id, content: Content.optional(), shared: Flag.optional() }),
    output: Nothing,
  }),
  delete: post('/note/delete', {
    access: 'session',
    does: 'Delete a note of one’s own, or a shared one on an item that the caller manages',
    input: z.object({ id: Id }),
    output: Nothing,
  }),
};
