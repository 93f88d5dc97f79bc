import { CheckCircleFilled } from '@ant-design/icons';
import { type AcknowledgementRequest, acknowledgements } from '@dossier/contract/acknowledgements/acknowledgements';
import type { OutputOf } from '@dossier/contract/core/route';
import type { Item } from '@dossier/contract/documents/library';
import { Button, Progress, Skeleton } from 'antd';
import { type ReactNode, use, useId, useState } from 'react';
import { useText } from '../../platform/i18n.ts';
import { ItemExtensionsContext } from '../../platform/item-actions.ts';
import { useNavigate } from '../../platform/navigation.ts';
import { useCall } from '../../platform/query.ts';
import { Empty } from '../../platform/ui/empty.tsx';
import { ErrorBox } from '../../platform/ui/error-box.tsx';
import { RelativeTime, formatExactTime } from '../../platform/ui/formatted-values.tsx';
import { useDelayed } from '../../platform/ui/hooks.ts';
import { DividedList, Heading, Row, Stack, Text } from '../../platform/ui/layout.tsx';
import { LinkButton } from '../../platform/ui/native-controls.tsx';
import { dayOf } from '../access/grant-fields.tsx';
import { acknowledge } from '../documents/acknowledgement-news.tsx';
import { AwaitedContext } from '../documents/awaited-document.ts';
import { endRequest, remind } from './acknowledgement-changes.ts';
import { openAskDialog } from './ask-dialog.tsx';
import { AskedPeople } from './asked-people.tsx';

type OpenRequest = NonNullable<OutputOf<typeof acknowledgements.detail>['request']>;

/** The request to read a document: the caller's own part in it, and for who manages the document everybody's. */
export function AcknowledgementTab({ item }: { item: Item }): ReactNode {
  const t = useText('acknowledgements');
  const found = useCall(acknowledgements.detail, { objId: item.id });
  const late = useDelayed(found.isLoading);
  const { data } = found;
  const request = data?.request;
  return (
    <Stack gap={4}>
      {found.error && <ErrorBox small error={found.error} retry={() => void found.refetch()} />}
      {found.isLoading && late && <Skeleton active paragraph={{ rows: 3 }} title={false} />}
      {request?.asked === true && <OwnPart item={item} request={request} />}
      {request?.counts !== undefined && <Everybody item={item} request={request} counts={request.counts} />}
      {data !== undefined && request === undefined && (
        <Empty
          small
          title={t('nobodyAsked')}
          {...(data.mayAsk && {
            hint: t('askHint'),
            action: (
              <Button type="primary" onClick={() => openAskDialog(item)}>
                {t('askDots')}
              </Button>
            ),
          })}
        />
      )}
      {data?.mayAsk === true && <Earlier item={item} />}
    </Stack>
  );
}

/** The button by which the caller acknowledges, or when they did. */
function OwnPart({ item, request }: { item: Item; request: OpenRequest }): ReactNode {
  const t = useText('acknowledgements');
  const go = useNavigate();
  const { view } = use(ItemExtensionsContext);
  const { revisionId, revisionLabel, acknowledgedTime, creatorName, note, current } = request;
  const values = { label: revisionLabel, name: creatorName };
  return (
    <Stack gap={2}>
      {acknowledgedTime === undefined ? (
        <>
          <Text as="p" size="s">
            {t('youAreAsked', values)} <DueWords request={request} />
          </Text>
          {note !== undefined && (
            <Text as="p" size="s" tone="muted" prose>
              {note}
            </Text>
          )}
          {!current && (
            <Text as="p" size="s" tone="warn">
              {t('notCurrent', values)}{' '}
              <LinkButton onClick={() => void view(item, { go }, revisionId)}>{t('viewVersion', values)}</LinkButton>
            </Text>
          )}
          <AcknowledgeButton item={item} />
        </>
      ) : (
        <Row gap={2} align="start">
          <Text tone="done">
            <CheckCircleFilled aria-hidden="true" />
          </Text>
          <Text as="p" size="s" title={formatExactTime(acknowledgedTime)}>
            {t('youAcknowledged', { ...values, time: dayOf(acknowledgedTime) })}
          </Text>
        </Row>
      )}
    </Stack>
  );
}

/** Acknowledges for the caller; waits while a viewer around has still to show the document. */
function AcknowledgeButton({ item }: { item: Item }): ReactNode {
  const t = useText('acknowledgements');
  const [isBusy, setBusy] = useState(false);
  const isAwaited = use(AwaitedContext);
  const reason = useId();
  const give = async (): Promise<void> => {
    setBusy(true);
    try {
      await acknowledge(item.id, item.name);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Row gap={2} wrap>
      <Button
        type={isAwaited ? 'default' : 'primary'}
        loading={isBusy}
        // not `disabled`: a button that had the focus would lose it
        {...(isAwaited && { 'aria-disabled': true, 'aria-describedby': reason })}
        onClick={isAwaited ? undefined : () => void give().catch(() => undefined)}
      >
        {t('acknowledge')}
      </Button>
      {isAwaited && (
        <Text id={reason} size="xs" tone="muted">
          {t('acknowledgeWaits')}
        </Text>
      )}
    </Row>
  );
}

/** Until when a request is to be answered; coloured where that is over. */
function DueWords({ request: { dueTime } }: { request: Pick<OpenRequest, 'dueTime'> }): ReactNode {
  const t = useText('acknowledgements');
  const [now] = useState(() => Date.now());
  if (dueTime === undefined) return null;
  const isOver = Date.parse(dueTime) <= now;
  return (
    <Text size="s" tone={isOver ? 'danger' : 'muted'} title={formatExactTime(dueTime)}>
      {t(isOver ? 'wasDue' : 'dueBy', { time: dayOf(dueTime) })}
    </Text>
  );
}

interface EverybodyProps {
  item: Item;
  request: OpenRequest;
  counts: { asked: number; done: number };
}

/** How many have acknowledged, who they are, and what who manages the document may do about it. */
function Everybody({ item, request, counts: { asked, done } }: EverybodyProps): ReactNode {
  const t = useText('acknowledgements');
  const { id, revisionLabel, creatorName, createTime, renewal } = request;
  return (
    <Stack gap={3}>
      <Stack gap={1}>
        <Heading level={3} size="s">
          {t('countsOf', { done, asked, label: revisionLabel })}
        </Heading>
        <Progress
          size="small"
          showInfo={false}
          percent={asked === 0 ? 0 : (100 * done) / asked}
          aria-label={t('countsOf', { done, asked, label: revisionLabel })}
        />
        <Text as="p" size="xs" tone="muted">
          {t('askedBy', { name: creatorName })} <RelativeTime iso={createTime} /> <DueWords request={request} />
          {renewal !== 'never' && <> · {t(`renewal_${renewal}`)}</>}
        </Text>
      </Stack>
      <Row gap={2} wrap>
        {done < asked && (
          <Button size="small" onClick={() => void remind(id, t).catch(() => undefined)}>
            {t('remind')}
          </Button>
        )}
        <Button size="small" onClick={() => openAskDialog(item)}>
          {t('askAgainDots')}
        </Button>
        <Button size="small" danger type="text" onClick={() => void endRequest(id, item.id, t).catch(() => undefined)}>
          {t('endDots')}
        </Button>
      </Row>
      <AskedPeople id={id} objId={item.id} isOpen />
    </Stack>
  );
}

/** The requests that have ended, with what was acknowledged by them. */
function Earlier({ item }: { item: Item }): ReactNode {
  const t = useText('acknowledgements');
  const found = useCall(acknowledgements.requests, { objId: item.id });
  const ended = (found.data?.list ?? []).filter(({ closedTime }) => closedTime !== undefined);
  if (ended.length === 0) return null;
  return (
    <Stack gap={2}>
      <Heading level={3} size="s">
        {t('earlier')}
      </Heading>
      <DividedList as="ul" lines="compact">
        {ended.map((request) => (
          <EarlierRequest key={request.id} objId={item.id} request={request} />
        ))}
      </DividedList>
    </Stack>
  );
}

interface EarlierProps {
  objId: string;
  request: AcknowledgementRequest;
}

function EarlierRequest({ objId, request: { id, revisionLabel, done, asked, createTime } }: EarlierProps): ReactNode {
  const t = useText('acknowledgements');
  const [isOpen, setOpen] = useState(false);
  return (
    <Stack as="li" gap={2}>
      <Row gap={2}>
        <LinkButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('countsOf', { done, asked, label: revisionLabel })}
        </LinkButton>
        <Text size="xs" tone="muted" nowrap>
          <RelativeTime iso={createTime} />
        </Text>
      </Row>
      {isOpen && <AskedPeople id={id} objId={objId} />}
    </Stack>
  );
}
