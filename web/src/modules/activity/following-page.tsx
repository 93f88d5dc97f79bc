import { BellOutlined } from '@ant-design/icons';
import { type FollowedItem, following } from '@dossier/contract/activity/following';
import type { TableColumnsType } from 'antd';
import { type ReactNode, use, useState } from 'react';
import { useText } from '../../platform/i18n.ts';
import { ItemExtensionsContext } from '../../platform/item-actions.ts';
import { useNavigate } from '../../platform/navigation.ts';
import { useCall } from '../../platform/query.ts';
import { chosenPageSize } from '../../platform/ui/data-table/list-preferences.ts';
import { FileIcon } from '../../platform/ui/file-icon.tsx';
import { RelativeTime } from '../../platform/ui/formatted-values.tsx';
import { PlainButton, Row, Text } from '../../platform/ui/layout.tsx';
import { Page, Toolbar } from '../../platform/ui/page-layout.tsx';
import { type PageRequest, PagedTable, type RowMenu } from '../../platform/ui/paged-table.tsx';
import { AppLink } from '../../platform/ui/links.tsx';
import { emailChoicesPath } from '../notifications/paths.ts';
import { setFollowed } from './follow.ts';

function NameCell({ item }: { item: FollowedItem }): ReactNode {
  const go = useNavigate();
  const { open } = use(ItemExtensionsContext);
  return (
    <Row gap={2}>
      <FileIcon objType={item.objType} {...(item.ext !== undefined && { ext: item.ext })} />
      <PlainButton link onClick={() => void Promise.resolve(open(item, { place: 'home', go })).catch(() => undefined)}>
        <Text truncate>{item.name}</Text>
      </PlainButton>
    </Row>
  );
}

/** The items that the user follows, to open them and to follow them no longer. */
export function FollowingPage(): ReactNode {
  const t = useText('activity');
  const go = useNavigate();
  const [page, setPage] = useState<PageRequest>({ pageNo: 1, pageSize: chosenPageSize() });
  const found = useCall(following.list, page, { keep: true });
  const stop = (item: FollowedItem): void => void setFollowed([item], false).catch(() => undefined);
  const columns: TableColumnsType<FollowedItem> = [
    { key: 'name', title: t('followedItem'), render: (_, item) => <NameCell item={item} /> },
    { key: 'since', title: t('followedSince'), width: 160, render: (_, item) => <RelativeTime iso={item.followTime} /> },
  ];
  const menuOf: RowMenu<FollowedItem> = (item) => [
    { key: 'show', label: t('showInFolder'), onClick: () => go(`/knowledge/index?objId=${item.id}`) },
    { key: 'stop', icon: <BellOutlined />, label: t('unfollow'), onClick: () => stop(item) },
  ];
  return (
    <Page gap={3}>
      <Toolbar>
        <Text as="p" tone="muted" grow>
          {t('followingAbout')}
        </Text>
        <AppLink to={emailChoicesPath}>{t('emailSettings')}</AppLink>
      </Toolbar>
      <PagedTable
        found={found}
        page={page}
        setPage={setPage}
        columns={columns}
        empty={{ title: t('nothingFollowed'), hint: t('nothingFollowedHint') }}
        menuOf={menuOf}
        menuName={(item) => t('actionsOf', { name: item.name })}
      />
    </Page>
  );
}
