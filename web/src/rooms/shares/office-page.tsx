import { StopOutlined } from '@ant-design/icons';
import type { OutputOf } from '@dossier/contract/route';
import { shares } from '@dossier/contract/shares';
import type { TableColumnsType } from 'antd';
import type { ReactNode } from 'react';
import { notice } from '../../ground/notice.ts';
import { useMedia } from '../../ground/hooks/use-media.ts';
import { useText } from '../../ground/text.ts';
import { confirm } from '../../ground/ui/confirm.tsx';
import { Time } from '../../ground/ui/time.tsx';
import { useCall, useSend } from '../../ground/use-call.ts';
import { FindBar } from '../people/find-bar.tsx';
import { type MenuOf, PagedTable } from '../people/paged-table.tsx';
import people from '../people/people.module.css';
import { useAsked } from '../people/use-asked.ts';
import { OfficeRules } from './office-rules.tsx';
import { StateTag, usedOf } from './shares-table.tsx';
import { Ends } from './ends.tsx';

type Line = OutputOf<typeof shares.all>['list'][number];

/** What the organisation lets be shared, and all that is. */
export function OfficePage(): ReactNode {
  const t = useText('shares');
  const asked = useAsked();
  const found = useCall(shares.all, asked.input, { keep: true });
  const columns = useColumns();
  const menuOf = useMenu();
  return (
    <div className={people.page}>
      <OfficeRules />
      <FindBar label={t('findShares')} title={t('allShares')} asked={asked} />
      <PagedTable<Line, typeof asked.page>
        found={found}
        page={asked.page}
        setPage={asked.setPage}
        empty={{ title: t(asked.keyword === '' ? 'noneShared' : 'nothingFound') }}
        menuOf={menuOf}
        menuName={({ name }) => t('actionsOf', { name })}
        columns={columns}
      />
    </div>
  );
}

function useMenu(): MenuOf<Line> {
  const t = useText('shares');
  const close = useSend(shares.closeOther, { refresh: [shares.all] });
  const shut = async ({ id, name, giverName }: Line): Promise<void> => {
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
  return (one) => [
    {
      key: 'close',
      icon: <StopOutlined />,
      label: t('close'),
      danger: true,
      disabled: one.status === 'closed',
      onClick: () => void shut(one).catch(() => undefined),
    },
  ];
}

function useColumns(): TableColumnsType<Line> {
  const t = useText('shares');
  const phone = useMedia('phone');
  return [
    {
      key: 'name',
      title: t('name'),
      render: (_, one) => (
        <span className={people.person} data-off={one.status !== 'enabled' || undefined}>
          <span>{one.name}</span>
          <span className={people.more}>{phone ? one.giverName : one.itemNames.filter((name) => name !== one.name).join(', ')}</span>
        </span>
      ),
    },
    { key: 'giver', title: t('giver'), width: 160, render: (_, one) => one.giverName },
    { key: 'state', title: t('status'), width: 110, render: (_, one) => <StateTag status={one.status} /> },
    { key: 'opens', title: t('opens'), align: 'end', width: 90, render: (_, one) => one.opens },
    {
      key: 'downloads',
      title: t('downloads'),
      align: 'end',
      width: 110,
      render: (_, one) => (one.allowDownload ? usedOf(one.downloads, one.downloadLimit) : '–'),
    },
    { key: 'since', title: t('since'), width: 140, render: (_, one) => <Time iso={one.createTime} /> },
    { key: 'ends', title: t('validUntil'), width: 140, render: (_, one) => <Ends iso={one.deadline} /> },
  ];
}
