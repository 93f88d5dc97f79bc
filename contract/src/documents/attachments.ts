import { z } from 'zod';
import { get, post } from '../core/route.ts';
import { Id, Nothing, Text, pageFields, paged } from '../core/shapes.ts';
import { Download, Sha256, Size } from './content.ts';
import { Item } from './library.ts';

/** The most attachments of a document. */
export const maxAttachments = 100;

export const attachments = {
  list: get('/attachment/pageList', {
    access: 'session',
    does: 'The attachments of a document, by name',
    input: z.object({ ...pageFields, objId: Id }),
    output: paged(Item).extend({
      /** The caller may add attachments now, and delete them. */
      mayChange: z.boolean(),
    }),
  }),
  preUpload: post('/attachment/preUpload', {
    access: 'session',
    does: 'Open an upload (tus 1.0 at uploadUrl) of an attachment; a taken name gets a number',
    input: z.object({ objId: Id, name: z.string(), size: Size, sha256: Sha256.optional() }),
    output: z.object({ id: Id, uploadUrl: Text }),
    reads: true,
  }),
  delete: post('/attachment/delete', {
    access: 'session',
    does: 'Move an attachment to the recycle bin',
    input: z.object({ id: Id }),
    output: Nothing,
  }),
  download: post('/attachment/preDownload', {
    access: 'session',
    does: 'Where to fetch an attachment',
    input: z.object({ id: Id }),
    output: Download,
  }),
};
