import type { ShareVisitor } from '@dossier/contract/share-shapes';
import { shares } from '@dossier/contract/shares';
import { Button, Checkbox, Table, type TableColumnsType, Tag } from 'antd';
import { type ReactNode, useState } from 'react';
import { useMedia } from '../../ground/hooks/use-media.ts';
import { useText } from '../../ground/text.ts';
import { Empty } from '../../ground/ui/empty.tsx';
import { Time } from '../../ground/ui/time.tsx';
import { useSend } from '../../ground/use-call.ts';
import { timeSpent } from './time-spent.ts';
import styles from './facts.module.css';

interface VisitorsProps {
  shareId: string;
  list: readonly ShareVisitor[];
  /** Whose pages and timeline are shown. */
  chosen: string | undefined;
  choose: (key: string | undefined) => void;
}

/** Who came, and who has not; each named one can be shut out alone. */
export function VisitorsTable({ shareId, list, chosen, choose }: VisitorsProps): ReactNode {
  const t = useText('shares');
  const [onlyMissing, setOnlyMissing] = useState(false);
  const phone = useMedia('phone');
  const missing = list.filter((one) => !one.opened);
  const columns = useColumns({ shareId, chosen, choose });
  if (list.length === 0) return <Empty small title={t('nobodyYet')} hint={t('nobodyYetHint')} />;
  return (
    <>
      {missing.length > 0 && (
        <Checkbox checked={onlyMissing} onChange={(event) => setOnlyMissing(event.target.checked)}>
          {t('notOpened', { n: missing.length })}
        </Checkbox>
      )}
      <Table<ShareVisitor>
        size="small"
        rowKey="key"
        rowClassName={(one) => (one.key === chosen ? (styles.chosen ?? '') : '')}
        columns={phone ? columns.filter((column) => column.key === 'name' || column.key === 'deed') : columns}
        dataSource={onlyMissing ? missing : [...list]}
        {...(!phone && { scroll: { x: 'max-content' } })}
        pagination={list.length > 30 && { pageSize: 30, showSizeChanger: false }}
      />
    </>
  );
}

function VisitorName({ visitor, chosen, choose }: Pick<VisitorsProps, 'chosen' | 'choose'> & { visitor: ShareVisitor }): ReactNode {
  const t = useText('shares');
  const phone = useMedia('phone');
  const name = visitor.name || t('someVisitor');
  const isChosen = chosen === visitor.key;
  return (
    <span className={styles.visitor}>
      {visitor.opened ? (
        <Button type="link" size="small" aria-pressed={isChosen} onClick={() => choose(isChosen ? undefined : visitor.key)}>
          {name}
        </Button>
      ) : (
        <span>{name}</span>
      )}
      {visitor.name === '' && <small>{visitor.address}</small>}
      {visitor.revoked && <Tag>{t('shutOut')}</Tag>}
      {!visitor.opened && <Tag>{t('notYet')}</Tag>}
      {phone && visitor.opened && (
        <small>
          {visitor.lastTime && <Time iso={visitor.lastTime} />} ·{' '}
          {t('visitorFacts', { time: timeSpent(visitor.seconds), downloads: visitor.downloads })}
        </small>
      )}
    </span>
  );
}

function useColumns({ shareId, chosen, choose }: Pick<VisitorsProps, 'shareId' | 'chosen' | 'choose'>): TableColumnsType<ShareVisitor> {
  const t = useText('shares');
  const revoke = useSend(shares.revoke, { refresh: [shares.visitors, shares.show, shares.list] });
  const number = (key: 'opens' | 'views' | 'downloads' | 'prints' | 'uploads') => ({
    key,
    title: t(key),
    align: 'end' as const,
    width: 90,
    render: (_: unknown, one: ShareVisitor) => one[key],
  });
  return [
    { key: 'name', title: t('visitor'), render: (_, one) => <VisitorName visitor={one} chosen={chosen} choose={choose} /> },
    { key: 'first', title: t('firstTime'), width: 130, render: (_, one) => one.firstTime && <Time iso={one.firstTime} /> },
    { key: 'last', title: t('lastTime'), width: 130, render: (_, one) => one.lastTime && <Time iso={one.lastTime} /> },
    { key: 'time', title: t('time'), align: 'end', width: 90, render: (_, one) => timeSpent(one.seconds) },
    number('opens'),
    number('views'),
    number('downloads'),
    number('prints'),
    number('uploads'),
    {
      key: 'deed',
      title: <span className={styles.hidden}>{t('actions')}</span>,
      align: 'end',
      render: (_, { recipientId, revoked, name }) =>
        recipientId !== undefined && (
          <Button
            type="link"
            size="small"
            danger={!revoked}
            aria-label={t(revoked ? 'letInName' : 'shutOutName', { name })}
            onClick={() => void revoke.mutateAsync({ id: shareId, recipientId, revoked: !revoked }).catch(() => undefined)}
          >
            {t(revoked ? 'letIn' : 'shutOutDo')}
          </Button>
        ),
    },
  ];
}
