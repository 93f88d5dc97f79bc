import { z } from 'zod';
import { post } from '../core/route.ts';
import { Id, Text } from '../core/shapes.ts';

/** What opens a document in an office server. */
export const OfficeToken = z.object({
  /** The address of the document for the office server. */
  wopiSrc: Text,
  /** Empty without `actionUrl`. */
  accessToken: Text,
  /** When the token ends, in milliseconds since 1970. */
  accessTokenTtl: z.number(),
  /** The address of the editor; absent where no office server is configured, or it does not open this type. */
  actionUrl: Text.optional(),
});
export type OfficeToken = z.infer<typeof OfficeToken>;

export const officeServer = {
  token: post('/wopi/token', {
    access: 'session',
    does: 'A token by which an office server opens a document for the user: to change it with the right to modify, otherwise or in mode view to read it',
    input: z.object({ id: Id, mode: z.enum(['edit', 'view']).default('edit') }),
    output: OfficeToken,
  }),
};
