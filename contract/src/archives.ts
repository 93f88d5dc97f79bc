import { z } from 'zod';
import { Download, RevisionTarget } from './content.ts';
import { post } from './route.ts';
import { Id, Nothing } from './shapes.ts';

export const archives = {
  extract: post('/document/extract', {
    access: 'session',
    does: 'Unpack a zip document into a folder, in the background, with a message at the end',
    input: z.object({ id: Id, parentId: Id.optional() }),
    output: Nothing,
  }),
  downloadFolder: post('/folder/preDownload', {
    access: 'session',
    does: 'Where to fetch a folder as a zip; 4625-4627 when it must be made in the background',
    input: RevisionTarget,
    output: Download,
    reads: true,
  }),
  downloadSelection: post('/dms/preDownload', {
    access: 'session',
    does: 'Where to fetch several items as one zip',
    input: z.object({ objIds: z.union([z.string(), z.array(Id)]) }),
    output: Download,
    reads: true,
  }),
  compress: post('/folder/compressEvent', {
    access: 'session',
    does: 'Make the zip of a folder or a selection in the background; a message tells when it is ready',
    input: z.object({ id: z.union([z.string(), z.array(Id)]) }),
    output: Nothing,
  }),
};
