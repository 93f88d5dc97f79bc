import type { Tasks } from '@dossier/formats/task';
import { writeOfdPdf } from './ofd-pdf.ts';

/** Tasks for untrusted OFD documents. */
export const tasks: Tasks = { paper: ({ path, name }) => writeOfdPdf(path, name) };
