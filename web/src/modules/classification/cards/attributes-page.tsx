import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons';
import { type BaseAttribute, cards } from '@dossier/contract/classification/cards';
import { type AttributeKind, attributeKinds, mostOfCards } from '@dossier/contract/core/card-shapes';
import { Button, Form, Input, InputNumber, Select, type TableColumnsType } from 'antd';
import type { ReactNode } from 'react';
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

/** Creates or edits a base attribute. */
export function openAttributeForm(attribute?: BaseAttribute): void {
  openDialog((close) => <AttributeForm attribute={attribute} close={close} />);
}

const limitsOf = ({ min, max, maxLength, choices }: Values) => ({
  ...(typeof min === 'number' && { min }),
  ...(typeof max === 'number' && { max }),
  ...(typeof maxLength === 'number' && { maxLength }),
  ...(choices && { choices }),
});

function AttributeForm({ attribute, close }: { attribute: BaseAttribute | undefined; close: () => void }): ReactNode {
  const t = useText('classification.cards');
  const terms = { refresh: [cards.attributes, cards.list, cards.fieldChoices, cards.show] };
  const create = useCallMutation(cards.createAttribute, terms);
  const update = useCallMutation(cards.updateAttribute, terms);
  const save = (values: Values): Promise<unknown> => {
    const callInput = {
      name: values.name.trim(),
      initial: values.initial ?? '',
      sortNumber: values.sortNumber ?? 99,
      limits: limitsOf(values),
    };
    return attribute ? update.mutateAsync({ id: attribute.id, ...callInput }) : create.mutateAsync({ ...callInput, kind: values.kind });
  };
  const initial: Partial<Values> = attribute
    ? { ...attribute.limits, name: attribute.name, kind: attribute.kind, initial: attribute.initial, sortNumber: attribute.sortNumber }
    : { kind: 'text', sortNumber: 99 };
  return (
    <FormDialog<Values>
      title={attribute ? t('editTitle', { name: attribute.name }) : t('newAttribute')}
      ok={t(attribute ? 'save' : 'create')}
      initial={initial}
      save={save}
      close={close}
    >
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
        <InputNumber min={0} max={999} precision={0} />
      </Form.Item>
    </FormDialog>
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
        <div className={styles.pair}>
          <Form.Item name="min" label={t('least')}>
            <InputNumber />
          </Form.Item>
          <Form.Item name="max" label={t('greatest')}>
            <InputNumber />
          </Form.Item>
        </div>
      )}
      {isText && (
        <Form.Item name="maxLength" label={t('maxLength')}>
          <InputNumber min={1} max={kind === 'text' ? mostOfCards.text : mostOfCards.longText} precision={0} />
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
  const pagedSearch = usePagedSearch();
  const found = useCall(cards.attributes, pagedSearch.input, { keep: true });
  return (
    <NamedListPage
      label={t('findAttributes')}
      search={pagedSearch}
      found={found}
      columns={useColumns()}
      empty={{ title: t('noAttributes'), hint: t('noAttributesHint') }}
      menuOf={useAttributeActions()}
    >
      <Button type="primary" icon={<PlusOutlined />} onClick={() => openAttributeForm()}>
        {t('newAttribute')}
      </Button>
    </NamedListPage>
  );
}

function useAttributeActions(): RowMenu<BaseAttribute> {
  const t = useText('classification.cards');
  const remove = useCallMutation(cards.deleteAttribute, { refresh: [cards.attributes] });
  const confirmDelete = async ({ id, name }: BaseAttribute): Promise<void> => {
    const question = { title: t('deleteAsk', { name }), text: t('deleteAttributeText'), ok: t('delete'), danger: true };
    if (await confirm(question)) await remove.mutateAsync({ id });
  };
  return (row) => [
    { key: 'edit', icon: <EditOutlined />, label: t('edit'), onClick: () => openAttributeForm(row) },
    {
      key: 'delete',
      icon: <DeleteOutlined />,
      label: t('delete'),
      danger: true,
      disabled: row.uses > 0,
      title: row.uses > 0 ? t('onCards') : '',
      onClick: () => void confirmDelete(row).catch(() => undefined),
    },
  ];
}

function useColumns(): TableColumnsType<BaseAttribute> {
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
              {t(`kind_${row.kind}`)} · {t('onNCards', { count: row.uses })}
            </span>
          )}
        </span>
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
