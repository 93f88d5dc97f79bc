import { z } from 'zod';
import { get, post } from '../core/route.ts';
import { Id, Nothing, Text, pageFields, paged } from '../core/shapes.ts';
import { Download, Sha256, Size } from './content.ts';
import { Item } from './library.ts';

/** The most attachments of a document. */
export const maxAttachments = 100;

/** The most attachments of a flow. */
export const maxFlowAttachments = 20;

/** What attachments belong to: a document, or a flow. */
const holder = { objId: Id.optional(), flowId: Id.optional() };

const hasOneHolder = ({ objId, flowId }: { objId?: string | undefined; flowId?: string | undefined }): boolean =>
  (objId === undefined) !== (flowId === undefined);

/** An attachment as lists show it. */
export const Attachment = Item.extend({
  /** Of a flow: the caller may take it out now. */
  mayDelete: z.boolean().optional(),
});
export type Attachment = z.infer<typeof Attachment>;

export const attachments = {
  list: get('/attachment/pageList', {
    access: 'session',
    does: 'The attachments of a document, or of a flow, by name',
    input: z.object({ ...pageFields, ...holder }).refine(hasOneHolder),
    output: paged(Attachment).extend({
      /** The caller may add attachments now; of a document also delete them. */
      mayChange: z.boolean(),
    }),
  }),
  preUpload: post('/attachment/preUpload', {
    access: 'session',
    does: 'Open an upload (tus 1.0 at uploadUrl) of an attachment of a document, or of a flow; a taken name gets a number',
    input: z.object({ ...holder, name: z.string(), size: Size, sha256: Sha256.optional() }).refine(hasOneHolder),
    output: z.object({ id: Id, uploadUrl: Text }),
    reads: true,
  }),
  delete: post('/attachment/delete', {
    access: 'session',
    does: 'Move an attachment of a document to the recycle bin, or remove one of a flow',
    input: z.object({ id: Id }),
    output: Nothing,
  }),
  download: post('/attachment/preDownload', {
    access: 'session',
    repeats: true,
    does: 'Where to fetch an attachment',
    input: z.object({ id: Id }),
    output: Download,
  }),
};
