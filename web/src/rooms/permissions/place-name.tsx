import { library } from '@dossier/contract/library';
import { objType } from '@dossier/contract/rights';
import { type ReactNode, use } from 'react';
import { call } from '../../ground/call.ts';
import { useGo } from '../../ground/go.ts';
import { ItemActionsContext } from '../../ground/item-context.ts';
import { FileIcon } from '../../ground/ui/file-icon.tsx';
import styles from './pages.module.css';

interface Place {
  objId: string;
  objName: string;
  objType: number;
  ext?: string | undefined;
  path: string;
}

const detailOf = (kind: number) =>
  kind === objType.cabinet ? library.cabinetDetail : kind === objType.folder ? library.folderDetail : library.documentDetail;

/** An item by name, under it where it stands; opens it. */
export function PlaceName({ place }: { place: Place }): ReactNode {
  const { open } = use(ItemActionsContext);
  const go = useGo();
  const show = async (): Promise<void> => open(await call(detailOf(place.objType), { id: place.objId }), { place: 'home', go });
  return (
    <span className={styles.place}>
      <FileIcon objType={place.objType} ext={place.ext} />
      <button type="button" className={styles.link} onClick={() => void show().catch(() => undefined)}>
        {place.objName}
      </button>
      {place.path !== '' && <small>{place.path}</small>}
    </span>
  );
}
