import { EditOutlined, IdcardOutlined } from '@ant-design/icons';
import { type DocumentCard, cards } from '@dossier/contract/classification/cards';
import type { CardField } from '@dossier/contract/core/card-shapes';
import { codes } from '@dossier/contract/core/codes';
import type { Item } from '@dossier/contract/documents/library';
import { Button, Form, Modal, Select } from 'antd';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { CallError } from '../../../platform/call.ts';
import { openDialog } from '../../../platform/dialogs.ts';
import { type TextOf, useText } from '../../../platform/i18n.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { useCloseChanged } from '../../../platform/ui/close-changed.ts';
import { Empty } from '../../../platform/ui/empty.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { Stack, Text } from '../../../platform/ui/layout.tsx';
import { Facts } from '../../../platform/ui/page-layout.tsx';
import { Spinner } from '../../../platform/ui/spinner.tsx';
import { can } from '../../documents/areas.ts';
import styles from './cards.module.css';
import { ValueInput } from './value-input.tsx';

/** Edits the type and the card of a document. */
export function openFillCard(item: Pick<Item, 'id' | 'name'>): void {
  openDialog((close) => <FillCardDialog item={item} close={close} />);
}

function FillCardDialog({ item, close }: { item: Pick<Item, 'id' | 'name'>; close: () => void }): ReactNode {
  const t = useText('classification.cards');
  const [open, setOpen] = useState(true);
  const [type, setType] = useState<string>();
  const form = useId();
  const isFilled = useRef(false);
  const closing = useCloseChanged(
    () => isFilled.current || type !== undefined,
    () => setOpen(false),
  );
  const found = useCall(cards.show, { id: item.id, ...(type !== undefined && { typeId: type }) }, { keep: true });
  const fill = useCallMutation(cards.fill, { refresh: [cards.show] });
  const chosen = type ?? (found.data?.fromFolder ? '' : (found.data?.type?.id ?? ''));
  const save = async (values: Record<string, string | undefined>): Promise<void> => {
    const input = Object.entries(values).map(([attributeId, value]) => ({ attributeId, value: value ?? '' }));
    try {
      await fill.mutateAsync({ id: item.id, typeId: chosen, values: input, ...(found.data && { state: found.data.state }) });
    } catch (error) {
      if (error instanceof CallError && error.code === codes.changedMeanwhile.code) await found.refetch();
      throw error;
    }
    setOpen(false);
  };
  return (
    <Modal
      open={open}
      title={t('cardOf', { name: item.name })}
      width={520}
      okText={t('save')}
      okButtonProps={{ htmlType: 'submit', form, disabled: found.data === undefined || found.isPlaceholderData }}
      confirmLoading={fill.isPending}
      {...closing}
      afterClose={close}
    >
      <TypeChoice value={chosen} card={found.data} choose={setType} />
      {found.error && !found.data && <ErrorBox small error={found.error} retry={() => void found.refetch()} />}
      {found.data === undefined && !found.error && <Spinner label={t('looking')} delay={150} />}
      {found.data && !found.isPlaceholderData && (
        <FillCardForm
          key={found.data.type?.id ?? ''}
          id={form}
          card={found.data}
          changed={() => {
            isFilled.current = true;
          }}
          save={save}
        />
      )}
    </Modal>
  );
}

interface FillCardFormProps {
  id: string;
  card: DocumentCard;
  /** The user changed a field. */
  changed: () => void;
  save: (values: Record<string, string | undefined>) => Promise<void>;
}

function FillCardForm({ id, card, changed, save }: FillCardFormProps): ReactNode {
  const t = useText('classification.cards');
  const [form] = Form.useForm<Record<string, string | undefined>>();
  const initial = Object.fromEntries(card.fields.map((field) => [field.attributeId, field.value ?? '']));
  // another user's concurrent changes are shown in the fields that were not edited
  useEffect(() => {
    const left = card.fields.filter(({ attributeId }) => !form.isFieldTouched(attributeId));
    form.setFieldsValue(Object.fromEntries(left.map(({ attributeId, value = '' }) => [attributeId, value])));
  }, [card, form]);
  const send = async (values: Record<string, string | undefined>): Promise<void> => {
    try {
      await save(values);
    } catch (error) {
      const refused = error instanceof CallError ? card.fields.find((field) => field.name === error.field) : undefined;
      if (refused && error instanceof CallError) form.setFields([{ name: refused.attributeId, errors: [error.message] }]);
    }
  };
  const terms = { id, form, onValuesChange: changed, onFinish: (values: Record<string, string | undefined>) => void send(values) };
  if (card.fields.length === 0)
    return (
      <Form {...terms}>
        {card.type && (
          <Text as="p" size="s" tone="muted">
            {t('typeWithoutCard')}
          </Text>
        )}
      </Form>
    );
  return (
    <Form {...terms} layout="vertical" initialValues={initial}>
      {card.fields.map((field) => (
        <Form.Item
          key={field.attributeId}
          name={field.attributeId}
          label={field.name}
          rules={[{ required: field.required, whitespace: true, message: t('valueNeeded', { name: field.name }) }]}
        >
          <ValueInput kind={field.kind} limits={field.limits} valueName={field.valueName} label={field.name} />
        </Form.Item>
      ))}
    </Form>
  );
}

interface TypeChoiceProps {
  value: string;
  card: DocumentCard | undefined;
  choose: (id: string) => void;
}

function TypeChoice({ value, card, choose }: TypeChoiceProps): ReactNode {
  const t = useText('classification.cards');
  const types = useCall(cards.typeChoices, {}, { staleTime: 30_000 });
  const list = types.data ?? [];
  const others = card?.type && list.every((candidate) => candidate.id !== card.type?.id) ? [card.type] : [];
  const options = [...others, ...list].map((candidate) => ({ value: candidate.id, label: candidate.name }));
  return (
    <Stack as="label" gap={2} className={styles.type}>
      <span>{t('type')}</span>
      <Select
        showSearch={{ optionFilterProp: 'label' }}
        aria-label={t('type')}
        value={value}
        onChange={choose}
        options={[{ value: '', label: t('asFolder') }, ...options]}
      />
    </Stack>
  );
}

/** The type and card of a document. */
export function CardTab({ item }: { item: Item }): ReactNode {
  const t = useText('classification.cards');
  const found = useCall(cards.show, { id: item.id });
  const types = useCall(cards.typeChoices, {}, { staleTime: 30_000 });
  if (found.error && !found.data) return <ErrorBox small error={found.error} retry={() => void found.refetch()} />;
  if (found.data === undefined) return null;
  const card = found.data;
  const mayFill = can(item.rights, 'modify') && (card.type !== undefined || (types.data?.length ?? 0) > 0);
  const fill = mayFill && (
    <Button size="small" icon={<EditOutlined />} onClick={() => openFillCard(item)}>
      {t(card.type ? 'fillIn' : 'chooseType')}
    </Button>
  );
  if (card.type === undefined)
    return <Empty small icon={<IdcardOutlined />} title={t('noTypeYet')} hint={t('noTypeYetHint')} {...(fill && { action: fill })} />;
  const typeName = (
    <>
      {card.type.name}{' '}
      {card.fromFolder && (
        <Text size="xs" tone="muted">
          {t('fromFolder')}
        </Text>
      )}
    </>
  );
  return (
    <Stack gap={3} className={styles.tab}>
      <Facts vertical facts={[[t('type'), typeName], ...card.fields.map((field) => [field.name, valueText(card, field, t)] as const)]} />
      {!card.filled && card.fields.length > 0 && (
        <Text as="p" tone="muted">
          {t('notFilled')}
        </Text>
      )}
      <div>{fill}</div>
    </Stack>
  );
}

function valueText({ filled }: DocumentCard, { kind, value, valueName }: CardField, t: TextOf<'classification.cards'>): string {
  if (!filled || value === undefined) return '';
  if (kind === 'yesNo') return t(value === 'true' ? 'yes' : 'no');
  return kind === 'person' ? (valueName ?? value) : value;
}
