import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons';
import { type DocumentType, cards } from '@dossier/contract/classification/cards';
import { Button, Form, Input, Select, type TableColumnsType } from 'antd';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { openDialog } from '../../../platform/dialogs.ts';
import { useText } from '../../../platform/i18n.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { confirm } from '../../../platform/ui/confirm.tsx';
import { FormDialog } from '../../../platform/ui/form-dialog.tsx';
import { RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { useMedia } from '../../../platform/ui/hooks.ts';
import people from '../../../platform/ui/list-page.module.css';
import { NamedListPage } from '../../../platform/ui/list-page.tsx';
import { type RowMenu, usePagedSearch } from '../../../platform/ui/paged-table.tsx';

interface Values {
  name: string;
  description?: string;
  cardId?: string | null;
}

/** Creates or edits a document type. */
export function openTypeForm(type?: DocumentType): void {
  openDialog((close) => <TypeForm type={type} close={close} />);
}

function TypeForm({ type, close }: { type: DocumentType | undefined; close: () => void }): ReactNode {
  const t = useText('classification.cards');
  const terms = { refresh: [cards.types, cards.list, cards.typeChoices, cards.show, cards.folderType] };
  const create = useCallMutation(cards.createType, terms);
  const update = useCallMutation(cards.updateType, terms);
  const save = ({ name, description = '', cardId }: Values): Promise<unknown> => {
    const callInput = { name: name.trim(), description: description.trim() };
    if (type) return update.mutateAsync({ id: type.id, ...callInput, cardId: cardId ?? '' });
    return create.mutateAsync({ ...callInput, ...(cardId && { cardId }) });
  };
  return (
    <FormDialog<Values>
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
    </FormDialog>
  );
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
  const pagedSearch = usePagedSearch();
  const found = useCall(cards.types, pagedSearch.input, { keep: true });
  return (
    <NamedListPage
      label={t('findTypes')}
      search={pagedSearch}
      found={found}
      columns={useColumns()}
      empty={{ title: t('noTypes'), hint: t('noTypesHint') }}
      menuOf={useTypeActions()}
    >
      <Button type="primary" icon={<PlusOutlined />} onClick={() => openTypeForm()}>
        {t('newType')}
      </Button>
    </NamedListPage>
  );
}

function useTypeActions(): RowMenu<DocumentType> {
  const t = useText('classification.cards');
  const remove = useCallMutation(cards.deleteType, { refresh: [cards.types, cards.list, cards.typeChoices, cards.show, cards.folderType] });
  const confirmDelete = async ({ id, name, uses }: DocumentType): Promise<void> => {
    const question = { title: t('deleteAsk', { name }), text: t('deleteTypeText', { count: uses }), ok: t('delete'), danger: true };
    if (await confirm(question)) await remove.mutateAsync({ id });
  };
  return (row) => [
    { key: 'edit', icon: <EditOutlined />, label: t('edit'), onClick: () => openTypeForm(row) },
    {
      key: 'delete',
      icon: <DeleteOutlined />,
      label: t('delete'),
      danger: true,
      onClick: () => void confirmDelete(row).catch(() => undefined),
    },
  ];
}

function useColumns(): TableColumnsType<DocumentType> {
  const t = useText('classification.cards');
  const phone = useMedia('phone');
  return [
    {
      key: 'name',
      title: t('name'),
      render: (_, row) => (
        <span className={people.person}>
          <span>{row.name}</span>
          {phone && (
            <span className={people.more}>
              {row.card?.name ?? t('noCard')} · {t('nDocuments', { count: row.uses })}
            </span>
          )}
        </span>
      ),
    },
    { key: 'card', title: t('card'), render: (_, row) => row.card?.name ?? <span className={people.made}>{t('noCard')}</span> },
    {
      key: 'description',
      title: t('description'),
      render: (_, row) => (
        <span className={people.clipped} title={row.description}>
          {row.description}
        </span>
      ),
    },
    { key: 'uses', title: t('documents'), align: 'end', width: 120, render: (_, row) => row.uses },
    { key: 'changed', title: t('changed'), width: 160, render: (_, row) => <RelativeTime iso={row.updateTime} /> },
  ];
}
