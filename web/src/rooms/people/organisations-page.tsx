import { PlusOutlined } from '@ant-design/icons';
import { people } from '@dossier/contract/people';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import { useCall } from '../../ground/use-call.ts';
import { openCreateOrganisation } from './create-organisation.tsx';
import { FindBar } from './find-bar.tsx';
import { OrganisationsTable } from './organisations-table.tsx';
import styles from './people.module.css';
import { useAsked } from './use-asked.ts';

/** The organisations of the site: who is in them, how much they hold, until when they are open. */
export function OrganisationsPage(): ReactNode {
  const t = useText('people');
  const asked = useAsked();
  const found = useCall(people.organisations, asked.input, { keep: true });
  return (
    <div className={styles.page}>
      <FindBar label={t('findOrganisations')} asked={asked}>
        <Button type="primary" icon={<PlusOutlined />} onClick={openCreateOrganisation}>
          {t('newOrganisation')}
        </Button>
      </FindBar>
      <OrganisationsTable found={found} page={asked.page} setPage={asked.setPage} />
    </div>
  );
}
