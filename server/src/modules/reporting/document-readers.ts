import { action } from '@dossier/contract/reporting/actions';
import type { Db } from '../../platform/db/database.ts';
import { type ItemRow, withAncestors } from '../access/items.queries.ts';
import { wasDoneSince } from './operation-log/operation-log.queries.ts';

const downloads = [
  action.documentDownload,
  action.documentPdf,
  action.documentPdfComments,
  action.documentKeep,
  action.folderDownload,
  action.linkDownload,
];
const views = [action.documentView, action.documentPrint, action.linkView, action.linkPrint];

/** Whether somebody else than the visitor of a share has viewed or downloaded a document since a time, by the operation log. */
export async function wasReadSince(db: Db, item: ItemRow, { since, visitor }: { since: number; visitor: string }): Promise<boolean> {
  if (await wasDoneSince(db, { objects: [item.id], actions: [...views, ...downloads], since, visitor })) return true;
  const around = (await withAncestors(db, item.id)).slice(1).map(({ id }) => id);
  return wasDoneSince(db, { objects: around, actions: downloads, since, visitor });
}
