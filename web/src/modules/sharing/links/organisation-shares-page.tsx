import { StopOutlined } from '@ant-design/icons';
import type { OutputOf } from '@dossier/contract/core/route';
import type { Principal } from '@dossier/contract/identity/users';
import { shares } from '@dossier/contract/sharing/shares';
import { Button, Checkbox, type TableColumnsType, Tag } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { joinedNames, useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { confirm } from '../../../platform/ui/confirm.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { Heading, Row, Stack } from '../../../platform/ui/layout.tsx';
import { Page } from '../../../platform/ui/page-layout.tsx';
import { NameCell } from '../../../platform/ui/list-cells.tsx';
import { PagedTable, type RowMenu, usePagedSearch } from '../../../platform/ui/paged-table.tsx';
import { SearchBar } from '../../../platform/ui/list-bars.tsx';
import { NumberInput } from '../../../platform/ui/number-input.tsx';
import { PrincipalSelect } from '../../access/principal-select.tsx';
import { EndTime } from './end-time.tsx';
import { CommentMark, EditMark, StateTag, usedOf } from './my-shares-page.tsx';
import styles from './shares.module.css';

type Rules = OutputOf<typeof shares.organisationRules>;

/** The organisation's rules for sharing; the site may be stricter. */
export function OrganisationRules(): ReactNode {
  const { data, error, refetch } = useCall(shares.organisationRules, {});
  if (error !== null && data === undefined) return <ErrorBox small error={error} retry={() => void refetch()} />;
  return data === undefined ? null : <RulesForm key={JSON.stringify(data)} kept={data} />;
}

function RulesForm({ kept }: { kept: Rules }): ReactNode {
  const t = useText('sharing.links');
  const [rules, setRules] = useState(kept);
  const save = useCallMutation(shares.saveRules, { refresh: [shares.organisationRules, shares.rules] });
  const change = (changes: Partial<Rules>): void => setRules((before) => ({ ...before, ...changes }));
  const days = useId();
  const send = async (): Promise<void> => {
    const { external, forcePassword, longestDays, groups } = rules;
    await save.mutateAsync({ external, forcePassword, longestDays, groupIds: groups.map((group) => group.id) });
    notice.success(t('saved'));
  };
  return (
    <Stack as="section" gap={3} align="start" className={styles.rules}>
      <Heading level={2} size="xl">
        {t('rulesTitle')}
      </Heading>
      <Checkbox checked={rules.external} onChange={(event) => change({ external: event.target.checked })}>
        {t('ruleExternal')}
      </Checkbox>
      <Checkbox checked={rules.forcePassword} onChange={(event) => change({ forcePassword: event.target.checked })}>
        {t('rulePassword')}
      </Checkbox>
      <Row as="span" gap={2} wrap>
        <label htmlFor={days}>{t('ruleDays')}</label>
        <NumberInput
          id={days}
          min={1}
          max={3650}
          precision={0}
          placeholder={t('noLimit')}
          value={rules.longestDays || null}
          onChange={(longestDays) => change({ longestDays: longestDays ?? 0 })}
        />
      </Row>
      <Groups groups={rules.groups} change={(groups) => change({ groups })} />
      <Button type="primary" loading={save.isPending} disabled={rules === kept} onClick={() => void send().catch(() => undefined)}>
        {t('save')}
      </Button>
    </Stack>
  );
}

function Groups({ groups, change }: { groups: Rules['groups']; change: (groups: Rules['groups']) => void }): ReactNode {
  const t = useText('sharing.links');
  const [chosen, setChosen] = useState(0);
  const add = (grantee: Principal | undefined): void => {
    if (grantee === undefined) return;
    setChosen(chosen + 1);
    change([...groups.filter((group) => group.id !== grantee.id), { id: grantee.id, name: grantee.name }]);
  };
  return (
    <>
      <Row as="span" gap={2} wrap>
        <span>{groups.length === 0 ? t('ruleEverybody') : t('ruleGroups')}</span>
        <PrincipalSelect key={chosen} type="group" value={undefined} onChange={add} label={t('addGroup')} none={t('noGroups')} />
      </Row>
      {groups.length > 0 && (
        <Row gap={2} wrap>
          {groups.map((group) => (
            <Tag key={group.id} closable onClose={() => change(groups.filter((other) => other !== group))}>
              {group.name || t('goneGroup')}
            </Tag>
          ))}
        </Row>
      )}
    </>
  );
}

type OrganisationShare = OutputOf<typeof shares.all>['list'][number];

/** The organisation's rules for sharing, and all its shares. */
export function OrganisationSharesPage(): ReactNode {
  const t = useText('sharing.links');
  const pagedSearch = usePagedSearch();
  const found = useCall(shares.all, pagedSearch.input, { keep: true });
  const columns = useColumns();
  const menuOf = useMenu();
  return (
    <Page>
      <OrganisationRules />
      <SearchBar label={t('findShares')} title={t('allShares')} search={pagedSearch} />
      <PagedTable<OrganisationShare, typeof pagedSearch.page>
        found={found}
        page={pagedSearch.page}
        setPage={pagedSearch.setPage}
        empty={{ title: t(pagedSearch.keyword === '' ? 'noneShared' : 'nothingFound') }}
        menuOf={menuOf}
        menuName={({ name }) => t('actionsOf', { name })}
        columns={columns}
      />
    </Page>
  );
}

function useMenu(): RowMenu<OrganisationShare> {
  const t = useText('sharing.links');
  const close = useCallMutation(shares.closeOther, { refresh: [shares.all] });
  const closeShare = async ({ id, name, giverName }: OrganisationShare): Promise<void> => {
    const sure = await confirm({
      title: t('closeAsk', { name }),
      text: t('closeOtherText', { name: giverName }),
      ok: t('close'),
      danger: true,
    });
    if (!sure) return;
    await close.mutateAsync({ id });
    notice.success(t('wasClosed', { name }));
  };
  return (group) => [
    {
      key: 'close',
      icon: <StopOutlined />,
      label: t('close'),
      danger: true,
      disabled: group.status === 'closed',
      onClick: () => void closeShare(group).catch(() => undefined),
    },
  ];
}

function useColumns(): TableColumnsType<OrganisationShare> {
  const t = useText('sharing.links');
  return [
    {
      key: 'name',
      title: t('name'),
      render: (_, group) => (
        <NameCell
          off={group.status !== 'enabled'}
          more={joinedNames(group.itemNames.filter((name) => name !== group.name))}
          phoneMore={group.giverName}
        >
          <span>{group.name}</span>
          {group.allowEdit && <EditMark />}
          {group.allowComment && <CommentMark />}
        </NameCell>
      ),
    },
    { key: 'giver', title: t('giver'), width: 160, render: (_, group) => group.giverName },
    { key: 'state', title: t('status'), width: 110, render: (_, group) => <StateTag status={group.status} /> },
    { key: 'opens', title: t('opens'), align: 'end', width: 90, render: (_, group) => group.opens },
    {
      key: 'downloads',
      title: t('downloads'),
      align: 'end',
      width: 110,
      render: (_, group) => (group.allowDownload ? usedOf(group.downloads, group.downloadLimit) : '–'),
    },
    { key: 'since', title: t('since'), width: 140, render: (_, group) => <RelativeTime iso={group.createTime} /> },
    { key: 'ends', title: t('validUntil'), width: 140, render: (_, group) => <EndTime iso={group.deadline} /> },
  ];
}
