import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons';
import { cards, type IndexCard } from '@dossier/contract/cards';
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
import { openCard } from './card-form.tsx';

/** The index cards of the organisation. */
export function CardsPage(): ReactNode {
  const t = useText('cards');
  const asked = useAsked();
  const found = useCall(cards.list, asked.input, { keep: true });
  return (
    <NamedList
      label={t('findCards')}
      asked={asked}
      found={found}
      columns={useColumns()}
      empty={{ title: t('noCards'), hint: t('noCardsHint') }}
      menuOf={useDeeds()}
    >
      <Button type="primary" icon={<PlusOutlined />} onClick={() => openCard()}>
        {t('newCard')}
      </Button>
    </NamedList>
  );
}

function useDeeds(): MenuOf<IndexCard> {
  const t = useText('cards');
  const remove = useSend(cards.delete, { refresh: [cards.list, cards.attributes] });
  const ask = async ({ id, name }: IndexCard): Promise<void> => {
    const question = { title: t('deleteAsk', { name }), text: t('deleteCardText'), ok: t('delete'), danger: true };
    if (await confirm(question)) await remove.mutateAsync({ id });
  };
  return (row) => [
    { key: 'edit', icon: <EditOutlined />, label: t('edit'), onClick: () => openCard(row) },
    {
      key: 'delete',
      icon: <DeleteOutlined />,
      label: t('delete'),
      danger: true,
      disabled: row.uses > 0,
      title: row.uses > 0 ? t('ofTypes') : '',
      onClick: () => void ask(row).catch(() => undefined),
    },
  ];
}

const fieldsOf = (card: IndexCard): string => card.fields.map((field) => (field.required ? `${field.name} *` : field.name)).join(', ');

function useColumns(): TableColumnsType<IndexCard> {
  const t = useText('cards');
  const phone = useMedia('phone');
  return [
    {
      key: 'name',
      title: t('name'),
      render: (_, row) => (
        <span className={people.person}>
          <span>{row.name}</span>
          {phone && <span className={people.more}>{fieldsOf(row)}</span>}
        </span>
      ),
    },
    {
      key: 'fields',
      title: t('fields'),
      render: (_, row) => (
        <span className={people.clipped} title={fieldsOf(row)}>
          {fieldsOf(row)}
        </span>
      ),
    },
    {
      key: 'description',
      title: t('description'),
      render: (_, row) => (
        <span className={people.clipped} title={row.description}>
          {row.description}
        </span>
      ),
    },
    { key: 'uses', title: t('types'), align: 'end', width: 120, render: (_, row) => row.uses },
    { key: 'changed', title: t('changed'), width: 160, render: (_, row) => <Time iso={row.updateTime} /> },
  ];
}
