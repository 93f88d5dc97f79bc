import { moduleType } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { call } from '../../platform/call.ts';
import { textOf } from '../../platform/i18n.ts';
import { placePath } from './areas.ts';

/** The first own cabinet of a user, which is created where there is none: documents stand in cabinets only. */
export async function firstOwnCabinet(): Promise<{ id: string; name: string }> {
  const { list } = await call(library.cabinets, { moduleType: moduleType.my, pageSize: 1 });
  const name = list[0]?.name ?? textOf('documents.library')('firstCabinet');
  const id = list[0]?.id ?? (await call(library.createCabinet, { moduleType: moduleType.my, name })).id;
  return { id, name };
}

/** Lets a user pick files and uploads them to their first own cabinet. */
export async function uploadOwnFiles(go: (path: string) => void): Promise<void> {
  const own = await firstOwnCabinet();
  const { pickFiles } = await import('./upload-queue.ts');
  go(placePath(moduleType.my, own.id));
  pickFiles('files', own);
}

/** Opens the enterprise documents and asks for a cabinet there. */
export async function startFirstCabinet(go: (path: string) => void): Promise<void> {
  const { openNewFolder } = await import('./dialogs/item-dialogs.tsx');
  go(placePath(moduleType.enterprise));
  openNewFolder({ moduleType: moduleType.enterprise });
}
