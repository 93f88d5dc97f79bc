import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons';
import { categories, type Category } from '@dossier/contract/categories';
import type { Query } from '@tanstack/react-query';
import { Form, type MenuProps } from 'antd';
import type { ReactNode } from 'react';
import { openDialog } from '../../ground/dialogs.ts';
import { queryClient, refresh } from '../../ground/query.ts';
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
  const remove = useSend(categories.delete);
  const { id, name } = category;
  return (
    <AskDialog<{ moveToId?: string | null }>
      title={t('deleteCategoryAsk', { name })}
      ok={t('delete')}
      save={async ({ moveToId }) => {
        await remove.mutateAsync({ id, ...(moveToId && { moveToId }) });
        // what was in the one that is gone is not asked for again, also where it is looked at
        const isOther = ({ queryKey: [, asked] }: Query): boolean => (asked as { id?: string } | undefined)?.id !== id;
        await Promise.all([
          refresh(categories.tree, categories.of),
          queryClient.invalidateQueries({ queryKey: [categories.documents.path], predicate: isOther }),
        ]);
      }}
      close={close}
    >
      <p>{t('deleteCategoryText')}</p>
      <Form.Item name="moveToId" label={t('moveDocumentsTo')}>
        <CategorySelect without={id} none={t('nowhere')} />
      </Form.Item>
    </AskDialog>
  );
}
