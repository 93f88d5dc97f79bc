import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons';
import { categories, type Category } from '@dossier/contract/categories';
import { Form, type MenuProps } from 'antd';
import type { ReactNode } from 'react';
import { openDialog } from '../../ground/dialogs.ts';
import { useText } from '../../ground/text.ts';
import { useSend } from '../../ground/use-call.ts';
import { AskDialog } from '../people/ask-dialog.tsx';
import { CategorySelect, openCategory, openNewCategory } from './category-form.tsx';
import type { Branch } from './category-tree.ts';

/** What can be done with a category. */
export function useCategoryMenu(list: readonly Category[]): (branch: Branch) => NonNullable<MenuProps['items']> {
  const t = useText('labels');
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
  const t = useText('labels');
  const remove = useSend(categories.delete, { refresh: [categories.tree, categories.documents] });
  const { id, name } = category;
  return (
    <AskDialog<{ moveToId?: string | null }>
      title={t('deleteCategoryAsk', { name })}
      ok={t('delete')}
      save={({ moveToId }) => remove.mutateAsync({ id, ...(moveToId && { moveToId }) })}
      close={close}
    >
      <p>{t('deleteCategoryText')}</p>
      <Form.Item name="moveToId" label={t('moveDocumentsTo')}>
        <CategorySelect without={id} none={t('nowhere')} />
      </Form.Item>
    </AskDialog>
  );
}
