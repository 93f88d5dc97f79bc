import { objType } from '@dossier/contract/core/rights';
import { type Item, type TreeNode, library } from '@dossier/contract/documents/library';
import { useQueries } from '@tanstack/react-query';
import { Button, Form } from 'antd';
import type { ReactNode } from 'react';
import { openDialog } from '../../../platform/dialogs.ts';
import { loadTexts, useText } from '../../../platform/i18n.ts';
import type { ItemContext } from '../../../platform/item-actions.ts';
import { callQueryOptions } from '../../../platform/query.ts';
import { FileIcon } from '../../../platform/ui/file-icon.tsx';
import { FormDialog } from '../../../platform/ui/form-dialog.tsx';
import { Row } from '../../../platform/ui/layout.tsx';
import { copyItems, moveItems, nameOf } from '../actions/item-operations.tsx';
import { can, placePath } from '../areas.ts';
import { type ChosenFolder, FolderSelect } from '../folder-select.tsx';
import { rememberPlace, useRecentPlaces } from '../recent-places.ts';

interface PlaceDialogProps {
  purpose: 'move' | 'copy';
  items: readonly Item[];
  go: ItemContext['go'];
  close: () => void;
}

/** Moves or copies the selection to a folder that is chosen here. */
function PlaceDialog({ purpose, items, go, close }: PlaceDialogProps): ReactNode {
  const t = useText('documents.library');
  const isMove = purpose === 'move';
  const moved = new Set(isMove ? items.map(({ id }) => id) : []);
  // a move into the folder where all of them are would change nothing
  const isHere = (id: string): boolean => isMove && items.every(({ parentId }) => parentId === id);
  const fits = (node: TreeNode): boolean => can(node.rights, 'upload') && !moved.has(node.id) && !isHere(node.id);
  const save = async ({ place }: { place: ChosenFolder }): Promise<boolean> => {
    const show = (select: string): void => go(placePath(place.moduleType ?? items[0]?.moduleType ?? 0, place.id, { select }));
    const done = await (isMove ? moveItems : copyItems)(items, { id: place.id, name: place.name, show });
    if (done) rememberPlace(place.id);
    return done;
  };
  const what = nameOf(t, items);
  return (
    <FormDialog<{ place: ChosenFolder }>
      title={t(isMove ? 'moveTitle' : 'copyTitle', { what })}
      ok={t(isMove ? 'moveHere' : 'copyHere')}
      save={save}
      close={close}
    >
      <RecentPlaces fits={(id) => !moved.has(id) && !isHere(id)} />
      <Form.Item name="place" label={t('folder')} rules={[{ required: true, message: t('choosePlace') }]}>
        <FolderSelect fits={fits} openAt={items[0]?.parentId} />
      </Form.Item>
    </FormDialog>
  );
}

/** The last places, by the names that they have now; one that is gone is not offered. */
function RecentPlaces({ fits }: { fits: (id: string) => boolean }): ReactNode {
  const t = useText('documents.library');
  const form = Form.useFormInstance<{ place: ChosenFolder }>();
  const chosen = Form.useWatch('place', form);
  const ids = useRecentPlaces((recent) => recent.ids);
  const answers = useQueries({ queries: ids.map((id) => callQueryOptions(library.ancestors, { id })) });
  const places = answers
    .map(({ data = [] }) => data)
    .filter((path) => fits(path.at(-1)?.id ?? '') && path.every(({ objType: kind }) => kind !== objType.document));
  const offered = places.filter((path) => path.length > 0);
  if (offered.length === 0) return null;
  return (
    <Form.Item label={t('recentPlaces')}>
      <Row gap={2} wrap role="group" aria-label={t('recentPlaces')}>
        {offered.map((path) => {
          const place = path.at(-1);
          if (place === undefined) return null;
          const { id, name, moduleType } = place;
          return (
            <Button
              key={id}
              icon={<FileIcon objType={place.objType} size={16} />}
              title={path.map((part) => part.name).join(' › ')}
              aria-pressed={chosen?.id === id}
              {...(chosen?.id === id && { color: 'primary', variant: 'outlined' })}
              onClick={() => form.setFieldValue('place', { id, name, moduleType })}
            >
              {name}
            </Button>
          );
        })}
      </Row>
    </Form.Item>
  );
}

async function openPlaceDialog(purpose: PlaceDialogProps['purpose'], items: readonly Item[], go: ItemContext['go']): Promise<void> {
  await loadTexts();
  openDialog((close) => <PlaceDialog {...{ purpose, items, go, close }} />);
}

/** Asks where items go, and moves them there. */
export const openMoveTo = (items: readonly Item[], go: ItemContext['go']): Promise<void> => openPlaceDialog('move', items, go);

/** Asks where copies of items go, and makes them there. */
export const openCopyTo = (items: readonly Item[], go: ItemContext['go']): Promise<void> => openPlaceDialog('copy', items, go);
