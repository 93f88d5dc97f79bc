import { DownloadOutlined, SearchOutlined, UserSwitchOutlined } from '@ant-design/icons';
import type { Item } from '@dossier/contract/library';
import { permissions, type Reacher } from '@dossier/contract/permissions';
import { moduleType } from '@dossier/contract/rights';
import { Button, Input, type TableColumnsType, type TableColumnType, Tag } from 'antd';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { useText } from '../../ground/text.ts';
import { ClearSign } from '../../ground/ui/clear-sign.tsx';
import { useCall } from '../../ground/use-call.ts';
import { mayViewAs, openViewAs } from '../session/open-view-as.ts';
import { levelWords } from './grant-fields.tsx';
import { foundBy, lookOf, type OfficeLook } from './office-look.ts';
import { pageSize, ReasonTable } from './reason-table.tsx';
import styles from './rights.module.css';
import { useReachersFile } from './use-reachers-file.ts';

type ReachedItem = Pick<Item, 'id' | 'name' | 'moduleType'>;

/** Everybody who may do anything with an item, found by name, each with the reasons. */
export function Reachers({ item, look }: { item: ReachedItem; look?: OfficeLook }): ReactNode {
  const t = useText('permissions');
  const [text, setText] = useState('');
  const [pageNo, setPageNo] = useState(1);
  const keyword = useDeferredValue(text.trim());
  const input = { objId: item.id, pageNo, pageSize, ...(keyword && { keyword }), ...lookOf(look) };
  const found = useCall(permissions.reachedBy, input, { keep: true });
  const file = useReachersFile(item, look);
  const columns = useColumns();
  const deeds = item.moduleType === moduleType.my ? [] : [looking(item)];
  const total = found.data?.totalNumber ?? 0;
  return (
    <div className={styles.who}>
      <div className={styles.form}>
        <Input
          className={styles.grantee ?? ''}
          allowClear={{ clearIcon: <ClearSign /> }}
          prefix={<SearchOutlined />}
          maxLength={100}
          placeholder={t('findReacher')}
          aria-label={t('findReacher')}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setPageNo(1);
          }}
        />
        <Button icon={<DownloadOutlined />} loading={file.busy} disabled={total === 0} onClick={file.save}>
          {t('exportCsv')}
        </Button>
      </div>
      {found.data !== undefined && (
        <p className={styles.quiet} role="status">
          {t('nReach', { n: total })}
        </p>
      )}
      <ReasonTable
        found={foundBy(found, look)}
        rowKey="userId"
        columns={columns}
        deeds={deeds}
        empty={t('nobodyFound')}
        pageNo={pageNo}
        setPageNo={setPageNo}
      />
    </div>
  );
}

/** The column that leads to the item as each person sees it. */
const looking = (item: ReachedItem): TableColumnType<Reacher> => ({
  key: 'look',
  align: 'end',
  render: (_, one) => one.enabled && <ViewAs one={one} item={item} />,
});

function useColumns(): TableColumnsType<Reacher> {
  const t = useText('permissions');
  const people = useText('people');
  return [
    {
      key: 'name',
      title: people('fullName'),
      render: (_, one) => (
        <span className={styles.reacher}>
          <span>{one.fullName}</span>
          {one.loginName !== undefined && <small>{one.loginName}</small>}
          {one.owner && <Tag>{t('owner')}</Tag>}
          {one.guest && <Tag>{t('guest')}</Tag>}
          {!one.enabled && <Tag>{people('disabled')}</Tag>}
        </span>
      ),
    },
    { key: 'level', title: t('level'), render: (_, one) => <Level one={one} /> },
  ];
}

/** Shows the place of the item as somebody sees it, in a tab of its own. */
function ViewAs({ one, item }: { one: Reacher; item: ReachedItem }): ReactNode {
  const t = useText('session');
  if (!mayViewAs(one.userId)) return null;
  return (
    <Button
      type="text"
      size="small"
      icon={<UserSwitchOutlined />}
      title={t('viewAsThem')}
      aria-label={`${t('viewAsThem')}: ${one.fullName}`}
      onClick={(event) => {
        event.stopPropagation();
        openViewAs(one.userId, `/knowledge/index?objId=${item.id}`);
      }}
    />
  );
}

function Level({ one }: { one: Reacher }): ReactNode {
  const t = useText('permissions');
  const most = one.handOn;
  return [levelWords(t, one.level), ...(most === undefined ? [] : [t('handsOnLevel', { level: levelWords(t, most) })])].join(' · ');
}
