import { content } from '@dossier/contract/content';
import { serve, type Served, type ServedFile, serveSlow } from '../../ground/http/serve.ts';
import { checkPaths } from './check-paths.ts';
import { openCheckIn, openUpload } from './open-upload.ts';
import { passUpload } from './pass-upload.ts';
import { uploadFiles } from './upload-file.ts';

export const contentRoutes: Served[] = [
  // these look at the disk and write no row: no transaction
  serveSlow(content.preUpload, openUpload),
  serveSlow(content.preCheckIn, openCheckIn),
  serve(content.apass, passUpload),
  serve(content.checkNames, checkPaths),
];

export const contentFiles: ServedFile[] = [...uploadFiles];
