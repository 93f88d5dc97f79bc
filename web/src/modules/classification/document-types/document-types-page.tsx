import { FileTextOutlined } from '@ant-design/icons';
import { type DocumentType, cards } from '@dossier/contract/classification/cards';
import { Form, Input, Select, type TableColumnsType } from 'antd';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { useCall } from '../../../platform/query.ts';
import { CrudPage } from '../../../platform/ui/crud-page.tsx';
import { RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { PlainButton, Text } from '../../../platform/ui/layout.tsx';
import { ClippedText, NameCell } from '../../../platform/ui/list-cells.tsx';
import { usePagedSearch } from '../../../platform/ui/paged-table.tsx';
import { CardSteps } from '../cards/card-steps.tsx';

interface Values {
  name: string;
  description?: string;
  cardId?: string | null;
}

function Fields({ type }: { type: DocumentType | undefined }): ReactNode {
  const t = useText('classification.cards');
  return (
    <>
      <Form.Item name="name" label={t('name')} rules={[{ required: true, whitespace: true, message: t('nameNeeded') }]}>
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="cardId" label={t('card')} extra={t('cardHint')}>
        <CardSelect known={type?.card} />
      </Form.Item>
      <Form.Item name="description" label={t('description')}>
        <Input.TextArea maxLength={1000} autoSize={{ minRows: 1, maxRows: 5 }} />
      </Form.Item>
    </>
  );
}

function save({ name, description = '', cardId }: Values, type?: DocumentType): Promise<unknown> {
  const input = { name: name.trim(), description: description.trim() };
  if (type) return call(cards.updateType, { id: type.id, ...input, cardId: cardId ?? '' });
  return call(cards.createType, { ...input, ...(cardId && { cardId }) });
}

interface CardSelectProps {
  value?: string | null;
  onChange?: (id: string | null) => void;
  id?: string;
  known: DocumentType['card'];
}

function CardSelect({ value, onChange, id, known }: CardSelectProps): ReactNode {
  const t = useText('classification.cards');
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

/** The document types of the organisation. */
export function TypesPage(): ReactNode {
  const t = useText('classification.cards');
  const search = usePagedSearch();
  const found = useCall(cards.types, search.input, { keep: true });
  return (
    <CrudPage<DocumentType, Values>
      above={<CardSteps current="types" />}
      label={t('findTypes')}
      search={search}
      found={found}
      columns={useColumns()}
      empty={{ icon: <FileTextOutlined />, title: t('noTypes'), hint: t('noTypesHint') }}
      refresh={[cards.types, cards.list, cards.typeChoices, cards.show, cards.folderType]}
      create={t('newType')}
      form={{
        title: (type) => (type ? t('editTitle', { name: type.name }) : t('newType')),
        initial: (type) => (type ? { name: type.name, description: type.description, cardId: type.card?.id ?? null } : {}),
        renderFields: (type) => <Fields type={type} />,
        save,
      }}
      remove={{
        ask: ({ name, uses }) => ({ title: t('deleteAsk', { name }), text: t('deleteTypeText', { count: uses }) }),
        run: ({ id }) => call(cards.deleteType, { id }),
      }}
    />
  );
}

function useColumns(): (edit: (row: DocumentType) => void) => TableColumnsType<DocumentType> {
  const t = useText('classification.cards');
  return (edit) => [
    {
      key: 'name',
      title: t('name'),
      render: (_, row) => (
        <NameCell phoneMore={`${row.card?.name ?? t('noCard')} · ${t('nDocuments', { count: row.uses })}`}>
          <PlainButton link onClick={() => edit(row)}>
            {row.name}
          </PlainButton>
        </NameCell>
      ),
    },
    { key: 'card', title: t('card'), render: (_, row) => row.card?.name ?? <Text tone="muted">{t('noCard')}</Text> },
    {
      key: 'description',
      title: t('description'),
      render: (_, row) => <ClippedText text={row.description} />,
    },
    { key: 'uses', title: t('documents'), align: 'end', width: 120, render: (_, row) => row.uses },
    { key: 'changed', title: t('changed'), width: 160, render: (_, row) => <RelativeTime iso={row.updateTime} /> },
  ];
}
