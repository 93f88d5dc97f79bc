import { cards } from '@dossier/contract/classification/cards';
import type { Item } from '@dossier/contract/documents/library';
import { Modal, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { openDialog } from '../../../platform/dialogs.ts';
import { useText } from '../../../platform/i18n.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { Hint } from '../../../platform/ui/hint.tsx';

/** Sets the type of documents in a folder or cabinet. */
export function openFolderType(item: Pick<Item, 'id' | 'name'>): void {
  openDialog((close) => <FolderTypeDialog item={item} close={close} />);
}

function FolderTypeDialog({ item, close }: { item: Pick<Item, 'id' | 'name'>; close: () => void }): ReactNode {
  const t = useText('classification.cards');
  const [open, setOpen] = useState(true);
  const [chosen, setChosen] = useState<string>();
  const found = useCall(cards.folderType, { id: item.id });
  const types = useCall(cards.typeChoices, {}, { staleTime: 30_000 });
  const set = useCallMutation(cards.setFolderType, { refresh: [cards.folderType, cards.show] });
  const above = found.data?.above;
  const save = async (): Promise<void> => {
    if (chosen !== undefined) await set.mutateAsync({ id: item.id, typeId: chosen });
    setOpen(false);
  };
  return (
    <Modal
      open={open}
      title={t('typeOf', { name: item.name })}
      width={440}
      okText={t('save')}
      okButtonProps={{ disabled: chosen === undefined }}
      confirmLoading={set.isPending}
      onOk={() => void save().catch(() => undefined)}
      onCancel={() => setOpen(false)}
      afterClose={close}
    >
      <Hint spaced>{t('typeOfHint')}</Hint>
      {found.error && !found.data ? (
        <ErrorBox small error={found.error} retry={() => void found.refetch()} />
      ) : (
        <Select
          style={{ width: '100%' }}
          loading={found.isPending || types.isPending}
          showSearch={{ optionFilterProp: 'label' }}
          aria-label={t('type')}
          value={chosen ?? found.data?.own?.id ?? ''}
          onChange={setChosen}
          options={[
            { value: '', label: above ? t('asAbove', { name: above.name }) : t('noType') },
            ...(types.data ?? []).map((type) => ({ value: type.id, label: type.name })),
          ]}
        />
      )}
    </Modal>
  );
}
