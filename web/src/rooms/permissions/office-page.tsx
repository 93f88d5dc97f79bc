import { Button, Segmented, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useGo, usePageQuery } from '../../ground/go.ts';
import { useDelayed } from '../../ground/hooks/use-delayed.ts';
import { anId, oneOf } from '../../ground/page-query.ts';
import { useText } from '../../ground/text.ts';
import { Empty } from '../../ground/ui/empty.tsx';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { FileIcon } from '../../ground/ui/file-icon.tsx';
import { useAreaWord } from './area-words.ts';
import { FindShared } from './find-shared.tsx';
import { GranteeSelect } from './grantee-select.tsx';
import { useOfficeLook } from './office-look.ts';
import { officePath } from './paths.ts';
import { ReachList } from './reach-list.tsx';
import { Reachers } from './reachers.tsx';
import styles from './office.module.css';

type By = 'item' | 'person';

const Query = { by: oneOf<By>(['item', 'person']), objId: anId, userId: anId };

/** Who sees all rights by office asks here who reaches an item, and what a person reaches. */
export function OfficePage(): ReactNode {
  const t = useText('permissions');
  const go = useGo();
  const { by = 'item', objId, userId } = usePageQuery(Query);
  return (
    <div className={styles.page}>
      <div className={styles.bar}>
        <Segmented<By>
          aria-label={t('officeTitle')}
          options={[
            { value: 'item', label: t('officeItem') },
            { value: 'person', label: t('officePerson') },
          ]}
          value={by}
          onChange={(next) => go(officePath, { by: next })}
        />
      </div>
      <p className={styles.note}>{t('officeLogged')}</p>
      {by === 'item' ? <OfItem key={objId} objId={objId} /> : <OfPerson key={userId} userId={userId} />}
    </div>
  );
}

function OfItem({ objId }: { objId: string | undefined }): ReactNode {
  const go = useGo();
  return objId === undefined ? (
    <FindShared choose={(place) => go(officePath, { by: 'item', objId: place.id })} />
  ) : (
    <ItemLook objId={objId} />
  );
}

function ItemLook({ objId }: { objId: string }): ReactNode {
  const t = useText('permissions');
  const areaWord = useAreaWord();
  const found = useOfficeLook({ objId });
  const place = found.data?.place;
  if (found.data === undefined || place === undefined) return <Opening found={found} by="item" />;
  const look = { ticket: found.data.look, renew: () => void found.refetch() };
  return (
    <>
      <div className={styles.subject}>
        <FileIcon objType={place.objType} ext={place.ext} />
        <h2>{t('reachersOf', { name: place.name })}</h2>
        <small>{[areaWord(place.moduleType), place.path].filter(Boolean).join('/')}</small>
        <Another by="item" />
      </div>
      <Reachers item={place} look={look} />
    </>
  );
}

function OfPerson({ userId }: { userId: string | undefined }): ReactNode {
  const t = useText('permissions');
  const go = useGo();
  if (userId !== undefined) return <PersonLook userId={userId} />;
  return (
    <>
      <div className={styles.find}>
        <GranteeSelect
          autoFocus
          type="user"
          value={undefined}
          label={t('whichPerson')}
          onChange={(person) => person && go(officePath, { by: 'person', userId: person.id })}
        />
      </div>
      <Empty small title={t('officePersonTitle')} hint={t('officePersonHint')} />
    </>
  );
}

function PersonLook({ userId }: { userId: string }): ReactNode {
  const t = useText('permissions');
  const found = useOfficeLook({ userId });
  const person = found.data?.person;
  if (found.data === undefined || person === undefined) return <Opening found={found} by="person" />;
  const look = { ticket: found.data.look, renew: () => void found.refetch() };
  return (
    <>
      <div className={styles.subject}>
        <h2>{t('reachOfTitle', { name: person.fullName })}</h2>
        <Another by="person" />
      </div>
      <ReachList person={person} hint={t('officeReachHint')} look={look} />
    </>
  );
}

/** A look that is on its way, or was refused. */
function Opening({ found, by }: { found: ReturnType<typeof useOfficeLook>; by: By }): ReactNode {
  const late = useDelayed(found.isPending);
  if (found.error === null) return late && <Skeleton active />;
  return (
    <>
      <ErrorBox small error={found.error} retry={() => void found.refetch()} />
      <div>
        <Another by={by} />
      </div>
    </>
  );
}

function Another({ by }: { by: By }): ReactNode {
  const t = useText('permissions');
  const go = useGo();
  return (
    <Button size="small" onClick={() => go(officePath, { by })}>
      {t(by === 'item' ? 'officeOtherItem' : 'officeOtherPerson')}
    </Button>
  );
}
