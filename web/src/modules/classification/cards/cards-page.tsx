import { ArrowDownOutlined, ArrowUpOutlined, CloseOutlined, IdcardOutlined } from '@ant-design/icons';
import { type IndexCard, cards } from '@dossier/contract/classification/cards';
import { mostOfCards } from '@dossier/contract/core/card-shapes';
import { Button, Checkbox, Form, Input, Select, type TableColumnsType } from 'antd';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { call } from '../../../platform/call.ts';
import { joinedNames, useText } from '../../../platform/i18n.ts';
import { useCall } from '../../../platform/query.ts';
import { CrudPage } from '../../../platform/ui/crud-page.tsx';
import { RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { Card, PlainButton, Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { ClippedText, NameCell } from '../../../platform/ui/list-cells.tsx';
import { Grid } from '../../../platform/ui/page-layout.tsx';
import { usePagedSearch } from '../../../platform/ui/paged-table.tsx';
import { CardSteps } from './card-steps.tsx';
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
    <Stack gap={2}>
      <Stack as="ol" gap={1}>
        {value.map((field, at) => (
          <Row as="li" key={field.attributeId} gap={1}>
            <Text truncate grow>
              {field.name}{' '}
              <Text size="xs" tone="muted">
                {t(`kind_${field.kind}`)}
              </Text>
            </Text>
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
          </Row>
        ))}
      </Stack>
      {value.length < mostOfCards.fields && <AddField chosen={value} add={(field) => onChange?.([...value, field])} />}
    </Stack>
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

function save({ name, description = '', fields }: Values, card?: IndexCard): Promise<unknown> {
  const input = {
    name: name.trim(),
    description: description.trim(),
    fields: fields.map(({ attributeId, required }) => ({ attributeId, required })),
  };
  return card ? call(cards.update, { id: card.id, ...input }) : call(cards.create, input);
}

/** The card as people will fill it in. */
function CardPreview({ fields }: { fields: readonly ChosenField[] }): ReactNode {
  const t = useText('classification.cards');
  if (fields.length === 0) return null;
  return (
    <Card as="section" gap={3} sunken aria-label={t('preview')}>
      <Text size="s" tone="muted">
        {t('preview')}
      </Text>
      <Grid min={140} gap={3}>
        {fields.map((field) => (
          <Stack key={field.attributeId} gap={1}>
            <Text size="s">
              {field.name}
              {field.required && ' *'}
            </Text>
            <Text size="s" tone="muted" truncate className={styles.blank} data-tall={field.kind === 'longText' || undefined}>
              {t(`kind_${field.kind}`)}
            </Text>
          </Stack>
        ))}
      </Grid>
    </Card>
  );
}

function Fields(): ReactNode {
  const t = useText('classification.cards');
  return (
    <>
      <Form.Item name="name" label={t('name')} rules={[{ required: true, whitespace: true, message: t('nameNeeded') }]}>
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="description" label={t('description')}>
        <Input.TextArea maxLength={1000} autoSize={{ minRows: 1, maxRows: 5 }} />
      </Form.Item>
      <Form.Item name="fields" label={t('fields')}>
        <FieldsInput />
      </Form.Item>
      <Form.Item<Values> noStyle dependencies={['fields']}>
        {({ getFieldValue }) => <CardPreview fields={(getFieldValue('fields') as ChosenField[] | undefined) ?? []} />}
      </Form.Item>
    </>
  );
}

/** The index cards of the organisation. */
export function CardsPage(): ReactNode {
  const t = useText('classification.cards');
  const search = usePagedSearch();
  const found = useCall(cards.list, search.input, { keep: true });
  return (
    <CrudPage<IndexCard, Values>
      above={<CardSteps current="cards" />}
      label={t('findCards')}
      search={search}
      found={found}
      columns={useColumns()}
      empty={{ icon: <IdcardOutlined />, title: t('noCards'), hint: t('noCardsHint') }}
      refresh={[cards.list, cards.attributes, cards.fieldChoices, cards.show]}
      create={t('newCard')}
      form={{
        title: (card) => (card ? t('editTitle', { name: card.name }) : t('newCard')),
        initial: (card) => (card ? { name: card.name, description: card.description, fields: card.fields } : { fields: [] }),
        renderFields: () => <Fields />,
        save,
      }}
      remove={{
        ask: ({ name }) => ({ title: t('deleteAsk', { name }), text: t('deleteCardText') }),
        run: ({ id }) => call(cards.delete, { id }),
        blocked: ({ uses }) => (uses > 0 ? t('ofTypes') : ''),
      }}
    />
  );
}

const fieldsOf = (card: IndexCard): string => joinedNames(card.fields.map((field) => (field.required ? `${field.name} *` : field.name)));

function useColumns(): (edit: (row: IndexCard) => void) => TableColumnsType<IndexCard> {
  const t = useText('classification.cards');
  return (edit) => [
    {
      key: 'name',
      title: t('name'),
      render: (_, row) => (
        <NameCell phoneMore={fieldsOf(row)}>
          <PlainButton link onClick={() => edit(row)}>
            {row.name}
          </PlainButton>
        </NameCell>
      ),
    },
    {
      key: 'fields',
      title: t('fields'),
      render: (_, row) => <ClippedText text={fieldsOf(row)} />,
    },
    {
      key: 'description',
      title: t('description'),
      render: (_, row) => <ClippedText text={row.description} />,
    },
    { key: 'uses', title: t('types'), align: 'end', width: 120, render: (_, row) => row.uses },
    { key: 'changed', title: t('changed'), width: 160, render: (_, row) => <RelativeTime iso={row.updateTime} /> },
  ];
}
