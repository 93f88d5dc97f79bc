import { DownloadOutlined, SearchOutlined, UserSwitchOutlined } from '@ant-design/icons';
import { type UserWithAccess, permissions } from '@dossier/contract/access/permissions';
import { moduleType } from '@dossier/contract/core/rights';
import type { Item } from '@dossier/contract/documents/library';
import { Button, Input, type TableColumnType, type TableColumnsType, Tag } from 'antd';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { call } from '../../../platform/call.ts';
import { formatExactTime } from '../../../platform/ui/formatted-values.tsx';
import { useText } from '../../../platform/i18n.ts';
import { useCall } from '../../../platform/query.ts';
import { saveCsv } from '../../../platform/save-csv.ts';
import { ClearIcon } from '../../../platform/ui/clear-icon.tsx';
import { Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { mayViewAs, openViewAs } from '../../identity/view-as.ts';
import { levelWords } from '../grant-fields.tsx';
import styles from '../access.module.css';
import { type AccessAudit, auditInput, renewingAudit } from './access-audit.ts';
import { ReasonTable, pageSize, useReasonWords } from './grant-sources.tsx';

const exportPageSize = 1000;

async function allUsers(objId: string, look: AccessAudit | undefined): Promise<UserWithAccess[]> {
  const all: UserWithAccess[] = [];
  for (let pageNo = 1; ; pageNo++) {
    const page = await call(permissions.reachedBy, { objId, pageNo, pageSize: exportPageSize, ...auditInput(look) });
    all.push(...page.list);
    if (page.list.length < exportPageSize) return all;
  }
}

/** Exports every user with access to an item, with the reasons, as a table. */
function useUsersWithAccessExport(item: Pick<Item, 'id' | 'name'>, look?: AccessAudit): { busy: boolean; save: () => void } {
  const t = useText('access');
  const people = useText('identity.users');
  const reasons = useReasonWords();
  const [busy, setBusy] = useState(false);
  const rowOf = (one: UserWithAccess): string[] => [
    one.fullName,
    one.loginName ?? '',
    levelWords(t, one.level),
    one.until === undefined ? t('permanent') : formatExactTime(one.until),
    [...(one.owner ? [t('owner')] : []), ...(one.guest ? [t('guest')] : []), ...(one.enabled ? [] : [people('disabled')])].join(t('and')),
    reasons(one.sources),
  ];
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const head = [people('fullName'), people('loginName'), t('level'), t('deadline'), t('marks'), t('reasons')];
      saveCsv(t('reachersOf', { name: item.name }), [head, ...(await allUsers(item.id, look)).map(rowOf)]);
    } catch {
      // the refusal has been shown by `call`
    } finally {
      setBusy(false);
    }
  };
  return { busy, save: () => void save() };
}

type ItemReference = Pick<Item, 'id' | 'name' | 'moduleType'>;

/** Every user with access to an item, searchable by name, each with the reasons. */
export function UsersWithAccess({ item, look }: { item: ItemReference; look?: AccessAudit }): ReactNode {
  const t = useText('access');
  const [text, setText] = useState('');
  const [pageNo, setPageNo] = useState(1);
  const keyword = useDeferredValue(text.trim());
  const input = { objId: item.id, pageNo, pageSize, ...(keyword && { keyword }), ...auditInput(look) };
  const found = useCall(permissions.reachedBy, input, { keep: true });
  const file = useUsersWithAccessExport(item, look);
  const columns = useColumns();
  const deeds = item.moduleType === moduleType.my ? [] : [auditedItem(item)];
  const total = found.data?.totalNumber ?? 0;
  return (
    <Stack gap={3} className={styles.pane}>
      <Row gap={2} wrap>
        <Input
          className={styles.grantee ?? ''}
          allowClear={{ clearIcon: <ClearIcon /> }}
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
      </Row>
      {found.data !== undefined && (
        <Text as="p" size="s" tone="muted" role="status">
          {t('nReach', { count: total })}
        </Text>
      )}
      <ReasonTable
        found={renewingAudit(found, look)}
        rowKey="userId"
        columns={columns}
        deeds={deeds}
        empty={t('nobodyFound')}
        pageNo={pageNo}
        setPageNo={setPageNo}
      />
    </Stack>
  );
}

/** The column with a link to the item as each user sees it. */
const auditedItem = (item: ItemReference): TableColumnType<UserWithAccess> => ({
  key: 'look',
  align: 'end',
  render: (_, one) => one.enabled && <ViewAs one={one} item={item} />,
});

function useColumns(): TableColumnsType<UserWithAccess> {
  const t = useText('access');
  const people = useText('identity.users');
  return [
    {
      key: 'name',
      title: people('fullName'),
      render: (_, one) => (
        <Row as="span" gap={2} wrap>
          <span>{one.fullName}</span>
          {one.loginName !== undefined && (
            <Text size="xs" tone="muted">
              {one.loginName}
            </Text>
          )}
          {one.owner && <Tag>{t('owner')}</Tag>}
          {one.guest && <Tag>{t('guest')}</Tag>}
          {!one.enabled && <Tag>{people('disabled')}</Tag>}
        </Row>
      ),
    },
    { key: 'level', title: t('level'), render: (_, one) => <Level one={one} /> },
  ];
}

/** Shows the item's folder as another user sees it, in a new tab. */
function ViewAs({ one, item }: { one: UserWithAccess; item: ItemReference }): ReactNode {
  const t = useText('identity.sign-in');
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

function Level({ one }: { one: UserWithAccess }): ReactNode {
  const t = useText('access');
  const most = one.handOn;
  return [levelWords(t, one.level), ...(most === undefined ? [] : [t('handsOnLevel', { level: levelWords(t, most) })])].join(' · ');
}
