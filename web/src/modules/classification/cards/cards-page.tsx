import { ArrowDownOutlined, ArrowUpOutlined, CloseOutlined, DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons';
import { type IndexCard, cards } from '@dossier/contract/classification/cards';
import { mostOfCards } from '@dossier/contract/core/card-shapes';
import { Button, Checkbox, Form, Input, Select, type TableColumnsType } from 'antd';
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
import styles from './cards.module.css';

export type ChosenField = IndexCard['fields'][number];

interface FieldsInputProps {
  value?: ChosenField[];
  onChange?: (fields: ChosenField[]) => void;
}

/** Selects and orders the attributes of a card, and marks the required ones. */
export function FieldsInput({ value = [], onChange }: FieldsInputProps): ReactNode {
  const t = useText('classification.cards');
  const move = (at: number, to: number): void => {
    const moved = value[at];
    if (moved !== undefined && to >= 0 && to < value.length) onChange?.(value.toSpliced(at, 1).toSpliced(to, 0, moved));
  };
  return (
    <>
      <ol className={styles.fields}>
        {value.map((field, at) => (
          <li key={field.attributeId}>
            <span className={styles.fieldName}>
              {field.name} <small>{t(`kind_${field.kind}`)}</small>
            </span>
            <Checkbox
              checked={field.required}
              onChange={(event) => onChange?.(value.with(at, { ...field, required: event.target.checked }))}
            >
              {t('required')}
            </Checkbox>
            <Button
              type="text"
              size="small"
              icon={<ArrowUpOutlined />}
              aria-label={t('moveUp', { name: field.name })}
              disabled={at === 0}
              onClick={() => move(at, at - 1)}
            />
            <Button
              type="text"
              size="small"
              icon={<ArrowDownOutlined />}
              aria-label={t('moveDown', { name: field.name })}
              disabled={at === value.length - 1}
              onClick={() => move(at, at + 1)}
            />
            <Button
              type="text"
              size="small"
              icon={<CloseOutlined />}
              aria-label={t('takeOff', { name: field.name })}
              onClick={() => onChange?.(value.toSpliced(at, 1))}
            />
          </li>
        ))}
      </ol>
      {value.length < mostOfCards.fields && <AddField chosen={value} add={(field) => onChange?.([...value, field])} />}
    </>
  );
}

function AddField({ chosen, add }: { chosen: readonly ChosenField[]; add: (field: ChosenField) => void }): ReactNode {
  const t = useText('classification.cards');
  const [text, setText] = useState('');
  const keyword = useDeferredValue(text.trim());
  const found = useCall(cards.attributes, { pageSize: 100, ...(keyword && { keyword }) }, { keep: true });
  const options = (found.data?.list ?? [])
    .filter((one) => chosen.every((field) => field.attributeId !== one.id))
    .map((one) => ({ value: one.id, label: `${one.name} · ${t(`kind_${one.kind}`)}`, one }));
  return (
    <Select
      style={{ width: '100%' }}
      showSearch={{ filterOption: false, onSearch: setText, searchValue: text }}
      value={null}
      aria-label={t('addField')}
      placeholder={t('addField')}
      options={options}
      notFoundContent={found.isPending ? '' : t('noAttributeLeft')}
      onSelect={(_: unknown, { one }) => {
        setText('');
        add({ attributeId: one.id, name: one.name, kind: one.kind, required: false });
      }}
    />
  );
}

interface Values {
  name: string;
  description?: string;
  fields: ChosenField[];
}

/** Creates or edits an index card. */
export function openCardForm(card?: IndexCard): void {
  openDialog((close) => <CardForm card={card} close={close} />);
}

function CardForm({ card, close }: { card: IndexCard | undefined; close: () => void }): ReactNode {
  const t = useText('classification.cards');
  const terms = { refresh: [cards.list, cards.attributes, cards.fieldChoices, cards.show] };
  const create = useCallMutation(cards.create, terms);
  const update = useCallMutation(cards.update, terms);
  const save = ({ name, description = '', fields }: Values): Promise<unknown> => {
    const callInput = {
      name: name.trim(),
      description: description.trim(),
      fields: fields.map(({ attributeId, required }) => ({ attributeId, required })),
    };
    return card ? update.mutateAsync({ id: card.id, ...callInput }) : create.mutateAsync(callInput);
  };
  return (
    <FormDialog<Values>
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
    </FormDialog>
  );
}

/** The index cards of the organisation. */
export function CardsPage(): ReactNode {
  const t = useText('classification.cards');
  const pagedSearch = usePagedSearch();
  const found = useCall(cards.list, pagedSearch.input, { keep: true });
  return (
    <NamedListPage
      label={t('findCards')}
      search={pagedSearch}
      found={found}
      columns={useColumns()}
      empty={{ title: t('noCards'), hint: t('noCardsHint') }}
      menuOf={useCardActions()}
    >
      <Button type="primary" icon={<PlusOutlined />} onClick={() => openCardForm()}>
        {t('newCard')}
      </Button>
    </NamedListPage>
  );
}

function useCardActions(): RowMenu<IndexCard> {
  const t = useText('classification.cards');
  const remove = useCallMutation(cards.delete, { refresh: [cards.list, cards.attributes] });
  const confirmDelete = async ({ id, name }: IndexCard): Promise<void> => {
    const question = { title: t('deleteAsk', { name }), text: t('deleteCardText'), ok: t('delete'), danger: true };
    if (await confirm(question)) await remove.mutateAsync({ id });
  };
  return (row) => [
    { key: 'edit', icon: <EditOutlined />, label: t('edit'), onClick: () => openCardForm(row) },
    {
      key: 'delete',
      icon: <DeleteOutlined />,
      label: t('delete'),
      danger: true,
      disabled: row.uses > 0,
      title: row.uses > 0 ? t('ofTypes') : '',
      onClick: () => void confirmDelete(row).catch(() => undefined),
    },
  ];
}

const fieldsOf = (card: IndexCard): string => card.fields.map((field) => (field.required ? `${field.name} *` : field.name)).join(', ');

function useColumns(): TableColumnsType<IndexCard> {
  const t = useText('classification.cards');
  const phone = useMedia('phone');
  return [
    {
      key: 'name',
      title: t('name'),
      render: (_, row) => (
        <span className={people.person}>
          <span>{row.name}</span>
          {phone && <span className={people.more}>{fieldsOf(row)}</span>}
        </span>
      ),
    },
    {
      key: 'fields',
      title: t('fields'),
      render: (_, row) => (
        <span className={people.clipped} title={fieldsOf(row)}>
          {fieldsOf(row)}
        </span>
      ),
    },
    {
      key: 'description',
      title: t('description'),
      render: (_, row) => (
        <span className={people.clipped} title={row.description}>
          {row.description}
        </span>
      ),
    },
    { key: 'uses', title: t('types'), align: 'end', width: 120, render: (_, row) => row.uses },
    { key: 'changed', title: t('changed'), width: 160, render: (_, row) => <RelativeTime iso={row.updateTime} /> },
  ];
}
