import type { Item } from '@dossier/contract/documents/library';
import { can, mayRevise } from '../documents/areas.ts';

/** Whether the user may sign a PDF: have it whole, and save the next version. */
export const maySign = (item: Item): boolean => mayRevise(item) && can(item.rights, 'download');
