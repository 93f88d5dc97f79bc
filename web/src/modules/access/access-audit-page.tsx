import { SearchOutlined } from '@ant-design/icons';
import { type NamedPlace, accessAudits } from '@dossier/contract/access/access-audits';
import { Button, Input, Pagination, Segmented, Skeleton } from 'antd';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { useText } from '../../platform/i18n.ts';
import { useNavigate, usePageQuery } from '../../platform/navigation.ts';
import { enumParam, idParam } from '../../platform/page-query.ts';
import { useCall } from '../../platform/query.ts';
import { ClearIcon } from '../../platform/ui/clear-icon.tsx';
import { Empty } from '../../platform/ui/empty.tsx';
import { ErrorBox } from '../../platform/ui/error-box.tsx';
import { FileIcon } from '../../platform/ui/file-icon.tsx';
import { Hint } from '../../platform/ui/hint.tsx';
import { useDelayed } from '../../platform/ui/hooks.ts';
import { DividedList, Heading, PlainButton, Row, Stack, Text } from '../../platform/ui/layout.tsx';
import { Toolbar } from '../../platform/ui/page-layout.tsx';
import { paginationItem } from '../../platform/ui/paged-table.tsx';
import styles from './access.module.css';
import { useAccessAudit, useAreaName } from './explanation/access-audit.ts';
import { AccessibleItems } from './explanation/accessible-items.tsx';
import { UsersWithAccess } from './explanation/users-with-access.tsx';
import { accessAuditPath } from './routes.tsx';
import { PrincipalSelect } from './principal-select.tsx';

const resultsPerPage = 30;

/** Finds an item of the shared areas by its name, path or link. */
function FindShared({ choose }: { choose: (place: NamedPlace) => void }): ReactNode {
  const t = useText('access');
  const [text, setText] = useState('');
  const [pageNo, setPageNo] = useState(1);
  const keyword = useDeferredValue(text.trim());
  const found = useCall(accessAudits.find, { keyword, pageNo, pageSize: resultsPerPage }, { enabled: keyword !== '', keep: true });
  const { list = [], totalNumber = 0 } = keyword === '' ? {} : (found.data ?? {});
  return (
    <>
      <Input
        className={styles.find ?? ''}
        autoFocus
        allowClear={{ clearIcon: <ClearIcon /> }}
        prefix={<SearchOutlined />}
        maxLength={2000}
        placeholder={t('officeFind')}
        aria-label={t('officeFind')}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setPageNo(1);
        }}
      />
      {keyword === '' && <Empty small title={t('officeItemTitle')} hint={t('officeItemHint')} />}
      {keyword !== '' && found.error !== null && <ErrorBox small error={found.error} retry={() => void found.refetch()} />}
      {keyword !== '' && found.data !== undefined && totalNumber === 0 && (
        <Empty small title={t('officeNothing')} hint={t('officeItemHint')} />
      )}
      <DividedList aria-label={t('officeFind')}>
        {list.map((place) => (
          <FoundPlace key={place.id} place={place} choose={choose} />
        ))}
      </DividedList>
      {totalNumber > resultsPerPage && (
        <Pagination
          size="small"
          current={pageNo}
          pageSize={resultsPerPage}
          total={totalNumber}
          showSizeChanger={false}
          itemRender={paginationItem}
          onChange={setPageNo}
        />
      )}
    </>
  );
}

function FoundPlace({ place, choose }: { place: NamedPlace; choose: (place: NamedPlace) => void }): ReactNode {
  const areaWord = useAreaName();
  return (
    <li>
      <PlainButton className={styles.found} onClick={() => choose(place)}>
        <FileIcon objType={place.objType} ext={place.ext} />
        <span>{place.name}</span>
        <Text size="xs" tone="muted">
          {[areaWord(place.moduleType), place.path].filter(Boolean).join('/')}
        </Text>
      </PlainButton>
    </li>
  );
}

type AuditSubject = 'item' | 'person';

const AuditQuery = { by: enumParam<AuditSubject>(['item', 'person']), objId: idParam, userId: idParam };

/** The access audit: which users have access to an item, and to what a user has access. For holders of the administrative permission. */
export function AccessAuditPage(): ReactNode {
  const t = useText('access');
  const go = useNavigate();
  const { by = 'item', objId, userId } = usePageQuery(AuditQuery);
  return (
    <Stack gap={2}>
      <Toolbar>
        <Segmented<AuditSubject>
          aria-label={t('officeTitle')}
          options={[
            { value: 'item', label: t('officeItem') },
            { value: 'person', label: t('officePerson') },
          ]}
          value={by}
          onChange={(next) => go(accessAuditPath, { by: next })}
        />
      </Toolbar>
      <Hint spaced>{t('officeLogged')}</Hint>
      {by === 'item' ? <AuditOfItem key={objId} objId={objId} /> : <AuditOfPerson key={userId} userId={userId} />}
    </Stack>
  );
}

function AuditOfItem({ objId }: { objId: string | undefined }): ReactNode {
  const go = useNavigate();
  return objId === undefined ? (
    <FindShared choose={(place) => go(accessAuditPath, { by: 'item', objId: place.id })} />
  ) : (
    <ItemAudit objId={objId} />
  );
}

function ItemAudit({ objId }: { objId: string }): ReactNode {
  const t = useText('access');
  const areaWord = useAreaName();
  const found = useAccessAudit({ objId });
  const place = found.data?.place;
  if (found.data === undefined || place === undefined) return <OpeningAudit found={found} by="item" />;
  const look = { ticket: found.data.look, renew: () => void found.refetch() };
  return (
    <>
      <Row gap={2} wrap>
        <FileIcon objType={place.objType} ext={place.ext} />
        <Heading level={2} size="l">
          {t('reachersOf', { name: place.name })}
        </Heading>
        <Text size="xs" tone="muted">
          {[areaWord(place.moduleType), place.path].filter(Boolean).join('/')}
        </Text>
        <AnotherAudit by="item" />
      </Row>
      <UsersWithAccess item={place} look={look} />
    </>
  );
}

function AuditOfPerson({ userId }: { userId: string | undefined }): ReactNode {
  const t = useText('access');
  const go = useNavigate();
  if (userId !== undefined) return <PersonAudit userId={userId} />;
  return (
    <>
      <Row className={styles.find}>
        <PrincipalSelect
          autoFocus
          type="user"
          value={undefined}
          label={t('whichPerson')}
          onChange={(person) => person && go(accessAuditPath, { by: 'person', userId: person.id })}
        />
      </Row>
      <Empty small title={t('officePersonTitle')} hint={t('officePersonHint')} />
    </>
  );
}

function PersonAudit({ userId }: { userId: string }): ReactNode {
  const t = useText('access');
  const found = useAccessAudit({ userId });
  const person = found.data?.person;
  if (found.data === undefined || person === undefined) return <OpeningAudit found={found} by="person" />;
  const look = { ticket: found.data.look, renew: () => void found.refetch() };
  return (
    <>
      <Row gap={2} wrap>
        <Heading level={2} size="l">
          {t('reachOfTitle', { name: person.fullName })}
        </Heading>
        <AnotherAudit by="person" />
      </Row>
      <AccessibleItems person={person} hint={t('officeReachHint')} look={look} />
    </>
  );
}

/** An access audit that is being opened, or was refused. */
function OpeningAudit({ found, by }: { found: ReturnType<typeof useAccessAudit>; by: AuditSubject }): ReactNode {
  const late = useDelayed(found.isPending);
  if (found.error === null) return late && <Skeleton active />;
  return (
    <>
      <ErrorBox small error={found.error} retry={() => void found.refetch()} />
      <div>
        <AnotherAudit by={by} />
      </div>
    </>
  );
}

function AnotherAudit({ by }: { by: AuditSubject }): ReactNode {
  const t = useText('access');
  const go = useNavigate();
  return (
    <Button size="small" onClick={() => go(accessAuditPath, { by })}>
      {t(by === 'item' ? 'officeOtherItem' : 'officeOtherPerson')}
    </Button>
  );
}
