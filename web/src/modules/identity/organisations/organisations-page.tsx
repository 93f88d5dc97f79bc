import { BankOutlined, BgColorsOutlined, LinkOutlined, PoweroffOutlined, UserOutlined } from '@ant-design/icons';
import type { Organisation } from '@dossier/contract/identity/organisations';
import { people } from '@dossier/contract/identity/users';
import { type TableColumnsType, Tag } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { confirm } from '../../../platform/ui/confirm.tsx';
import { CrudPage } from '../../../platform/ui/crud-page.tsx';
import { FileSize, formatExactTime } from '../../../platform/ui/formatted-values.tsx';
import { NameCell } from '../../../platform/ui/list-cells.tsx';
import { type RowMenu, usePagedSearch } from '../../../platform/ui/paged-table.tsx';
import { QuotaMeter } from '../quota-meter.tsx';
import { openAdministrators } from './administrators-dialog.tsx';
import { openBranding } from './branding-dialog.tsx';
import { openCreateOrganisation, openEditOrganisation, openRelations } from './organisation-dialogs.tsx';

function OrganisationName({ organisation }: { organisation: Organisation }): ReactNode {
  const t = useText('identity.users');
  return (
    <NameCell
      off={!organisation.enabled || organisation.expired}
      title={organisation.description || undefined}
      phoneMore={
        <>
          {t('people')} {organisation.people} · {t('documents')} {organisation.documents} · <FileSize bytes={organisation.bytes} />
        </>
      }
    >
      <span>{organisation.name}</span>
      {organisation.first && <Tag>{t('firstOrganisation')}</Tag>}
      {!organisation.enabled && <Tag>{t('disabled')}</Tag>}
      {organisation.expired && <Tag color="warning">{t('expired')}</Tag>}
    </NameCell>
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

/** The actions of site administrators on an organisation. The first one cannot be disabled. */
function useOrganisationActions(): RowMenu<Organisation> {
  const t = useText('identity.users');
  const site = useText('identity.organisations');
  const update = useCallMutation(people.updateOrganisation, { refresh: [people.organisations] });
  const setEnabled = async ({ id, name }: Organisation, enabled: boolean): Promise<void> => {
    const question = { title: t('disableAsk', { name }), text: t('disableOrganisationText'), ok: t('disable'), danger: true };
    if (!enabled && !(await confirm(question))) return;
    await update.mutateAsync({ id, enabled });
    notice.success(t(enabled ? 'wasEnabled' : 'wasDisabled', { name }));
  };
  return (organisation) => {
    const branding = { key: 'branding', icon: <BgColorsOutlined />, label: site('brand'), onClick: () => openBranding(organisation) };
    const related = { key: 'related', icon: <LinkOutlined />, label: site('relations'), onClick: () => openRelations(organisation) };
    if (organisation.first) return [branding, related];
    return [
      { key: 'heads', icon: <UserOutlined />, label: site('administrators'), onClick: () => openAdministrators(organisation) },
      branding,
      related,
      {
        key: 'enable',
        icon: <PoweroffOutlined />,
        label: t(organisation.enabled ? 'disable' : 'enable'),
        danger: organisation.enabled,
        onClick: () => void setEnabled(organisation, !organisation.enabled).catch(() => undefined),
      },
    ];
  };
}

/** The organisations of the site: users, stored bytes, last day. */
export function OrganisationsPage(): ReactNode {
  const t = useText('identity.users');
  const search = usePagedSearch();
  const found = useCall(people.organisations, search.input, { keep: true });
  return (
    <CrudPage<Organisation>
      label={t('findOrganisations')}
      search={search}
      found={found}
      columns={useColumns()}
      empty={{ icon: <BankOutlined />, title: t('nothingFound') }}
      create={t('newOrganisation')}
      edit={t('editOrganisation')}
      form={(organisation) => (organisation ? openEditOrganisation(organisation) : openCreateOrganisation())}
      actions={useOrganisationActions()}
      menuName={({ name }) => t('actionsOf', { name })}
    />
  );
}
