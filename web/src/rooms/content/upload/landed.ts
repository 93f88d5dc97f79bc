import { library } from '@dossier/contract/library';
import { refresh } from '../../../ground/query.ts';

/** Lists are read anew as files land, but not for each of a thousand. */
const each = 800;
let timer: ReturnType<typeof setTimeout> | undefined;

/** A file stands: the lists that may show it are read anew soon. */
export function landed(): void {
  timer ??= setTimeout(() => {
    timer = undefined;
    void refresh(library.items, library.tree, library.folderDetail, library.cabinetDetail);
  }, each);
}
