import { DeleteOutlined, UserSwitchOutlined } from '@ant-design/icons';
import type { OutputOf } from '@dossier/contract/core/route';
import type { Principal } from '@dossier/contract/identity/users';
import { absences } from '@dossier/contract/workflows/flows';
import { Button, DatePicker, Skeleton } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { type ReactNode, useId, useState } from 'react';
import { formatExactTime } from '../../../platform/ui/formatted-values.tsx';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { Avatar } from '../../../platform/ui/avatar.tsx';
import { Empty } from '../../../platform/ui/empty.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { useDelayed } from '../../../platform/ui/hooks.ts';
import { Hint } from '../../../platform/ui/hint.tsx';
import { Card, DividedList, Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { Grid, Page, Toolbar } from '../../../platform/ui/page-layout.tsx';
import { Field, Section } from '../../../platform/ui/page-parts.tsx';
import { PrincipalSelect } from '../../access/principal-select.tsx';

type Absence = OutputOf<typeof absences.list>['own'][number];

/** The user's absences, and their substitutes in flows. */
export function AbsencesPage(): ReactNode {
  const t = useText('workflows');
  const found = useCall(absences.list, {});
  const late = useDelayed(found.isPending);
  return (
    <Page narrow>
      <Toolbar as="header" title={t('away')} />
      <Hint spaced>{t('awayHint')}</Hint>
      <NewAbsence />
      {found.error !== null && found.data === undefined && <ErrorBox small error={found.error} retry={() => void found.refetch()} />}
      {late && <Skeleton active title={false} />}
      {found.data && (
        <>
          <Section title={t('ownAbsences')}>
            {found.data.own.length === 0 ? (
              <Empty small icon={<UserSwitchOutlined />} title={t('noAbsences')} />
            ) : (
              <Absences list={found.data.own} own />
            )}
          </Section>
          {found.data.others.length > 0 && (
            <Section title={t('otherAbsences')}>
              <Absences list={found.data.others} />
            </Section>
          )}
        </>
      )}
    </Page>
  );
}

function NewAbsence(): ReactNode {
  const t = useText('workflows');
  const range = useId();
  const [person, setPerson] = useState<Principal>();
  const [days, setDays] = useState<[Dayjs | null, Dayjs | null]>([dayjs(), null]);
  const create = useCallMutation(absences.create, { refresh: [absences.list] });
  const [from, until] = days;
  const save = async (): Promise<void> => {
    if (person === undefined || from === null || until === null) return;
    const times = { begins: from.startOf('day').toISOString(), ends: until.endOf('day').toISOString() };
    await create.mutateAsync({ userId: person.id, ...times });
    notice.success(t('absenceKept', { name: person.name }));
    setPerson(undefined);
    setDays([dayjs(), null]);
  };
  return (
    <Card
      as="form"
      gap={4}
      onSubmit={(event) => {
        event.preventDefault();
        void save().catch(() => undefined);
      }}
    >
      <Grid min={220} gap={4}>
        <Field label={t('standIn')}>
          <Row>
            <PrincipalSelect type="user" value={person} onChange={setPerson} label={t('standIn')} isLabeled />
          </Row>
        </Field>
        <Field label={t('awayFromTo')} htmlFor={range}>
          <DatePicker.RangePicker
            id={{ start: range }}
            value={days}
            minDate={dayjs().startOf('day')}
            placeholder={[t('firstDay'), t('lastDay')]}
            onChange={(next) => setDays([next?.[0] ?? null, next?.[1] ?? null])}
          />
        </Field>
      </Grid>
      <Row>
        <Button
          type="primary"
          htmlType="submit"
          loading={create.isPending}
          disabled={person === undefined || from === null || until === null}
        >
          {t('save')}
        </Button>
      </Row>
    </Card>
  );
}

/** A bound of an absence: the day, and the time where it is not that of a whole day. */
function boundText(iso: string, whole: Dayjs): string {
  const text = formatExactTime(iso);
  return dayjs(iso).isSame(whole, 'minute') ? text.slice(0, 10) : text.slice(0, -3);
}

function Absences({ list, own = false }: { list: readonly Absence[]; own?: boolean }): ReactNode {
  const t = useText('workflows');
  const remove = useCallMutation(absences.delete, { refresh: [absences.list] });
  return (
    <DividedList lines="roomy">
      {list.map((absence) => (
        <Row as="li" key={absence.id} gap={3}>
          <Avatar name={absence.personName} size={32} />
          <Stack grow>
            <Text strong truncate>
              {absence.personName || t('goneOne')}
            </Text>
            <Text size="s" tone="muted" numeric>
              {t('fromTo', {
                from: boundText(absence.from, dayjs(absence.from).startOf('day')),
                until: boundText(absence.until, dayjs(absence.until).endOf('day')),
              })}
            </Text>
          </Stack>
          {absence.active && (
            <Text as="small" size="xs" tone="done">
              {t('activeNow')}
            </Text>
          )}
          {own && (
            <Button
              type="text"
              danger
              icon={<DeleteOutlined />}
              aria-label={t('endAbsence', { name: absence.personName })}
              title={t('endAbsence', { name: absence.personName })}
              loading={remove.isPending}
              onClick={() => void remove.mutateAsync({ id: absence.id }).catch(() => undefined)}
            />
          )}
        </Row>
      ))}
    </DividedList>
  );
}
