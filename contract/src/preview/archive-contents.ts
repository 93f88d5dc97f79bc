import { z } from 'zod';
import { get, post } from '../core/route.ts';
import { Int, Text } from '../core/shapes.ts';
import { PreviewToken } from './preview-token.ts';
import { View } from './preview.ts';

/** The most entries of an archive that are listed. */
export const maxListedEntries = 50_000;

/** An entry of an archive; requested by its index in the list. */
export const ListedEntry = z.object({
  /** Path in the archive, separated by `/`. */
  path: Text,
  kind: z.enum(['file', 'folder', 'link', 'other']),
  size: z.number(),
  /** Milliseconds since 1970; 0 where unknown. */
  time: z.number(),
  /** Encrypted, and so not shown. */
  locked: z.boolean(),
});
export type ListedEntry = z.infer<typeof ListedEntry>;

/** A mail as shown; its attachments are opened like entries of an archive, by index. */
const MailView = z.object({
  subject: Text,
  from: Text,
  to: z.array(Text),
  cc: z.array(Text),
  /** Milliseconds since 1970; 0 where unknown. */
  time: z.number(),
  text: Text,
  /** Original HTML: to be sanitised, and shown only where scripts cannot run. Empty where there is none. */
  html: Text,
  /** `shown`: an image embedded in `html`. */
  attachments: z.array(z.object({ name: Text, size: z.number(), shown: z.boolean() })),
});
export type MailView = z.infer<typeof MailView>;

const ofEntry = z.object({ look: PreviewToken, place: Int.pipe(z.number().min(0).max(maxListedEntries)) });

/** Contents of archives and mails. The bytes of an entry are at `/look/entry/:look/:name`. */
export const archiveContents = {
  entries: get('/look/entries', {
    access: 'public',
    does: 'What an archive holds, in its order',
    input: z.object({ look: PreviewToken }),
    output: z.object({
      entries: z.array(ListedEntry),
      /** There is more. */
      cut: z.boolean(),
      /** The list is incomplete, as the archive is damaged. */
      damaged: z.boolean(),
    }),
  }),
  mail: get('/look/mail', {
    access: 'public',
    does: 'A mail with its head, its body and the names of its files; only for who may have the original unmarked',
    input: z.object({ look: PreviewToken }),
    output: MailView,
  }),
  open: post('/look/entry', {
    access: 'public',
    reads: true,
    does: 'Open a file of an archive or a mail: how it is shown, like a document of its own, with a look of its own',
    input: ofEntry,
    output: View,
  }),
  print: post('/look/entry/print', {
    access: 'public',
    reads: true,
    does: 'Note the print of an opened file, by its look, and allow it',
    input: z.object({ look: PreviewToken }),
    output: z.object({ streamUrl: Text, look: Text }),
  }),
  take: post('/look/entry/take', {
    access: 'public',
    reads: true,
    does: 'Where to fetch an opened file, by its look; not for visitors of links, who fetch the whole',
    input: z.object({ look: PreviewToken }),
    output: z.object({ downloadUrl: Text, fileName: Text }),
  }),
};
