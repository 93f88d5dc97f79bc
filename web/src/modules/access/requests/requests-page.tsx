import { type AccessRequest, accessRequests, requestLevels } from '@dossier/contract/access/requests';
import { Button, Pagination, Segmented } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { usePageQuery } from '../../../platform/navigation.ts';
import { textParam } from '../../../platform/page-query.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { Empty } from '../../../platform/ui/empty.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { AppLink, Breadcrumbs, PageBreadcrumbs } from '../../../platform/ui/links.tsx';
import { Card, Heading, Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { Page } from '../../../platform/ui/page-layout.tsx';
import { DeadlinePicker } from '../grant-fields.tsx';
import { refreshRights } from '../grants/grant-actions.ts';

const Query = { id: textParam };
const pageSize = 30;

/** /rights/requests?id= : the open requests for access to an item, each with its answer. */
export function RequestsPage(): ReactNode {
  const t = useText('access');
  const { id = '' } = usePageQuery(Query);
  const [pageNo, setPageNo] = useState(1);
  const [answered, setAnswered] = useState<{ key: string; text: string }[]>([]);
  // another manager may have answered meanwhile
  const found = useCall(accessRequests.list, { objId: id, pageNo, pageSize }, { staleTime: 0, keep: true, enabled: id !== '' });
  // an address that names no item
  if (id === '') return <Empty title={t('requestsNone')} hint={t('requestsNoneHint')} />;
  if (found.error && !found.data) return <ErrorBox error={found.error} retry={() => void found.refetch()} />;
  if (!found.data) return null;
  const { list, objName, mayGive, totalNumber } = found.data;
  const place = `/knowledge/index?objId=${id}`;
  return (
    <Page narrow>
      <PageBreadcrumbs>
        <Breadcrumbs crumbs={[{ title: objName, to: place }, { title: t('requestsTitle') }]} />
      </PageBreadcrumbs>
      <Stack gap={4}>
        <Heading level={2} size="m">
          {t('requestsOf', { name: objName })}
        </Heading>
        {answered.length > 0 && (
          <Stack as="ul" gap={1} role="status">
            {answered.map(({ key, text }) => (
              <Text as="li" key={key} tone="muted">
                {text}
              </Text>
            ))}
          </Stack>
        )}
        {list.length === 0 && (
          <Empty
            title={t(answered.length > 0 ? 'requestsDone' : 'requestsNone')}
            hint={t('requestsNoneHint')}
            action={<AppLink to={place}>{t('requestsToItem', { name: objName })}</AppLink>}
          />
        )}
        {list.map((request) => (
          <RequestCard
            key={request.id}
            request={request}
            mayGive={mayGive}
            done={(text) => setAnswered((known) => [...known, { key: request.id, text }])}
          />
        ))}
        {totalNumber > pageSize && (
          <Pagination size="small" current={pageNo} pageSize={pageSize} total={totalNumber} showSizeChanger={false} onChange={setPageNo} />
        )}
      </Stack>
    </Page>
  );
}

type RequestLevel = keyof typeof requestLevels;
const levelNames = { view: 'level_view', download: 'level_download', edit: 'level_modify' } as const;

interface RequestCardProps {
  request: AccessRequest;
  mayGive: number;
  /** Told what became of it. */
  done: (text: string) => void;
}

function RequestCard({ request, mayGive, done }: RequestCardProps): ReactNode {
  const t = useText('access');
  const names = (Object.keys(requestLevels) as RequestLevel[]).filter((name) => (requestLevels[name] & ~mayGive) === 0);
  const [level, setLevel] = useState<RequestLevel>('view');
  const [deadline, setDeadline] = useState<string>();
  const decide = useCallMutation(accessRequests.decide, { refresh: [accessRequests.list] });
  const answer = async (isGranted: boolean): Promise<void> => {
    await decide.mutateAsync({ id: request.id, ...(isGranted && { level, ...(deadline !== undefined && { deadline }) }) });
    done(t(isGranted ? 'requestGranted' : 'requestDeclined', { name: request.personName }));
    if (isGranted) await refreshRights();
  };
  const send = (isGranted: boolean): void => void answer(isGranted).catch(() => undefined);
  return (
    <Card role="group" aria-label={t('requestOf', { name: request.personName })}>
      <Stack gap={3}>
        <Row gap={2} wrap>
          <Text strong>{request.personName}</Text>
          <Text size="s" tone="muted">
            <RelativeTime iso={request.askedAt} />
          </Text>
        </Row>
        {request.note !== '' && <Text as="p">{request.note}</Text>}
        <Row gap={2} wrap>
          {names.length > 0 && (
            <>
              <Segmented<RequestLevel>
                aria-label={t('level')}
                options={names.map((name) => ({ value: name, label: t(levelNames[name]) }))}
                value={level}
                onChange={setLevel}
              />
              <DeadlinePicker value={deadline} onChange={setDeadline} />
              <Button type="primary" loading={decide.isPending} onClick={() => send(true)}>
                {t('requestGrant')}
              </Button>
            </>
          )}
          <Button disabled={decide.isPending} onClick={() => send(false)}>
            {t('requestDecline')}
          </Button>
        </Row>
      </Stack>
    </Card>
  );
}
