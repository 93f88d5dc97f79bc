import { ArrowLeftOutlined, DownloadOutlined, MoreOutlined } from '@ant-design/icons';
import { codes } from '@dossier/contract/codes';
import { type Share, unlimited } from '@dossier/contract/share-shapes';
import { shares } from '@dossier/contract/shares';
import { Button, Dropdown, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { call } from '../../ground/call.ts';
import { usePageQuery } from '../../ground/go.ts';
import { useDelayed } from '../../ground/hooks/use-delayed.ts';
import { anId } from '../../ground/page-query.ts';
import { useText } from '../../ground/text.ts';
import { Empty } from '../../ground/ui/empty.tsx';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { FileIcon } from '../../ground/ui/file-icon.tsx';
import { GoLink } from '../../ground/ui/go-link.tsx';
import { Time } from '../../ground/ui/time.tsx';
import { useCall } from '../../ground/use-call.ts';
import { DayChart } from './day-chart.tsx';
import { Ends } from './ends.tsx';
import { PageList } from './page-list.tsx';
import { sharesPath } from './paths.ts';
import { saveText } from './save-text.ts';
import { openLink } from './share-dialog.tsx';
import { StateTag } from './shares-table.tsx';
import styles from './facts.module.css';
import record from '../../ground/ui/record.module.css';
import { Timeline } from './timeline.tsx';
import { useShareDeeds } from './use-share-deeds.tsx';
import { VisitorsTable } from './visitors-table.tsx';

const Query = { id: anId };

/** A share: how it stands, who came, what they looked at and for how long. */
export function SharePage(): ReactNode {
  const t = useText('shares');
  const { id = '' } = usePageQuery(Query);
  const found = useCall(shares.show, { id }, { enabled: id !== '' });
  const late = useDelayed(found.isPending);
  const way = <GoLink to={sharesPath}>{t('myShares')}</GoLink>;
  if (id === '') return <Empty heading title={t('noShare')} action={way} />;
  if (found.error !== null && found.data === undefined)
    return <ErrorBox error={found.error} retry={() => void found.refetch()} way={found.error.code === codes.shareMissing.code && way} />;
  if (found.data === undefined) return <div className={record.page}>{late && <Skeleton active />}</div>;
  return <Followed share={found.data} />;
}

function Followed({ share }: { share: Share }): ReactNode {
  const t = useText('shares');
  const answer = useCall(shares.visitors, { id: share.id });
  const [visitor, setVisitor] = useState<string>();
  const chosen = answer.data?.list.find((one) => one.key === visitor);
  const only = chosen && <OnlyOf name={chosen.name || chosen.address || t('someVisitor')} all={() => setVisitor(undefined)} />;
  return (
    <div className={record.page}>
      <Head share={share} />
      <Facts share={share} />
      {answer.error !== null && <ErrorBox small error={answer.error} retry={() => void answer.refetch()} />}
      {answer.data && answer.data.days.length > 0 && (
        <section className={record.part}>
          <h2>{t('byDay')}</h2>
          <DayChart days={answer.data.days} />
        </section>
      )}
      {answer.data && (
        <section className={record.part}>
          <h2>{t('visitors')}</h2>
          <VisitorsTable shareId={share.id} list={answer.data.list} chosen={visitor} choose={setVisitor} />
        </section>
      )}
      <section className={record.part}>
        <h2>{t('seenPages')}</h2>
        {only}
        <PageList id={share.id} visitorKey={visitor} />
      </section>
      <section className={record.part}>
        <h2>{t('timeline')}</h2>
        {only}
        <Timeline id={share.id} visitorKey={visitor} />
      </section>
    </div>
  );
}

/** Whose deeds alone are shown, and the way back to all. */
function OnlyOf({ name, all }: { name: string; all: () => void }): ReactNode {
  const t = useText('shares');
  return (
    <p className={styles.only}>
      <span title={name}>{t('onlyOf', { name })}</span>
      <Button type="link" size="small" onClick={all}>
        {t('showAll')}
      </Button>
    </p>
  );
}

function Head({ share }: { share: Share }): ReactNode {
  const t = useText('shares');
  const deeds = useShareDeeds(true);
  const take = async (): Promise<void> => {
    const { fileName, text } = await call(shares.export, { id: share.id });
    saveText(fileName, text);
  };
  return (
    <header className={record.head}>
      <GoLink to={sharesPath} aria-label={t('myShares')} title={t('myShares')}>
        <ArrowLeftOutlined />
      </GoLink>
      <h1 title={share.name}>{share.name}</h1>
      <StateTag status={share.status} />
      <span className={record.gap} />
      <Button onClick={() => openLink(share)}>{t('showLink')}</Button>
      <Button icon={<DownloadOutlined />} aria-label={t('export')} title={t('export')} onClick={() => void take().catch(() => undefined)} />
      <Dropdown trigger={['click']} menu={{ items: deeds(share) }}>
        <Button icon={<MoreOutlined />} aria-label={t('actionsOf', { name: share.name })} />
      </Dropdown>
    </header>
  );
}

function Facts({ share }: { share: Share }): ReactNode {
  const t = useText('shares');
  const left = (used: number, limit: number): string => t('usedLeft', { used, left: Math.max(0, (limit || unlimited) - used) });
  const facts: [string, ReactNode][] = [
    [t('opens'), share.opens],
    [t('lastOpened'), share.lastOpenTime ? <Time key="last" iso={share.lastOpenTime} /> : t('notYet')],
    [t('validUntil'), <Ends key="ends" iso={share.deadline} />],
    ...(share.allowDownload ? ([[t('downloads'), left(share.downloads, share.downloadLimit)]] as [string, ReactNode][]) : []),
    ...(share.allowPrint ? ([[t('prints'), left(share.prints, share.printLimit)]] as [string, ReactNode][]) : []),
  ];
  return (
    <>
      <dl className={record.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <ul className={styles.items}>
        {share.items.map((item) => (
          <li key={item.id} data-gone={item.gone || undefined}>
            <FileIcon objType={item.objType} {...(item.ext && { ext: item.ext })} />
            <span title={item.name}>{item.name || t('goneItem')}</span>
            {item.gone && item.name !== '' && <small>{t('goneHint')}</small>}
          </li>
        ))}
      </ul>
    </>
  );
}
