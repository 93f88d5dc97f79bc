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

/** What the site's administrators do with an organisation: name, description and last day; off and on. The first one stays on. */
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
    const look = { key: 'look', icon: <BgColorsOutlined />, label: site('brand'), onClick: () => openBranding(organisation) };
    const related = { key: 'related', icon: <LinkOutlined />, label: site('relations'), onClick: () => openRelations(organisation) };
    if (organisation.first) return [edit, look, related];
    return [
      edit,
      { key: 'heads', icon: <UserOutlined />, label: site('administrators'), onClick: () => openAdministrators(organisation) },
      look,
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

/** Organisations in pages, with a menu on each. */
export function OrganisationsTable(props: OrganisationsTableProps): ReactNode {
  const t = useText('identity.users');
  const columns = useColumns();
  const deeds = useOrganisationActions();
  return (
    <PagedTable
      {...props}
      columns={columns}
      empty={{ title: t('nothingFound') }}
      menuOf={deeds}
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

/** What the organisation holds: of a limit, where there is one. */
function Stored({ organisation: { bytes, quota } }: { organisation: Organisation }): ReactNode {
  const site = useText('identity.organisations');
  return quota ? <QuotaMeter quota={quota} label={site('spaceQuota')} unlabelled /> : <FileSize bytes={bytes} />;
}

function useColumns(): TableColumnsType<Organisation> {
  const t = useText('identity.users');
  return [
    { key: 'name', title: t('name'), render: (_, one) => <OrganisationName organisation={one} /> },
    { key: 'people', title: t('people'), align: 'end', width: 90, render: (_, one) => one.people },
    { key: 'guests', title: t('guests'), align: 'end', width: 90, render: (_, one) => one.guests },
    { key: 'documents', title: t('documents'), align: 'end', width: 110, render: (_, one) => one.documents },
    { key: 'bytes', title: t('spaceUsed'), align: 'end', width: 170, render: (_, one) => <Stored organisation={one} /> },
    { key: 'expires', title: t('expires'), width: 130, render: (_, one) => (one.expires ? formatExactTime(one.expires) : t('neverEnds')) },
  ];
}

/** The organisations of the site: who is in them, how much they hold, until when they are open. */
export function OrganisationsPage(): ReactNode {
  const t = useText('identity.users');
  const asked = usePagedSearch();
  const found = useCall(people.organisations, asked.input, { keep: true });
  return (
    <div className={styles.page}>
      <SearchBar label={t('findOrganisations')} search={asked}>
        <Button type="primary" icon={<PlusOutlined />} onClick={openCreateOrganisation}>
          {t('newOrganisation')}
        </Button>
      </SearchBar>
      <OrganisationsTable found={found} page={asked.page} setPage={asked.setPage} />
    </div>
  );
}
