import { type DocumentCard, cards } from '@dossier/contract/cards';
import type { Item } from '@dossier/contract/library';
import { Form, Modal, Select } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { openDialog } from '../../ground/dialogs.ts';
import { useText } from '../../ground/text.ts';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { Waiting } from '../../ground/ui/waiting.tsx';
import { useCall, useSend } from '../../ground/use-call.ts';
import styles from './cards.module.css';
import { ValueInput } from './value-input.tsx';

/** Asks what a document is, and fills in its card. */
export function openFill(item: Pick<Item, 'id' | 'name'>): void {
  openDialog((close) => <FillDialog item={item} close={close} />);
}

function FillDialog({ item, close }: { item: Pick<Item, 'id' | 'name'>; close: () => void }): ReactNode {
  const t = useText('cards');
  const [open, setOpen] = useState(true);
  const [type, setType] = useState<string>();
  const form = useId();
  const found = useCall(cards.show, { id: item.id, ...(type !== undefined && { typeId: type }) }, { keep: true });
  const fill = useSend(cards.fill, { refresh: [cards.show] });
  const chosen = type ?? (found.data?.fromFolder ? '' : (found.data?.type?.id ?? ''));
  const save = async (values: Record<string, string | undefined>): Promise<void> => {
    const given = Object.entries(values).map(([attributeId, value]) => ({ attributeId, value: value ?? '' }));
    await fill.mutateAsync({ id: item.id, typeId: chosen, values: given });
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
      onCancel={() => setOpen(false)}
      afterClose={close}
    >
      <TypeChoice value={chosen} card={found.data} choose={setType} />
      {found.error && !found.data && <ErrorBox small error={found.error} retry={() => void found.refetch()} />}
      {found.data === undefined && !found.error && <Waiting label={t('looking')} delay={150} />}
      {found.data && !found.isPlaceholderData && (
        <CardForm key={found.data.type?.id ?? ''} id={form} card={found.data} save={(values) => void save(values).catch(() => undefined)} />
      )}
    </Modal>
  );
}

interface CardFormProps {
  id: string;
  card: DocumentCard;
  save: (values: Record<string, string | undefined>) => void;
}

function CardForm({ id, card, save }: CardFormProps): ReactNode {
  const t = useText('cards');
  const initial = Object.fromEntries(card.fields.map((field) => [field.attributeId, field.value ?? '']));
  if (card.fields.length === 0)
    return (
      <Form id={id} onFinish={save}>
        {card.type && <p className={styles.hint}>{t('typeWithoutCard')}</p>}
      </Form>
    );
  return (
    <Form id={id} layout="vertical" initialValues={initial} onFinish={save}>
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
  const t = useText('cards');
  const types = useCall(cards.typeChoices, {}, { staleTime: 30_000 });
  const list = types.data ?? [];
  const others = card?.type && list.every((one) => one.id !== card.type?.id) ? [card.type] : [];
  const options = [...others, ...list].map((one) => ({ value: one.id, label: one.name }));
  return (
    <label className={styles.type}>
      <span>{t('type')}</span>
      <Select
        showSearch={{ optionFilterProp: 'label' }}
        aria-label={t('type')}
        value={value}
        onChange={choose}
        options={[{ value: '', label: t('asFolder') }, ...options]}
      />
    </label>
  );
}
