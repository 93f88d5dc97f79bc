import { type AskedPerson, type AskedState, acknowledgements, askedStates } from '@dossier/contract/acknowledgements/acknowledgements';
import { Segmented, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { Empty } from '../../platform/ui/empty.tsx';
import { ErrorBox } from '../../platform/ui/error-box.tsx';
import { RelativeTime } from '../../platform/ui/formatted-values.tsx';
import { useDelayed } from '../../platform/ui/hooks.ts';
import { DividedList, Row, Stack, Text } from '../../platform/ui/layout.tsx';
import { LinkButton } from '../../platform/ui/native-controls.tsx';

const pageSize = 50;
/** The most people whom a page of the list holds; more are shown by making it longer. */
const mostShown = 1000;

/** Who was asked by a request, and who of them has acknowledged. */
export function AskedPeople({ id }: { id: string }): ReactNode {
  const t = useText('acknowledgements');
  const [state, setState] = useState<AskedState>('pending');
  const [shown, setShown] = useState(pageSize);
  const found = useCall(acknowledgements.people, { id, state, pageSize: shown }, { keep: true });
  const late = useDelayed(found.isLoading);
  const choose = (next: AskedState): void => {
    setState(next);
    setShown(pageSize);
  };
  const { data } = found;
  const left = (data?.totalNumber ?? 0) - (data?.list.length ?? 0);
  return (
    <Stack gap={2}>
      <Segmented
        size="small"
        aria-label={t('filter')}
        value={state}
        onChange={choose}
        options={askedStates.map((value) => ({ value, label: t(`people_${value}`) }))}
      />
      {found.error && <ErrorBox small error={found.error} retry={() => void found.refetch()} />}
      {found.isLoading && late && <Skeleton active paragraph={{ rows: 3 }} title={false} />}
      {data?.totalNumber === 0 && <Empty small title={t(`nobody_${state}`)} />}
      {data !== undefined && data.list.length > 0 && (
        <DividedList as="ul" lines="compact" aria-label={t('people')}>
          {data.list.map((person, at) => (
            <Person key={`${person.name} ${at}`} person={person} />
          ))}
        </DividedList>
      )}
      {left > 0 && shown < mostShown && (
        <Row justify="center">
          <LinkButton onClick={() => setShown(Math.min(mostShown, shown * 4))}>{t('more', { count: left })}</LinkButton>
        </Row>
      )}
    </Stack>
  );
}

function Person({ person: { name, acknowledgedTime, lost } }: { person: AskedPerson }): ReactNode {
  const t = useText('acknowledgements');
  return (
    <Row as="li" gap={2}>
      <Text size="s" truncate grow>
        {name}
      </Text>
      <Text size="xs" tone={lost === true ? 'warn' : 'muted'} nowrap>
        {acknowledgedTime !== undefined ? <RelativeTime iso={acknowledgedTime} /> : t(lost === true ? 'lost' : 'notYet')}
      </Text>
    </Row>
  );
}
