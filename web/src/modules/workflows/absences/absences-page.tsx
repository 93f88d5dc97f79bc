import { DeleteOutlined } from '@ant-design/icons';
import type { OutputOf } from '@dossier/contract/core/route';
import type { Principal } from '@dossier/contract/identity/users';
import { absences } from '@dossier/contract/workflows/flows';
import { Button, DatePicker, Skeleton } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { type ReactNode, useId, useState } from 'react';
import { formatExactTime } from '../../../platform/format.ts';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import record from '../../../platform/ui/detail-page.module.css';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { useDelayed } from '../../../platform/ui/hooks.ts';
import { PrincipalSelect } from '../../access/principal-select.tsx';
import styles from '../flows.module.css';
import form from '../form/flow-form.module.css';

type Absence = OutputOf<typeof absences.list>['own'][number];

/** The user's absences, and their substitutes in flows. */
export function AbsencesPage(): ReactNode {
  const t = useText('workflows');
  const found = useCall(absences.list, {});
  const late = useDelayed(found.isPending);
  return (
    <div className={record.page}>
      <header className={record.head}>
        <h1>{t('away')}</h1>
      </header>
      <p className={styles.hint}>{t('awayHint')}</p>
      <NewAbsence />
      {found.error !== null && found.data === undefined && <ErrorBox small error={found.error} retry={() => void found.refetch()} />}
      {late && <Skeleton active title={false} />}
      {found.data && (
        <>
          <section className={record.part}>
            <h2>{t('ownAbsences')}</h2>
            {found.data.own.length === 0 ? <p className={styles.hint}>{t('noAbsences')}</p> : <Absences list={found.data.own} own />}
          </section>
          {found.data.others.length > 0 && (
            <section className={record.part}>
              <h2>{t('otherAbsences')}</h2>
              <Absences list={found.data.others} />
            </section>
          )}
        </>
      )}
    </div>
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
    <form
      className={form.row}
      onSubmit={(event) => {
        event.preventDefault();
        void save().catch(() => undefined);
      }}
    >
      <div className={form.field}>
        <label htmlFor={range}>{t('awayFromTo')}</label>
        <DatePicker.RangePicker
          id={{ start: range }}
          value={days}
          minDate={dayjs().startOf('day')}
          placeholder={[t('firstDay'), t('lastDay')]}
          onChange={(next) => setDays([next?.[0] ?? null, next?.[1] ?? null])}
        />
      </div>
      <div className={form.field}>
        <span>{t('standIn')}</span>
        <div className={form.pick}>
          <PrincipalSelect type="user" value={person} onChange={setPerson} label={t('standIn')} />
        </div>
      </div>
      <Button
        type="primary"
        htmlType="submit"
        loading={create.isPending}
        disabled={person === undefined || from === null || until === null}
      >
        {t('save')}
      </Button>
    </form>
  );
}

function Absences({ list, own = false }: { list: readonly Absence[]; own?: boolean }): ReactNode {
  const t = useText('workflows');
  const remove = useCallMutation(absences.delete, { refresh: [absences.list] });
  return (
    <ul className={form.absences}>
      {list.map((absence) => (
        <li key={absence.id}>
          <strong>{absence.personName || t('goneOne')}</strong>
          <span>
            {t('fromTo', { from: formatExactTime(absence.from).slice(0, -3), until: formatExactTime(absence.until).slice(0, -3) })}
          </span>
          {absence.active && <small>{t('activeNow')}</small>}
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
        </li>
      ))}
    </ul>
  );
}
