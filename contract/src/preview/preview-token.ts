import { z } from 'zod';
import { get, post } from '../core/route.ts';
import { Flag, Int, Text } from '../core/shapes.ts';
import { Mark } from './watermarks.ts';

/** The `look` of a view: a signed preview token that opens one document for one viewer, so that these calls need no session. */
export const PreviewToken = Text.max(2000);

/** Why a document could not be rendered; the client has a text for each. */
export const renditionFailures = [
  'timeout',
  'memory',
  'crashed',
  'broken',
  'encrypted',
  'too-large',
  'unsupported',
  'no-output',
  'no-engine',
  'no-room',
  'busy',
] as const;

/** Asks for the pages of a document whose view names another viewer. */
const As = z.enum(['pages']).optional();

export const previewByToken = {
  state: get('/look/state', {
    access: 'public',
    does: 'How far it is what a document is shown by; with `wait` it answers once that changes, within half a minute',
    input: z.object({ look: PreviewToken, as: As, wait: Flag.default(false) }),
    output: z.object({
      state: z.enum(['ready', 'making', 'failed']),
      /** From 0 to 1. */
      done: z.number(),
      reason: z.enum(renditionFailures).optional(),
      /** Once ready: it shows electronic seals, whose signatures are not verified. */
      sealed: z.boolean().optional(),
    }),
  }),
  seen: post('/look/seen', {
    access: 'public',
    does: 'Tell that a page was looked at for some seconds; only visits of shared links keep it, and never more than the time that passed',
    input: z.object({
      look: PreviewToken,
      page: Int.pipe(z.number().min(1).max(100_000)),
      seconds: z.coerce.number().min(0).max(3600) as z.ZodType<number, number | string>,
    }),
    output: z.object({}),
  }),
  mark: get('/look/mark', {
    access: 'public',
    does: 'The mark to lay over what is shown, where the server has not drawn it into it',
    input: z.object({ look: PreviewToken }),
    output: z.object({ mark: Mark.optional() }),
  }),
  paper: get('/look/paper', {
    access: 'public',
    does: 'How far the PDF is that a download was promised; asking begins it, with `wait` it answers once that changes, within half a minute',
    input: z.object({ look: PreviewToken, wait: Flag.default(false) }),
    output: z.object({ state: z.enum(['ready', 'making', 'failed']), done: z.number(), reason: z.enum(renditionFailures).optional() }),
  }),
  text: get('/look/text', {
    access: 'public',
    does: 'A page of a text document that is shown as it is, decoded: its lines from `firstLine` (from 1)',
    input: z.object({ look: PreviewToken, page: Int.default(1).pipe(z.number().min(1)) }),
    output: z.object({ text: Text, encoding: Text, page: z.number(), pages: z.number(), firstLine: z.number() }),
  }),
  pictures: post('/look/pictures', {
    access: 'public',
    does: 'Where pictures are that a text names, by their paths from its folder down: those that the caller may look at. Each is noted as looked at',
    input: z.object({ look: PreviewToken, paths: z.array(Text.min(1).max(500)).max(50) }),
    output: z.object({ pictures: z.array(z.object({ path: Text, url: Text })) }),
    reads: true,
  }),
  again: post('/look/again', {
    access: 'public',
    does: 'Try again to make what a document is shown by',
    input: z.object({ look: PreviewToken, as: As }),
    output: z.object({}),
    reads: true,
  }),
};
