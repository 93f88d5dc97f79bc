import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons';
import { type BaseAttribute, cards } from '@dossier/contract/cards';
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
import { openAttribute } from './attribute-form.tsx';

/** The attributes that cards are made of. */
export function AttributesPage(): ReactNode {
  const t = useText('cards');
  const asked = useAsked();
  const found = useCall(cards.attributes, asked.input, { keep: true });
  return (
    <NamedList
      label={t('findAttributes')}
      asked={asked}
      found={found}
      columns={useColumns()}
      empty={{ title: t('noAttributes'), hint: t('noAttributesHint') }}
      menuOf={useDeeds()}
    >
      <Button type="primary" icon={<PlusOutlined />} onClick={() => openAttribute()}>
        {t('newAttribute')}
      </Button>
    </NamedList>
  );
}

function useDeeds(): MenuOf<BaseAttribute> {
  const t = useText('cards');
  const remove = useSend(cards.deleteAttribute, { refresh: [cards.attributes] });
  const ask = async ({ id, name }: BaseAttribute): Promise<void> => {
    const question = { title: t('deleteAsk', { name }), text: t('deleteAttributeText'), ok: t('delete'), danger: true };
    if (await confirm(question)) await remove.mutateAsync({ id });
  };
  return (row) => [
    { key: 'edit', icon: <EditOutlined />, label: t('edit'), onClick: () => openAttribute(row) },
    {
      key: 'delete',
      icon: <DeleteOutlined />,
      label: t('delete'),
      danger: true,
      disabled: row.uses > 0,
      title: row.uses > 0 ? t('onCards') : '',
      onClick: () => void ask(row).catch(() => undefined),
    },
  ];
}

function useColumns(): TableColumnsType<BaseAttribute> {
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
              {t(`kind_${row.kind}`)} · {t('onNCards', { n: row.uses })}
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
    { key: 'changed', title: t('changed'), width: 160, render: (_, row) => <Time iso={row.updateTime} /> },
  ];
}
