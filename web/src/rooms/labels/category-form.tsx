import { categories, type Category } from '@dossier/contract/categories';
import { Form, Input, InputNumber, Select } from 'antd';
import type { ReactNode } from 'react';
import { openDialog } from '../../ground/dialogs.ts';
import { useText } from '../../ground/text.ts';
import { useCall, useSend } from '../../ground/use-call.ts';
import { AskDialog } from '../people/ask-dialog.tsx';
import { wayOf } from './category-tree.ts';

interface Values {
  name: string;
  sortNumber: number | null;
  parentId?: string | null;
}

/** Makes a category, in another one or at the top. */
export function openNewCategory(parentId?: string): void {
  openDialog((close) => <NewCategory parentId={parentId} close={close} />);
}

function NewCategory({ parentId, close }: { parentId: string | undefined; close: () => void }): ReactNode {
  const t = useText('labels');
  const create = useSend(categories.create, { refresh: [categories.tree] });
  return (
    <AskDialog<Values>
      title={t('newCategory')}
      ok={t('create')}
      initial={{ parentId: parentId ?? null, sortNumber: 99 }}
      save={({ name, sortNumber, parentId: parent }) =>
        create.mutateAsync({ name: name.trim(), sortNumber: sortNumber ?? 99, ...(parent && { parentId: parent }) })
      }
      close={close}
    >
      <Fields />
    </AskDialog>
  );
}

/** Changes the name, order and place of a category. */
export function openCategory(category: Category): void {
  openDialog((close) => <EditCategory category={category} close={close} />);
}

function EditCategory({ category, close }: { category: Category; close: () => void }): ReactNode {
  const t = useText('labels');
  const update = useSend(categories.update, { refresh: [categories.tree] });
  const { id, name, sortNumber, parentId } = category;
  return (
    <AskDialog<Values>
      title={t('editCategory', { name })}
      ok={t('save')}
      initial={{ name, sortNumber, parentId: parentId ?? null }}
      save={(said) => update.mutateAsync({ id, name: said.name.trim(), sortNumber: said.sortNumber ?? 99, parentId: said.parentId ?? '' })}
      close={close}
    >
      <Fields without={id} />
    </AskDialog>
  );
}

function Fields({ without }: { without?: string }): ReactNode {
  const t = useText('labels');
  return (
    <>
      <Form.Item name="name" label={t('name')} rules={[{ required: true, whitespace: true, message: t('nameNeeded') }]}>
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="parentId" label={t('within')}>
        <CategorySelect {...(without && { without })} none={t('atTop')} />
      </Form.Item>
      <Form.Item name="sortNumber" label={t('order')} extra={t('orderHint')}>
        <InputNumber min={0} max={999} precision={0} />
      </Form.Item>
    </>
  );
}

interface CategorySelectProps {
  value?: string | null;
  onChange?: (id: string | null) => void;
  id?: string;
  /** Left out, with all that hangs in it. */
  without?: string;
  none: string;
}

/** Chooses a category by its name or that of what it hangs in. */
export function CategorySelect({ value, onChange, id, without, none }: CategorySelectProps): ReactNode {
  const found = useCall(categories.tree, {}, { staleTime: 10_000 });
  const list = found.data ?? [];
  const below = (one: Category): boolean => {
    const parent = list.find((other) => other.id === one.parentId);
    return one.id === without || (parent !== undefined && below(parent));
  };
  return (
    <Select
      {...(id && { id })}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={none}
      value={value ?? null}
      onChange={(next: string | null | undefined) => onChange?.(next ?? null)}
      options={list.filter((one) => !below(one)).map((one) => ({ value: one.id, label: wayOf(list, one.id).join(' / ') }))}
    />
  );
}
