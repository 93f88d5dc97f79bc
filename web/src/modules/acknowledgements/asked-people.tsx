import { type AskedPerson, type AskedState, acknowledgements, askedStates } from '@dossier/contract/acknowledgements/acknowledgements';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { Segmented, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { saveReport } from './acknowledgement-changes.ts';
import { LeftOutPeople } from './left-out-people.tsx';
import { useText } from '../../platform/i18n.ts';
import { callQueryOptions } from '../../platform/query.ts';
import { Empty } from '../../platform/ui/empty.tsx';
import { ErrorBox } from '../../platform/ui/error-box.tsx';
import { RelativeTime } from '../../platform/ui/formatted-values.tsx';
import { useDelayed } from '../../platform/ui/hooks.ts';
import { DividedList, Row, Stack, Text } from '../../platform/ui/layout.tsx';
import { LinkButton } from '../../platform/ui/native-controls.tsx';

const pageSize = 100;

interface AskedPeopleProps {
  id: string;
  objId: string;
  isOpen?: boolean;
}

/** Who was asked by a request, who of them has acknowledged, and who was left out. */
export function AskedPeople({ id, objId, isOpen = false }: AskedPeopleProps): ReactNode {
  const t = useText('acknowledgements');
  const [state, setState] = useState<AskedState>('pending');
  const [pages, setPages] = useState(1);
  const results = useQueries({
    queries: Array.from({ length: pages }, (_, at) => ({
      ...callQueryOptions(acknowledgements.people, { id, state, pageNo: at + 1, pageSize }),
      placeholderData: keepPreviousData,
    })),
  });
  const [found] = results;
  const late = useDelayed(found?.isLoading === true);
  const choose = (next: AskedState): void => {
    setState(next);
    setPages(1);
  };
  const list = results.flatMap(({ data }) => data?.list ?? []);
  const total = found?.data?.totalNumber;
  const left = (total ?? 0) - pages * pageSize;
  return (
    <Stack gap={2}>
      <Segmented
        size="small"
        aria-label={t('filter')}
        value={state}
        onChange={choose}
        options={askedStates.map((value) => ({ value, label: t(`people_${value}`) }))}
      />
      {found?.error && <ErrorBox small error={found.error} retry={() => void found.refetch()} />}
      {found?.isLoading === true && late && <Skeleton active paragraph={{ rows: 3 }} title={false} />}
      {total === 0 && <Empty small title={t(`nobody_${state}`)} />}
      {list.length > 0 && (
        <DividedList as="ul" lines="compact" aria-label={t('people')}>
          {list.map((person, at) => (
            <Person key={`${person.name} ${at}`} person={person} />
          ))}
        </DividedList>
      )}
      <LeftOutPeople id={id} objId={objId} isOpen={isOpen} />
      <Row gap={3} wrap>
        <LinkButton onClick={() => void saveReport(id, 'xlsx').catch(() => undefined)}>{t('saveExcel')}</LinkButton>
        <LinkButton onClick={() => void saveReport(id, 'csv').catch(() => undefined)}>{t('saveCsv')}</LinkButton>
      </Row>
      {left > 0 && (
        <Row justify="center">
          <LinkButton onClick={() => setPages(pages + 1)}>{t('more', { count: left })}</LinkButton>
        </Row>
      )}
    </Stack>
  );
}

function Person({ person: { name, openedTime, acknowledgedTime, lost } }: { person: AskedPerson }): ReactNode {
  const t = useText('acknowledgements');
  return (
    <Row as="li" gap={2}>
      <Text size="s" truncate grow>
        {name}
      </Text>
      <Text size="xs" tone={lost === true ? 'warn' : 'muted'} nowrap>
        {acknowledgedTime !== undefined ? (
          <RelativeTime iso={acknowledgedTime} />
        ) : (
          t(lost === true ? 'lost' : openedTime === undefined ? 'notYet' : 'openedOnly')
        )}
      </Text>
    </Row>
  );
}
