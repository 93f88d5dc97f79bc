import type { Item } from '@dossier/contract/documents/library';
import { can } from '../documents/areas.ts';

/** Whether the user may sign a PDF: have it whole, and save the next version. */
export const maySign = (item: Item): boolean => can(item.rights, 'modify') && can(item.rights, 'download');
