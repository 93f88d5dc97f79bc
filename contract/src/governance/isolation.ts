import { z } from 'zod';
import { get, post } from '../core/route.ts';
import { Flag, Id, Nothing, Text, Time, pageFields, paged } from '../core/shapes.ts';

/** States of an isolated file: with a virus, or not checked by the scanner as it could not; then as the security office decides. */
export const isolatedStates = ['infected', 'unchecked', 'released', 'deleted'] as const;
export type IsolatedState = (typeof isolatedStates)[number];

/** A content in the isolation area. Its documents are named by a separate, logged call. */
export const IsolatedFile = z.object({
  id: Id,
  state: z.enum(isolatedStates),
  /** What the scanner calls the virus; of an unchecked file why it could not check it. */
  threat: Text,
  size: z.number(),
  time: Time,
  /** How many documents have it, or had. */
  documents: z.number(),
  uploaderName: Text,
  /** Of its first document; absent, like its id, where the caller does not see that. */
  name: Text.optional(),
  objId: Id.optional(),
  ext: Text.optional(),
  deciderName: Text.optional(),
  decideTime: Time.optional(),
  reason: Text.optional(),
});
export type IsolatedFile = z.infer<typeof IsolatedFile>;

export const isolation = {
  list: get('/isolation/pageList', {
    access: 'isolation.edit',
    does: 'The files in the isolation area, newest first; or those that are decided on',
    input: z.object({ ...pageFields, decided: Flag.optional() }),
    output: paged(IsolatedFile),
  }),
  status: get('/isolation/status', {
    access: 'isolation.edit',
    does: 'Whether a virus scanner is configured and answers, how many files wait for it, and how far the check of everything is',
    input: Nothing,
    output: z.object({
      configured: z.boolean(),
      waiting: z.number(),
      downSince: Time.optional(),
      signatures: Text.optional(),
      scan: z.object({ begun: Time, done: z.number(), ended: Time.optional() }).optional(),
    }),
  }),
  look: post('/isolation/look', {
    access: 'isolation.edit',
    does: 'Name the documents that have an isolated file; noted in the log',
    input: z.object({ id: Id }),
    output: z.object({
      sha256: Text,
      /** `gone`: the document was deleted meanwhile. */
      documents: z.array(z.object({ name: Text, path: Text, uploaderName: Text, gone: z.boolean() })),
    }),
  }),
  release: post('/isolation/release', {
    access: 'isolation.edit',
    does: 'Let an isolated file be read again; 1008 where it was decided on meanwhile',
    input: z.object({ id: Id, reason: z.string().trim().min(1).max(500) }),
    output: Nothing,
  }),
  delete: post('/isolation/delete', {
    access: 'isolation.edit',
    does: 'Destroy an isolated file: the versions that have it, and documents that have no other; 1008 where it was decided on meanwhile',
    input: z.object({ id: Id }),
    output: Nothing,
  }),
  rescan: post('/isolation/rescan', {
    access: 'isolation.edit',
    does: 'Check everything again, in the background',
    input: Nothing,
    output: Nothing,
  }),
};
