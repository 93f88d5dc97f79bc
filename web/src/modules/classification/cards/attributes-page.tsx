import { FormOutlined } from '@ant-design/icons';
import { type BaseAttribute, cards } from '@dossier/contract/classification/cards';
import { type AttributeKind, attributeKinds, mostOfCards } from '@dossier/contract/core/card-shapes';
import { Form, Input, Select, type TableColumnsType } from 'antd';
import type { ReactNode } from 'react';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { useCall } from '../../../platform/query.ts';
import { CrudPage } from '../../../platform/ui/crud-page.tsx';
import { RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { PlainButton } from '../../../platform/ui/layout.tsx';
import { NameCell } from '../../../platform/ui/list-cells.tsx';
import { usePagedSearch } from '../../../platform/ui/paged-table.tsx';
import { Grid } from '../../../platform/ui/page-layout.tsx';
import { NumberInput } from '../../../platform/ui/number-input.tsx';
import { CardSteps } from './card-steps.tsx';
import { ValueInput } from './value-input.tsx';

interface Values {
  name: string;
  kind: AttributeKind;
  initial?: string;
  sortNumber: number | null;
  min?: number | null;
  max?: number | null;
  maxLength?: number | null;
  choices?: string[];
}

const limitsOf = ({ min, max, maxLength, choices }: Values) => ({
  ...(typeof min === 'number' && { min }),
  ...(typeof max === 'number' && { max }),
  ...(typeof maxLength === 'number' && { maxLength }),
  ...(choices && { choices }),
});

const initialOf = (attribute?: BaseAttribute): Partial<Values> =>
  attribute
    ? { ...attribute.limits, name: attribute.name, kind: attribute.kind, initial: attribute.initial, sortNumber: attribute.sortNumber }
    : { kind: 'text', sortNumber: 99 };

function save(values: Values, attribute?: BaseAttribute): Promise<unknown> {
  const { name, initial = '', sortNumber, kind } = values;
  const input = { name: name.trim(), initial, sortNumber: sortNumber ?? 99, limits: limitsOf(values) };
  return attribute ? call(cards.updateAttribute, { id: attribute.id, ...input }) : call(cards.createAttribute, { ...input, kind });
}

function Fields({ attribute }: { attribute: BaseAttribute | undefined }): ReactNode {
  const t = useText('classification.cards');
  return (
    <>
      <Form.Item name="name" label={t('name')} rules={[{ required: true, whitespace: true, message: t('nameNeeded') }]}>
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="kind" label={t('kind')} extra={attribute && t('kindStays')}>
        <KindSelect disabled={attribute !== undefined} />
      </Form.Item>
      <Form.Item<Values> noStyle dependencies={['kind', 'choices']}>
        {({ getFieldValue }) => (
          <KindFields kind={getFieldValue('kind') as AttributeKind} choices={(getFieldValue('choices') as string[] | undefined) ?? []} />
        )}
      </Form.Item>
      <Form.Item name="sortNumber" label={t('order')} extra={t('orderHint')}>
        <NumberInput min={0} max={999} precision={0} />
      </Form.Item>
    </>
  );
}

interface KindSelectProps {
  value?: AttributeKind;
  onChange?: (kind: AttributeKind) => void;
  id?: string;
  disabled: boolean;
}

/** Selects a kind; changing it clears the default value. */
function KindSelect({ value, onChange, id, disabled }: KindSelectProps): ReactNode {
  const t = useText('classification.cards');
  const form = Form.useFormInstance<Values>();
  const choose = (kind: AttributeKind): void => {
    form.setFieldValue('initial', '');
    onChange?.(kind);
  };
  const options = attributeKinds.map((kind) => ({ value: kind, label: t(`kind_${kind}`) }));
  return <Select {...(id && { id })} {...(value && { value })} disabled={disabled} onChange={choose} options={options} />;
}

/** The constraints and the default value of an attribute. */
function KindFields({ kind, choices }: { kind: AttributeKind; choices: string[] }): ReactNode {
  const t = useText('classification.cards');
  const isText = kind === 'text' || kind === 'longText';
  return (
    <>
      {kind === 'choice' && (
        <Form.Item name="choices" label={t('choices')} extra={t('choicesHint')} rules={[{ required: true, message: t('choicesNeeded') }]}>
          <Select mode="tags" maxCount={mostOfCards.choices} open={false} suffixIcon={null} tokenSeparators={['\n']} />
        </Form.Item>
      )}
      {kind === 'number' && (
        <Grid min={140} gap={4} tight>
          <Form.Item name="min" label={t('least')}>
            <NumberInput style={{ width: '100%' }} />
          </Form.Item>
          <Form.Item name="max" label={t('greatest')}>
            <NumberInput style={{ width: '100%' }} />
          </Form.Item>
        </Grid>
      )}
      {isText && (
        <Form.Item name="maxLength" label={t('maxLength')}>
          <NumberInput min={1} max={kind === 'text' ? mostOfCards.text : mostOfCards.longText} precision={0} />
        </Form.Item>
      )}
      {kind !== 'person' && (
        <Form.Item key={kind} name="initial" label={t('initial')} extra={t('initialHint')}>
          <ValueInput kind={kind} limits={{ choices }} />
        </Form.Item>
      )}
    </>
  );
}

/** The base attributes of cards. */
export function AttributesPage(): ReactNode {
  const t = useText('classification.cards');
  const search = usePagedSearch();
  const found = useCall(cards.attributes, search.input, { keep: true });
  return (
    <CrudPage<BaseAttribute, Values>
      above={<CardSteps current="attributes" />}
      label={t('findAttributes')}
      search={search}
      found={found}
      columns={useColumns()}
      empty={{ icon: <FormOutlined />, title: t('noAttributes'), hint: t('noAttributesHint') }}
      refresh={[cards.attributes, cards.list, cards.fieldChoices, cards.show]}
      create={t('newAttribute')}
      form={{
        title: (attribute) => (attribute ? t('editTitle', { name: attribute.name }) : t('newAttribute')),
        initial: initialOf,
        renderFields: (attribute) => <Fields attribute={attribute} />,
        save,
      }}
      remove={{
        ask: ({ name }) => ({ title: t('deleteAsk', { name }), text: t('deleteAttributeText') }),
        run: ({ id }) => call(cards.deleteAttribute, { id }),
        blocked: ({ uses }) => (uses > 0 ? t('onCards') : ''),
      }}
    />
  );
}

function useColumns(): (edit: (row: BaseAttribute) => void) => TableColumnsType<BaseAttribute> {
  const t = useText('classification.cards');
  return (edit) => [
    {
      key: 'name',
      title: t('name'),
      render: (_, row) => (
        <NameCell phoneMore={`${t(`kind_${row.kind}`)} · ${t('onNCards', { count: row.uses })}`}>
          <PlainButton link onClick={() => edit(row)}>
            {row.name}
          </PlainButton>
        </NameCell>
      ),
    },
    { key: 'kind', title: t('kind'), width: 130, render: (_, row) => t(`kind_${row.kind}`) },
    {
      key: 'initial',
      title: t('initial'),
      render: (_, row) => (row.kind === 'yesNo' && row.initial !== '' ? t(row.initial === 'true' ? 'yes' : 'no') : row.initial),
    },
    { key: 'order', title: t('order'), align: 'end', width: 90, render: (_, row) => row.sortNumber },
    { key: 'uses', title: t('cards'), align: 'end', width: 110, render: (_, row) => row.uses },
    { key: 'changed', title: t('changed'), width: 160, render: (_, row) => <RelativeTime iso={row.updateTime} /> },
  ];
}
