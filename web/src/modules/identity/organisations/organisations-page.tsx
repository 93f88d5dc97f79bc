import { BgColorsOutlined, EditOutlined, LinkOutlined, PlusOutlined, PoweroffOutlined, UserOutlined } from '@ant-design/icons';
import type { Organisation } from '@dossier/contract/identity/organisations';
import { people } from '@dossier/contract/identity/users';
import { Button, type MenuProps, type TableColumnsType, Tag } from 'antd';
import type { ReactNode } from 'react';
import { formatExactTime } from '../../../platform/format.ts';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { confirm } from '../../../platform/ui/confirm.tsx';
import { FileSize } from '../../../platform/ui/formatted-values.tsx';
import { useMedia } from '../../../platform/ui/hooks.ts';
import styles from '../../../platform/ui/list-page.module.css';
import { SearchBar } from '../../../platform/ui/list-page.tsx';
import { type PageRequest, type PageResult, PagedTable, usePagedSearch } from '../../../platform/ui/paged-table.tsx';
import { QuotaMeter } from '../quota-meter.tsx';
import { openAdministrators } from './administrators-dialog.tsx';
import { openBranding } from './branding-dialog.tsx';
import { openCreateOrganisation, openEditOrganisation } from './organisation-dialogs.tsx';
import { openRelations } from './relations-dialog.tsx';

/** The actions of site administrators on an organisation: edit, enable and disable. The first one cannot be disabled. */
export function useOrganisationActions(): (organisation: Organisation) => NonNullable<MenuProps['items']> {
  const t = useText('identity.users');
  const site = useText('identity.organisations');
  const update = useCallMutation(people.updateOrganisation, { refresh: [people.organisations] });
  const enable = async ({ id, name }: Organisation, enabled: boolean): Promise<void> => {
    const question = { title: t('disableAsk', { name }), text: t('disableOrganisationText'), ok: t('disable'), danger: true };
    if (!enabled && !(await confirm(question))) return;
    await update.mutateAsync({ id, enabled });
    notice.success(t(enabled ? 'wasEnabled' : 'wasDisabled', { name }));
  };
  return (organisation) => {
    const edit = {
      key: 'edit',
      icon: <EditOutlined />,
      label: t('editOrganisation'),
      onClick: () => openEditOrganisation(organisation),
    };
    const branding = { key: 'look', icon: <BgColorsOutlined />, label: site('brand'), onClick: () => openBranding(organisation) };
    const related = { key: 'related', icon: <LinkOutlined />, label: site('relations'), onClick: () => openRelations(organisation) };
    if (organisation.first) return [edit, branding, related];
    return [
      edit,
      { key: 'heads', icon: <UserOutlined />, label: site('administrators'), onClick: () => openAdministrators(organisation) },
      branding,
      related,
      {
        key: 'enable',
        icon: <PoweroffOutlined />,
        label: t(organisation.enabled ? 'disable' : 'enable'),
        danger: organisation.enabled,
        onClick: () => void enable(organisation, !organisation.enabled).catch(() => undefined),
      },
    ];
  };
}

interface OrganisationsTableProps {
  found: PageResult<Organisation>;
  page: PageRequest;
  setPage: (page: PageRequest) => void;
}

/** Organisations in pages, each with a menu. */
export function OrganisationsTable(props: OrganisationsTableProps): ReactNode {
  const t = useText('identity.users');
  const columns = useColumns();
  const actionsOf = useOrganisationActions();
  return (
    <PagedTable
      {...props}
      columns={columns}
      empty={{ title: t('nothingFound') }}
      menuOf={actionsOf}
      menuName={({ name }) => t('actionsOf', { name })}
    />
  );
}

function OrganisationName({ organisation }: { organisation: Organisation }): ReactNode {
  const t = useText('identity.users');
  const phone = useMedia('phone');
  return (
    <span
      className={styles.person}
      data-off={!organisation.enabled || organisation.expired || undefined}
      title={organisation.description || undefined}
    >
      <span>{organisation.name}</span>
      {organisation.first && <Tag>{t('firstOrganisation')}</Tag>}
      {!organisation.enabled && <Tag>{t('disabled')}</Tag>}
      {organisation.expired && <Tag color="warning">{t('expired')}</Tag>}
      {phone && (
        <span className={styles.more}>
          {t('people')} {organisation.people} · {t('documents')} {organisation.documents} · <FileSize bytes={organisation.bytes} />
        </span>
      )}
    </span>
  );
}

/** The stored bytes, with the quota where there is one. */
function Stored({ organisation: { bytes, quota } }: { organisation: Organisation }): ReactNode {
  const site = useText('identity.organisations');
  return quota ? <QuotaMeter quota={quota} label={site('spaceQuota')} unlabelled /> : <FileSize bytes={bytes} />;
}

function useColumns(): TableColumnsType<Organisation> {
  const t = useText('identity.users');
  return [
    { key: 'name', title: t('name'), render: (_, row) => <OrganisationName organisation={row} /> },
    { key: 'people', title: t('people'), align: 'end', width: 90, render: (_, row) => row.people },
    { key: 'guests', title: t('guests'), align: 'end', width: 90, render: (_, row) => row.guests },
    { key: 'documents', title: t('documents'), align: 'end', width: 110, render: (_, row) => row.documents },
    { key: 'bytes', title: t('spaceUsed'), align: 'end', width: 170, render: (_, row) => <Stored organisation={row} /> },
    { key: 'expires', title: t('expires'), width: 130, render: (_, row) => (row.expires ? formatExactTime(row.expires) : t('neverEnds')) },
  ];
}

/** The organisations of the site: users, stored bytes, last day. */
export function OrganisationsPage(): ReactNode {
  const t = useText('identity.users');
  const pagedSearch = usePagedSearch();
  const found = useCall(people.organisations, pagedSearch.input, { keep: true });
  return (
    <div className={styles.page}>
      <SearchBar label={t('findOrganisations')} search={pagedSearch}>
        <Button type="primary" icon={<PlusOutlined />} onClick={openCreateOrganisation}>
          {t('newOrganisation')}
        </Button>
      </SearchBar>
      <OrganisationsTable found={found} page={pagedSearch.page} setPage={pagedSearch.setPage} />
    </div>
  );
}
