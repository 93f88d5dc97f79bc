import type { Organisation } from '@dossier/contract/organisations';
import { type TableColumnsType, Tag } from 'antd';
import type { ReactNode } from 'react';
import { exactTime } from '../../ground/amounts.ts';
import { useMedia } from '../../ground/hooks/use-media.ts';
import { useText } from '../../ground/text.ts';
import { Size } from '../../ground/ui/size.tsx';
import { Meter } from '../limits/meter.tsx';
import { type Found, type PageOf, PagedTable } from './paged-table.tsx';
import styles from './people.module.css';
import { useOrganisationDeeds } from './use-organisation-deeds.tsx';

interface OrganisationsTableProps {
  found: Found<Organisation>;
  page: PageOf;
  setPage: (page: PageOf) => void;
}

/** Organisations in pages, with a menu on each. */
export function OrganisationsTable(props: OrganisationsTableProps): ReactNode {
  const t = useText('people');
  const columns = useColumns();
  const deeds = useOrganisationDeeds();
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
  const t = useText('people');
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
          {t('people')} {organisation.people} · {t('documents')} {organisation.documents} · <Size bytes={organisation.bytes} />
        </span>
      )}
    </span>
  );
}

/** What the organisation holds: of a limit, where there is one. */
function Stored({ organisation: { bytes, quota } }: { organisation: Organisation }): ReactNode {
  const site = useText('site');
  return quota ? <Meter quota={quota} label={site('spaceQuota')} unlabelled /> : <Size bytes={bytes} />;
}

function useColumns(): TableColumnsType<Organisation> {
  const t = useText('people');
  return [
    { key: 'name', title: t('name'), render: (_, one) => <OrganisationName organisation={one} /> },
    { key: 'people', title: t('people'), align: 'end', width: 90, render: (_, one) => one.people },
    { key: 'guests', title: t('guests'), align: 'end', width: 90, render: (_, one) => one.guests },
    { key: 'documents', title: t('documents'), align: 'end', width: 110, render: (_, one) => one.documents },
    { key: 'bytes', title: t('spaceUsed'), align: 'end', width: 170, render: (_, one) => <Stored organisation={one} /> },
    { key: 'expires', title: t('expires'), width: 130, render: (_, one) => (one.expires ? exactTime(one.expires) : t('neverEnds')) },
  ];
}
