import { ArrowLeftOutlined, DownloadOutlined, MoreOutlined } from '@ant-design/icons';
import { codes } from '@dossier/contract/core/codes';
import { type Share, type ShareVisitor, unlimited } from '@dossier/contract/sharing/share-shapes';
import { shares } from '@dossier/contract/sharing/shares';
import { Button, Checkbox, Skeleton, Table, type TableColumnsType, Tag } from 'antd';
import { type ReactNode, useState } from 'react';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { usePageQuery } from '../../../platform/navigation.ts';
import { idParam } from '../../../platform/page-query.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { saveCsvText } from '../../../platform/save-csv.ts';
import { Empty } from '../../../platform/ui/empty.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { FileIcon } from '../../../platform/ui/file-icon.tsx';
import { RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { useDelayed, useMedia } from '../../../platform/ui/hooks.ts';
import { PlainButton, Row, Stack, Text, VisuallyHidden } from '../../../platform/ui/layout.tsx';
import { Facts, Page } from '../../../platform/ui/page-layout.tsx';
import { AppLink } from '../../../platform/ui/links.tsx';
import { MenuDropdown } from '../../../platform/ui/menu-dropdown.tsx';
import { DetailHeader, Section } from '../../../platform/ui/page-parts.tsx';
import { EndTime } from './end-time.tsx';
import { sharesPath } from './paths.ts';
import { DayChart, PageList, Timeline, timeSpent } from './share-activity.tsx';
import { openLink } from './share-dialog.tsx';
import { StateTag, useShareActions } from './my-shares-page.tsx';
import styles from './shares.module.css';

interface VisitorsProps {
  shareId: string;
  list: readonly ShareVisitor[];
  /** The visitor whose pages and timeline are shown. */
  chosen: string | undefined;
  choose: (key: string | undefined) => void;
}

/** Visitors, and recipients who have not come; named ones can be revoked individually. */
export function VisitorsTable({ shareId, list, chosen, choose }: VisitorsProps): ReactNode {
  const t = useText('sharing.links');
  const [onlyMissing, setOnlyMissing] = useState(false);
  const phone = useMedia('phone');
  const missing = list.filter((row) => !row.opened);
  const columns = useColumns({ shareId, chosen, choose });
  if (list.length === 0) return <Empty small title={t('nobodyYet')} hint={t('nobodyYetHint')} />;
  return (
    <>
      {missing.length > 0 && (
        <Checkbox checked={onlyMissing} onChange={(event) => setOnlyMissing(event.target.checked)}>
          {t('notOpened', { count: missing.length })}
        </Checkbox>
      )}
      <Table<ShareVisitor>
        size="small"
        rowKey="key"
        rowClassName={(row) => (row.key === chosen ? (styles.chosen ?? '') : '')}
        columns={phone ? columns.filter((column) => column.key === 'name' || column.key === 'deed') : columns}
        dataSource={onlyMissing ? missing : [...list]}
        {...(!phone && { scroll: { x: 'max-content' } })}
        pagination={list.length > 30 && { pageSize: 30, showSizeChanger: false }}
      />
    </>
  );
}

function VisitorName({ visitor, chosen, choose }: Pick<VisitorsProps, 'chosen' | 'choose'> & { visitor: ShareVisitor }): ReactNode {
  const t = useText('sharing.links');
  const phone = useMedia('phone');
  const name = visitor.name || t('someVisitor');
  const isChosen = chosen === visitor.key;
  return (
    <Row as="span" gap={2} wrap>
      {visitor.opened ? (
        <PlainButton link aria-pressed={isChosen} onClick={() => choose(isChosen ? undefined : visitor.key)}>
          {name}
        </PlainButton>
      ) : (
        <span>{name}</span>
      )}
      {visitor.name === '' && (
        <Text as="small" size="xs" tone="muted">
          {visitor.address}
        </Text>
      )}
      {visitor.revoked && <Tag>{t('shutOut')}</Tag>}
      {!visitor.opened && <Tag>{t('notYet')}</Tag>}
      {phone && visitor.opened && (
        <Text as="small" size="xs" tone="muted">
          {visitor.lastTime && <RelativeTime iso={visitor.lastTime} />} ·{' '}
          {t('visitorFacts', { time: timeSpent(visitor.seconds), downloads: visitor.downloads })}
        </Text>
      )}
    </Row>
  );
}

function useColumns({ shareId, chosen, choose }: Pick<VisitorsProps, 'shareId' | 'chosen' | 'choose'>): TableColumnsType<ShareVisitor> {
  const t = useText('sharing.links');
  const revoke = useCallMutation(shares.revoke, { refresh: [shares.visitors, shares.show, shares.list] });
  const number = (key: 'opens' | 'views' | 'downloads' | 'prints' | 'uploads') => ({
    key,
    title: t(key),
    align: 'end' as const,
    width: 90,
    render: (_: unknown, row: ShareVisitor) => row[key],
  });
  return [
    { key: 'name', title: t('visitor'), render: (_, row) => <VisitorName visitor={row} chosen={chosen} choose={choose} /> },
    { key: 'first', title: t('firstTime'), width: 130, render: (_, row) => row.firstTime && <RelativeTime iso={row.firstTime} /> },
    { key: 'last', title: t('lastTime'), width: 130, render: (_, row) => row.lastTime && <RelativeTime iso={row.lastTime} /> },
    { key: 'time', title: t('time'), align: 'end', width: 90, render: (_, row) => timeSpent(row.seconds) },
    number('opens'),
    number('views'),
    number('downloads'),
    number('prints'),
    number('uploads'),
    {
      key: 'deed',
      title: <VisuallyHidden>{t('actions')}</VisuallyHidden>,
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

const Query = { id: idParam };

/** A share: its state, visitors, and viewing times. */
export function SharePage(): ReactNode {
  const t = useText('sharing.links');
  const { id = '' } = usePageQuery(Query);
  const found = useCall(shares.show, { id }, { enabled: id !== '' });
  const late = useDelayed(found.isPending);
  const link = <AppLink to={sharesPath}>{t('myShares')}</AppLink>;
  if (id === '') return <Empty heading title={t('noShare')} action={link} />;
  if (found.error !== null && found.data === undefined)
    return <ErrorBox error={found.error} retry={() => void found.refetch()} way={found.error.code === codes.shareMissing.code && link} />;
  if (found.data === undefined) return <Page>{late && <Skeleton active />}</Page>;
  return <Followed share={found.data} />;
}

function Followed({ share }: { share: Share }): ReactNode {
  const t = useText('sharing.links');
  const answer = useCall(shares.visitors, { id: share.id });
  const [visitor, setVisitor] = useState<string>();
  const chosen = answer.data?.list.find((row) => row.key === visitor);
  const only = chosen && <OnlyOf name={chosen.name || chosen.address || t('someVisitor')} all={() => setVisitor(undefined)} />;
  return (
    <Page>
      <Head share={share} />
      <ShareFacts share={share} />
      {answer.error !== null && <ErrorBox small error={answer.error} retry={() => void answer.refetch()} />}
      {answer.data && answer.data.days.length > 0 && (
        <Section title={t('byDay')}>
          <DayChart days={answer.data.days} />
        </Section>
      )}
      {answer.data && (
        <Section title={t('visitors')}>
          <VisitorsTable shareId={share.id} list={answer.data.list} chosen={visitor} choose={setVisitor} />
        </Section>
      )}
      <Section title={t('seenPages')}>
        {only}
        <PageList id={share.id} visitorKey={visitor} />
      </Section>
      <Section title={t('timeline')}>
        {only}
        <Timeline id={share.id} visitorKey={visitor} />
      </Section>
    </Page>
  );
}

/** The visitor filter, with a button that removes it. */
function OnlyOf({ name, all }: { name: string; all: () => void }): ReactNode {
  const t = useText('sharing.links');
  return (
    <Row as="p" gap={2} wrap>
      <Text size="s" truncate title={name}>
        {t('onlyOf', { name })}
      </Text>
      <Button type="link" size="small" onClick={all}>
        {t('showAll')}
      </Button>
    </Row>
  );
}

function Head({ share }: { share: Share }): ReactNode {
  const t = useText('sharing.links');
  const actionsOf = useShareActions(true);
  const take = async (): Promise<void> => {
    const { fileName, text } = await call(shares.export, { id: share.id });
    saveCsvText(fileName, text);
  };
  return (
    <DetailHeader
      title={share.name}
      status={<StateTag status={share.status} />}
      back={
        <AppLink to={sharesPath} aria-label={t('myShares')} title={t('myShares')}>
          <ArrowLeftOutlined />
        </AppLink>
      }
    >
      <Button onClick={() => openLink(share)}>{t('showLink')}</Button>
      <Button icon={<DownloadOutlined />} aria-label={t('export')} title={t('export')} onClick={() => void take().catch(() => undefined)} />
      <MenuDropdown menu={{ items: actionsOf(share) }}>
        <Button icon={<MoreOutlined />} aria-label={t('actionsOf', { name: share.name })} />
      </MenuDropdown>
    </DetailHeader>
  );
}

function ShareFacts({ share }: { share: Share }): ReactNode {
  const t = useText('sharing.links');
  const left = (used: number, limit: number): string => t('usedLeft', { used, left: Math.max(0, (limit || unlimited) - used) });
  const facts: [string, ReactNode][] = [
    [t('opens'), share.opens],
    [t('lastOpened'), share.lastOpenTime ? <RelativeTime key="last" iso={share.lastOpenTime} /> : t('notYet')],
    [t('validUntil'), <EndTime key="ends" iso={share.deadline} />],
    ...(share.allowDownload ? ([[t('downloads'), left(share.downloads, share.downloadLimit)]] as [string, ReactNode][]) : []),
    ...(share.allowPrint ? ([[t('prints'), left(share.prints, share.printLimit)]] as [string, ReactNode][]) : []),
  ];
  return (
    <Stack gap={3}>
      <Facts facts={facts} />
      <Row as="ul" gap={4} wrap>
        {share.items.map((item) => (
          <Row as="li" gap={2} key={item.id}>
            <FileIcon objType={item.objType} {...(item.ext && { ext: item.ext })} />
            <Text size="s" truncate {...(item.gone && { tone: 'muted' })} title={item.name}>
              {item.name || t('goneItem')}
            </Text>
            {item.gone && item.name !== '' && (
              <Text as="small" size="xs" tone="muted">
                {t('goneHint')}
              </Text>
            )}
          </Row>
        ))}
      </Row>
    </Stack>
  );
}
