import { ArrowDownOutlined, ArrowUpOutlined, CloseOutlined } from '@ant-design/icons';
import { mostOfCards } from '@dossier/contract/card-shapes';
import { cards, type IndexCard } from '@dossier/contract/cards';
import { Button, Checkbox, Select } from 'antd';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { useText } from '../../ground/text.ts';
import { useCall } from '../../ground/use-call.ts';
import styles from './cards.module.css';

export type ChosenField = IndexCard['fields'][number];

interface FieldsInputProps {
  value?: ChosenField[];
  onChange?: (fields: ChosenField[]) => void;
}

/** Chooses attributes for a card, puts them in order, and says which must be filled in. */
export function FieldsInput({ value = [], onChange }: FieldsInputProps): ReactNode {
  const t = useText('cards');
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
  const t = useText('cards');
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
