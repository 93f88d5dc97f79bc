import type { Tasks } from '../../../ground/confined/job.ts';
import { questions } from './ask-book.ts';
import { readBook } from './read-book.ts';
import { writeFlat } from './write-flat.ts';

/** What the confined processes of sheets can do. */
export const tasks: Tasks = { read: readBook, flat: writeFlat, ...questions };
