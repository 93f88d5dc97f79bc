import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons';
import { screening, type WordGroup, wordPlace } from '@dossier/contract/screening';
import { Button, type MenuProps, type TableColumnsType, Tag } from 'antd';
import { type ReactNode, useState } from 'react';
import { numberText } from '../../ground/amounts.ts';
import { useMedia } from '../../ground/hooks/use-media.ts';
import { useMay } from '../../ground/office.ts';
import { useLang, useText } from '../../ground/text.ts';
import { confirm } from '../../ground/ui/confirm.tsx';
import { GoLink } from '../../ground/ui/go-link.tsx';
import { Time } from '../../ground/ui/time.tsx';
import { useCall, useSend } from '../../ground/use-call.ts';
import { PagedTable } from '../people/paged-table.tsx';
import people from '../people/people.module.css';
import { LevelTag } from './level-tag.tsx';
import { openGroup } from './open-group.tsx';
import { findsPath } from './paths.ts';
import styles from './screening.module.css';

/** The groups of sensitive words of the organisation. */
export function GroupsPage(): ReactNode {
  const t = useText('screening');
  const may = useMay();
  const [page, setPage] = useState({ pageNo: 1, pageSize: 30 });
  const found = useCall(screening.groups, page, { keep: true });
  const columns = useColumns();
  const menu = useMenu();
  return (
    <div className={people.page}>
      <div className={people.bar}>
        <p className={styles.lead}>
          {t('groupsLead')} {may('words.judge') && <GoLink to={findsPath}>{t('toFinds')}</GoLink>}
        </p>
        <Button type="primary" icon={<PlusOutlined />} onClick={() => void openGroup()}>
          {t('newGroup')}
        </Button>
      </div>
      <PagedTable<WordGroup, typeof page>
        found={found}
        page={page}
        setPage={setPage}
        columns={columns}
        empty={{ title: t('noGroups'), hint: t('noGroupsHint') }}
        menuOf={menu}
        menuName={({ name }) => t('actionsOf', { name })}
      />
    </div>
  );
}

function useMenu(): (group: WordGroup) => NonNullable<MenuProps['items']> {
  const t = useText('screening');
  const remove = useSend(screening.deleteGroup, { refresh: [screening.groups, screening.finds] });
  const ask = async ({ id, name }: WordGroup): Promise<void> => {
    if (await confirm({ title: t('deleteAsk', { name }), text: t('deleteText'), ok: t('deleteGroup'), danger: true }))
      await remove.mutateAsync({ id });
  };
  return (group) => [
    { key: 'edit', icon: <EditOutlined />, label: t('edit'), onClick: () => void openGroup(group.id).catch(() => undefined) },
    {
      key: 'delete',
      icon: <DeleteOutlined />,
      label: t('deleteGroup'),
      danger: true,
      onClick: () => void ask(group).catch(() => undefined),
    },
  ];
}

function useColumns(): TableColumnsType<WordGroup> {
  const t = useText('screening');
  const language = useLang();
  const phone = useMedia('phone');
  const placesOf = ({ places }: WordGroup): string =>
    Object.values(wordPlace)
      .filter((bit) => (places & bit) !== 0)
      .map((bit) => t(`place_${bit}`))
      .join(', ');
  return [
    {
      key: 'name',
      title: t('name'),
      render: (_, group) => (
        <div className={styles.card}>
          <span>
            <button type="button" className={styles.link} onClick={() => void openGroup(group.id).catch(() => undefined)}>
              {group.name}
            </button>{' '}
            {!group.enabled && <Tag>{t('off')}</Tag>}
          </span>
          {phone && (
            <small>
              <LevelTag level={group.level} /> {t(`action_${group.action}`)} · {t('wordCount', { n: group.wordCount })}
            </small>
          )}
        </div>
      ),
    },
    { key: 'level', title: t('level'), render: (_, { level }) => <LevelTag level={level} /> },
    { key: 'action', title: t('action'), render: (_, { action }) => t(`action_${action}`) },
    { key: 'places', title: t('places'), render: (_, group) => placesOf(group) },
    { key: 'count', title: t('words'), align: 'end', render: (_, { wordCount }) => numberText(wordCount, language) },
    { key: 'time', title: t('changed'), align: 'end', render: (_, { updateTime }) => <Time iso={updateTime} /> },
  ];
}
