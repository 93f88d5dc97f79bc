import { DeleteOutlined } from '@ant-design/icons';
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
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { useDelayed } from '../../../platform/ui/hooks.ts';
import { Hint } from '../../../platform/ui/hint.tsx';
import { DividedList, Row, Text } from '../../../platform/ui/layout.tsx';
import { Page, Toolbar } from '../../../platform/ui/page-layout.tsx';
import { Field, Section } from '../../../platform/ui/page-parts.tsx';
import { PrincipalSelect } from '../../access/principal-select.tsx';
import styles from '../flows.module.css';

type Absence = OutputOf<typeof absences.list>['own'][number];

/** The user's absences, and their substitutes in flows. */
export function AbsencesPage(): ReactNode {
  const t = useText('workflows');
  const found = useCall(absences.list, {});
  const late = useDelayed(found.isPending);
  return (
    <Page>
      <Toolbar as="header" title={t('away')} />
      <Hint>{t('awayHint')}</Hint>
      <NewAbsence />
      {found.error !== null && found.data === undefined && <ErrorBox small error={found.error} retry={() => void found.refetch()} />}
      {late && <Skeleton active title={false} />}
      {found.data && (
        <>
          <Section title={t('ownAbsences')}>
            {found.data.own.length === 0 ? <Hint>{t('noAbsences')}</Hint> : <Absences list={found.data.own} own />}
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
    <Row
      as="form"
      gap={4}
      align="end"
      wrap
      className={styles.actions}
      onSubmit={(event) => {
        event.preventDefault();
        void save().catch(() => undefined);
      }}
    >
      <Field label={t('awayFromTo')} htmlFor={range}>
        <DatePicker.RangePicker
          id={{ start: range }}
          value={days}
          minDate={dayjs().startOf('day')}
          placeholder={[t('firstDay'), t('lastDay')]}
          onChange={(next) => setDays([next?.[0] ?? null, next?.[1] ?? null])}
        />
      </Field>
      <Field label={t('standIn')}>
        <Row className={styles.delegate}>
          <PrincipalSelect type="user" value={person} onChange={setPerson} label={t('standIn')} isLabeled />
        </Row>
      </Field>
      <Button
        type="primary"
        htmlType="submit"
        loading={create.isPending}
        disabled={person === undefined || from === null || until === null}
      >
        {t('save')}
      </Button>
    </Row>
  );
}

function Absences({ list, own = false }: { list: readonly Absence[]; own?: boolean }): ReactNode {
  const t = useText('workflows');
  const remove = useCallMutation(absences.delete, { refresh: [absences.list] });
  return (
    <DividedList lines="roomy" className={styles.measure}>
      {list.map((absence) => (
        <Row as="li" key={absence.id} gap={4} wrap>
          <strong>{absence.personName || t('goneOne')}</strong>
          <span>
            {t('fromTo', { from: formatExactTime(absence.from).slice(0, -3), until: formatExactTime(absence.until).slice(0, -3) })}
          </span>
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
