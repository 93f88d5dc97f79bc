import { FolderOpenOutlined } from '@ant-design/icons';
import type { ReceivedShare } from '@dossier/contract/share-shapes';
import { shares } from '@dossier/contract/shares';
import type { ReactNode } from 'react';
import { useMedia } from '../../ground/hooks/use-media.ts';
import { useText } from '../../ground/text.ts';
import { Time } from '../../ground/ui/time.tsx';
import { useCall } from '../../ground/use-call.ts';
import { FindBar } from '../people/find-bar.tsx';
import { type MenuOf, PagedTable } from '../people/paged-table.tsx';
import people from '../people/people.module.css';
import { useAsked } from '../people/use-asked.ts';
import { ReceivedLink } from './received-link.tsx';
import { Ends } from './ends.tsx';

/** What colleagues shared with the person. */
export function ReceivedPage(): ReactNode {
  const t = useText('shares');
  const asked = useAsked();
  const phone = useMedia('phone');
  const found = useCall(shares.received, asked.input, { keep: true });
  const menuOf: MenuOf<ReceivedShare> = (share) => [
    { key: 'open', icon: <FolderOpenOutlined />, label: <ReceivedLink share={share}>{t('open')}</ReceivedLink> },
  ];
  const names = ({ items }: ReceivedShare): string => items.map((item) => item.name).join(', ');
  return (
    <div className={people.page}>
      <FindBar label={t('findReceived')} asked={asked} />
      <PagedTable<ReceivedShare, typeof asked.page>
        found={found}
        page={asked.page}
        setPage={asked.setPage}
        empty={asked.keyword === '' ? { title: t('noReceived'), hint: t('noReceivedHint') } : { title: t('nothingFound') }}
        menuOf={menuOf}
        menuName={({ name }) => t('actionsOf', { name })}
        columns={[
          {
            key: 'name',
            title: t('name'),
            render: (_, one) => (
              <span className={people.person}>
                <ReceivedLink share={one} />
                <span className={people.more}>{phone ? one.giverName : names(one)}</span>
              </span>
            ),
          },
          { key: 'giver', title: t('giver'), width: 180, render: (_, one) => one.giverName },
          { key: 'since', title: t('since'), width: 140, render: (_, one) => <Time iso={one.createTime} /> },
          {
            key: 'ends',
            title: t('validUntil'),
            width: 140,
            render: (_, one) => <Ends iso={one.deadline} />,
          },
        ]}
      />
    </div>
  );
}
