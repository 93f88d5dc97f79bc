import { cards, type DocumentType } from '@dossier/contract/cards';
import { Form, Input, Select } from 'antd';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { openDialog } from '../../ground/dialogs.ts';
import { useText } from '../../ground/text.ts';
import { useCall, useSend } from '../../ground/use-call.ts';
import { AskDialog } from '../people/ask-dialog.tsx';

interface Values {
  name: string;
  description?: string;
  cardId?: string | null;
}

/** Makes a document type, or changes one. */
export function openType(type?: DocumentType): void {
  openDialog((close) => <TypeForm type={type} close={close} />);
}

function TypeForm({ type, close }: { type: DocumentType | undefined; close: () => void }): ReactNode {
  const t = useText('cards');
  const terms = { refresh: [cards.types, cards.list, cards.typeChoices, cards.show, cards.folderType] };
  const create = useSend(cards.createType, terms);
  const update = useSend(cards.updateType, terms);
  const save = ({ name, description = '', cardId }: Values): Promise<unknown> => {
    const given = { name: name.trim(), description: description.trim() };
    if (type) return update.mutateAsync({ id: type.id, ...given, cardId: cardId ?? '' });
    return create.mutateAsync({ ...given, ...(cardId && { cardId }) });
  };
  return (
    <AskDialog<Values>
      title={type ? t('editTitle', { name: type.name }) : t('newType')}
      ok={t(type ? 'save' : 'create')}
      initial={type ? { name: type.name, description: type.description, cardId: type.card?.id ?? null } : {}}
      save={save}
      close={close}
    >
      <Form.Item name="name" label={t('name')} rules={[{ required: true, whitespace: true, message: t('nameNeeded') }]}>
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="cardId" label={t('card')} extra={t('cardHint')}>
        <CardSelect known={type?.card} />
      </Form.Item>
      <Form.Item name="description" label={t('description')}>
        <Input.TextArea maxLength={1000} autoSize={{ minRows: 1, maxRows: 5 }} />
      </Form.Item>
    </AskDialog>
  );
}

interface CardSelectProps {
  value?: string | null;
  onChange?: (id: string | null) => void;
  id?: string;
  known: DocumentType['card'];
}

function CardSelect({ value, onChange, id, known }: CardSelectProps): ReactNode {
  const t = useText('cards');
  const [text, setText] = useState('');
  const keyword = useDeferredValue(text.trim());
  const found = useCall(cards.list, { pageSize: 50, ...(keyword && { keyword }) }, { keep: true });
  const list = (found.data?.list ?? []).map((one) => ({ value: one.id, label: one.name }));
  const others = known && list.every((one) => one.value !== known.id) ? [{ value: known.id, label: known.name }] : [];
  return (
    <Select
      {...(id && { id })}
      allowClear
      showSearch={{ filterOption: false, onSearch: setText }}
      placeholder={t('noCard')}
      value={value ?? null}
      onChange={(next: string | null | undefined) => onChange?.(next ?? null)}
      options={[...others, ...list]}
      notFoundContent={found.isPending ? '' : t('nothingFound')}
    />
  );
}
