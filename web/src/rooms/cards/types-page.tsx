import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons';
import { cards, type DocumentType } from '@dossier/contract/cards';
import { Button, type TableColumnsType } from 'antd';
import type { ReactNode } from 'react';
import { useMedia } from '../../ground/hooks/use-media.ts';
import { useText } from '../../ground/text.ts';
import { confirm } from '../../ground/ui/confirm.tsx';
import { Time } from '../../ground/ui/time.tsx';
import { useCall, useSend } from '../../ground/use-call.ts';
import { NamedList } from '../people/named-list.tsx';
import type { MenuOf } from '../people/paged-table.tsx';
import people from '../people/people.module.css';
import { useAsked } from '../people/use-asked.ts';
import { openType } from './type-form.tsx';

/** The document types of the organisation. */
export function TypesPage(): ReactNode {
  const t = useText('cards');
  const asked = useAsked();
  const found = useCall(cards.types, asked.input, { keep: true });
  return (
    <NamedList
      label={t('findTypes')}
      asked={asked}
      found={found}
      columns={useColumns()}
      empty={{ title: t('noTypes'), hint: t('noTypesHint') }}
      menuOf={useDeeds()}
    >
      <Button type="primary" icon={<PlusOutlined />} onClick={() => openType()}>
        {t('newType')}
      </Button>
    </NamedList>
  );
}

function useDeeds(): MenuOf<DocumentType> {
  const t = useText('cards');
  const remove = useSend(cards.deleteType, { refresh: [cards.types, cards.list, cards.typeChoices, cards.show, cards.folderType] });
  const ask = async ({ id, name, uses }: DocumentType): Promise<void> => {
    const question = { title: t('deleteAsk', { name }), text: t('deleteTypeText', { n: uses }), ok: t('delete'), danger: true };
    if (await confirm(question)) await remove.mutateAsync({ id });
  };
  return (row) => [
    { key: 'edit', icon: <EditOutlined />, label: t('edit'), onClick: () => openType(row) },
    { key: 'delete', icon: <DeleteOutlined />, label: t('delete'), danger: true, onClick: () => void ask(row).catch(() => undefined) },
  ];
}

function useColumns(): TableColumnsType<DocumentType> {
  const t = useText('cards');
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
              {row.card?.name ?? t('noCard')} · {t('nDocuments', { n: row.uses })}
            </span>
          )}
        </span>
      ),
    },
    { key: 'card', title: t('card'), render: (_, row) => row.card?.name ?? <span className={people.made}>{t('noCard')}</span> },
    {
      key: 'description',
      title: t('description'),
      render: (_, row) => (
        <span className={people.clipped} title={row.description}>
          {row.description}
        </span>
      ),
    },
    { key: 'uses', title: t('documents'), align: 'end', width: 120, render: (_, row) => row.uses },
    { key: 'changed', title: t('changed'), width: 160, render: (_, row) => <Time iso={row.updateTime} /> },
  ];
}
