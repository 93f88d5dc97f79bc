import { objType } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { type ReactNode, use } from 'react';
import { call } from '../../../platform/call.ts';
import { ItemExtensionsContext } from '../../../platform/item-actions.ts';
import { useNavigate } from '../../../platform/navigation.ts';
import { FileIcon } from '../../../platform/ui/file-icon.tsx';
import { PlainButton, Text } from '../../../platform/ui/layout.tsx';
import { NameCell } from '../../../platform/ui/list-cells.tsx';

interface Place {
  objId: string;
  objName: string;
  objType: number;
  ext?: string | undefined;
  path: string;
}

const detailOf = (kind: number) =>
  kind === objType.cabinet ? library.cabinetDetail : kind === objType.folder ? library.folderDetail : library.documentDetail;

/** The name of an item with its path below; opens it. `more` stands on a line of its own. */
export function PlaceName({ place, more }: { place: Place; more?: ReactNode }): ReactNode {
  const { open } = use(ItemExtensionsContext);
  const go = useNavigate();
  const show = async (): Promise<void> => open(await call(detailOf(place.objType), { id: place.objId }), { place: 'home', go });
  return (
    <NameCell more={more}>
      <FileIcon objType={place.objType} ext={place.ext} />
      <PlainButton link onClick={() => void show().catch(() => undefined)}>
        {place.objName}
      </PlainButton>
      {place.path !== '' && (
        <Text size="xs" tone="muted">
          {place.path}
        </Text>
      )}
    </NameCell>
  );
}
