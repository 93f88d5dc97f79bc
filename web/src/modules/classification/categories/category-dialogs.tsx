import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons';
import { type Category, categories } from '@dossier/contract/classification/categories';
import type { Query } from '@tanstack/react-query';
import { Form, Input, type MenuProps, Select } from 'antd';
import type { ReactNode } from 'react';
import { openDialog } from '../../../platform/dialogs.ts';
import { useText } from '../../../platform/i18n.ts';
import { invalidateRoutes, queryClient, useCall, useCallMutation } from '../../../platform/query.ts';
import { FormDialog } from '../../../platform/ui/form-dialog.tsx';
import { NumberInput } from '../../../platform/ui/number-input.tsx';
import { type CategoryNode, categoryPath } from './category-nodes.ts';

interface Values {
  name: string;
  sortNumber: number | null;
  parentId?: string | null;
}

/** Creates a category, in another one or at the top level. */
export function openNewCategory(parentId?: string): void {
  openDialog((close) => <NewCategory parentId={parentId} close={close} />);
}

function NewCategory({ parentId, close }: { parentId: string | undefined; close: () => void }): ReactNode {
  const t = useText('classification.labels');
  const create = useCallMutation(categories.create, { refresh: [categories.tree] });
  return (
    <FormDialog<Values>
      title={t('newCategory')}
      ok={t('create')}
      initial={{ parentId: parentId ?? null, sortNumber: 99 }}
      save={({ name, sortNumber, parentId: parent }) =>
        create.mutateAsync({ name: name.trim(), sortNumber: sortNumber ?? 99, ...(parent && { parentId: parent }) })
      }
      close={close}
    >
      <Fields />
    </FormDialog>
  );
}

/** Changes the name, order and parent of a category. */
function openCategory(category: Category): void {
  openDialog((close) => <EditCategory category={category} close={close} />);
}

function EditCategory({ category, close }: { category: Category; close: () => void }): ReactNode {
  const t = useText('classification.labels');
  const update = useCallMutation(categories.update, { refresh: [categories.tree] });
  const { id, name, sortNumber, parentId } = category;
  return (
    <FormDialog<Values>
      title={t('editCategory', { name })}
      ok={t('save')}
      initial={{ name, sortNumber, parentId: parentId ?? null }}
      save={(values) =>
        update.mutateAsync({ id, name: values.name.trim(), sortNumber: values.sortNumber ?? 99, parentId: values.parentId ?? '' })
      }
      close={close}
    >
      <Fields without={id} />
    </FormDialog>
  );
}

function Fields({ without }: { without?: string }): ReactNode {
  const t = useText('classification.labels');
  return (
    <>
      <Form.Item name="name" label={t('name')} rules={[{ required: true, whitespace: true, message: t('nameNeeded') }]}>
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="parentId" label={t('within')}>
        <CategorySelect {...(without && { without })} none={t('atTop')} />
      </Form.Item>
      <Form.Item name="sortNumber" label={t('order')} extra={t('orderHint')}>
        <NumberInput min={0} max={999} precision={0} />
      </Form.Item>
    </>
  );
}

interface CategorySelectProps {
  value?: string | null;
  onChange?: (id: string | null) => void;
  id?: string;
  /** A category left out with its descendants. */
  without?: string;
  none: string;
}

/** Selects a category by its name or that of an ancestor. */
function CategorySelect({ value, onChange, id, without, none }: CategorySelectProps): ReactNode {
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
      options={list.filter((one) => !below(one)).map((one) => ({ value: one.id, label: categoryPath(list, one.id).join(' / ') }))}
    />
  );
}

/** The actions on a category. */
export function useCategoryMenu(list: readonly Category[]): (node: CategoryNode) => NonNullable<MenuProps['items']> {
  const t = useText('classification.labels');
  const hasBelow = (id: string): boolean => list.some((one) => one.parentId === id);
  return ({ category }) => [
    { key: 'new', icon: <PlusOutlined />, label: t('newBelow'), onClick: () => openNewCategory(category.id) },
    { key: 'edit', icon: <EditOutlined />, label: t('edit'), onClick: () => openCategory(category) },
    {
      key: 'delete',
      icon: <DeleteOutlined />,
      label: t('delete'),
      danger: true,
      disabled: hasBelow(category.id),
      title: hasBelow(category.id) ? t('hasBelow') : '',
      onClick: () => openDialog((close) => <DeleteCategory category={category} close={close} />),
    },
  ];
}

function DeleteCategory({ category, close }: { category: Category; close: () => void }): ReactNode {
  const t = useText('classification.labels');
  const remove = useCallMutation(categories.delete);
  const { id, name } = category;
  return (
    <FormDialog<{ moveToId?: string | null }>
      title={t('deleteCategoryAsk', { name })}
      ok={t('delete')}
      save={async ({ moveToId }) => {
        await remove.mutateAsync({ id, ...(moveToId && { moveToId }) });
        // the documents of a deleted category are not queried again, even while they are shown
        const isOther = ({ queryKey: [, input] }: Query): boolean => (input as { id?: string } | undefined)?.id !== id;
        await Promise.all([
          invalidateRoutes(categories.tree, categories.of),
          queryClient.invalidateQueries({ queryKey: [categories.documents.path], predicate: isOther }),
        ]);
      }}
      close={close}
    >
      <p>{t('deleteCategoryText')}</p>
      <Form.Item name="moveToId" label={t('moveDocumentsTo')}>
        <CategorySelect without={id} none={t('nowhere')} />
      </Form.Item>
    </FormDialog>
  );
}
