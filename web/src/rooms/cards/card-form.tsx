import { cards, type IndexCard } from '@dossier/contract/cards';
import { Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { openDialog } from '../../ground/dialogs.ts';
import { useText } from '../../ground/text.ts';
import { useSend } from '../../ground/use-call.ts';
import { AskDialog } from '../people/ask-dialog.tsx';
import { type ChosenField, FieldsInput } from './fields-input.tsx';

interface Values {
  name: string;
  description?: string;
  fields: ChosenField[];
}

/** Makes an index card, or changes one. */
export function openCard(card?: IndexCard): void {
  openDialog((close) => <CardForm card={card} close={close} />);
}

function CardForm({ card, close }: { card: IndexCard | undefined; close: () => void }): ReactNode {
  const t = useText('cards');
  const terms = { refresh: [cards.list, cards.attributes, cards.fieldChoices, cards.show] };
  const create = useSend(cards.create, terms);
  const update = useSend(cards.update, terms);
  const save = ({ name, description = '', fields }: Values): Promise<unknown> => {
    const given = {
      name: name.trim(),
      description: description.trim(),
      fields: fields.map(({ attributeId, required }) => ({ attributeId, required })),
    };
    return card ? update.mutateAsync({ id: card.id, ...given }) : create.mutateAsync(given);
  };
  return (
    <AskDialog<Values>
      title={card ? t('editTitle', { name: card.name }) : t('newCard')}
      ok={t(card ? 'save' : 'create')}
      initial={card ? { name: card.name, description: card.description, fields: card.fields } : { fields: [] }}
      save={save}
      close={close}
    >
      <Form.Item name="name" label={t('name')} rules={[{ required: true, whitespace: true, message: t('nameNeeded') }]}>
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="description" label={t('description')}>
        <Input.TextArea maxLength={1000} autoSize={{ minRows: 1, maxRows: 5 }} />
      </Form.Item>
      <Form.Item name="fields" label={t('fields')}>
        <FieldsInput />
      </Form.Item>
    </AskDialog>
  );
}
