import { type PersonQuota, limits } from '@dossier/contract/identity/quotas';
import { Button, Form, Radio, type TableColumnsType } from 'antd';
import { type ReactNode, useState } from 'react';
import { openDialog } from '../../../platform/dialogs.ts';
import { formatSize } from '../../../platform/format.ts';
import { textOf, useLanguage, useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { BytesInput } from '../../../platform/ui/bytes-input.tsx';
import { FormDialog } from '../../../platform/ui/form-dialog.tsx';
import { FileSize } from '../../../platform/ui/formatted-values.tsx';
import { useMedia } from '../../../platform/ui/hooks.ts';
import { SearchBar } from '../../../platform/ui/list-page.tsx';
import { PagedTable, usePagedSearch } from '../../../platform/ui/paged-table.tsx';
import { QuotaMeter } from '../../identity/quota-meter.tsx';
import styles from './quotas.module.css';

/** Opens the dialog that sets what the own areas of people may hold. */
export function openQuota(people: readonly PersonQuota[], onDone: () => void = () => undefined): void {
  openDialog((close) => <QuotaDialog people={people} onDone={onDone} close={close} />);
}

interface QuotaDialogProps {
  people: readonly PersonQuota[];
  onDone: () => void;
  close: () => void;
}

function QuotaDialog({ people, onDone, close }: QuotaDialogProps): ReactNode {
  const t = useText('administration.quotas');
  const meter = useText('identity.quotas');
  const set = useCallMutation(limits.setQuota, { refresh: [limits.quotas, limits.ownQuota] });
  const [first] = people;
  if (first === undefined) return null;
  const save = async ({ most }: { most: number | null }): Promise<void> => {
    await set.mutateAsync({ userIds: people.map(({ id }) => id), most: most ?? '' });
    notice.success(t('quotaSaved'));
    onDone();
  };
  const alone = people.length === 1;
  return (
    <FormDialog<{ most: number | null }>
      title={alone ? t('setQuotaOf', { name: first.fullName }) : t('setQuotaOfMany', { count: people.length })}
      ok={t('save')}
      initial={{ most: alone ? (first.most ?? null) : null }}
      save={save}
      close={close}
    >
      {alone && first.most !== undefined && <QuotaMeter quota={{ used: first.used, most: first.most }} label={meter('ownArea')} />}
      <Form.Item name="most" label={t('quotaLabel')} extra={t('quotaHint')}>
        <BytesInput autoFocus />
      </Form.Item>
    </FormDialog>
  );
}

interface DefaultQuota {
  /** What new people of the organisation start with; 0 without a limit, undefined as the site says. */
  own?: number | undefined;
  site?: number | undefined;
}

type Kind = 'site' | 'none' | 'own';

/** Opens the dialog that sets what new people start with. */
export function openDefaultQuota(now: DefaultQuota): void {
  openDialog((close) => <DefaultDialog now={now} close={close} />);
}

function DefaultDialog({ now, close }: { now: DefaultQuota; close: () => void }): ReactNode {
  const t = useText('administration.quotas');
  const language = useLanguage();
  const set = useCallMutation(limits.setDefaultQuota, { refresh: [limits.defaultQuota] });
  const site = now.site === undefined ? textOf('administration.quotas')('withoutLimit') : formatSize(now.site, language);
  const save = async ({ kind, most }: { kind: Kind; most?: number | null }): Promise<void> => {
    await set.mutateAsync({ most: kind === 'site' ? '' : kind === 'none' ? 0 : (most ?? 0) });
    notice.success(t('quotaSaved'));
  };
  return (
    <FormDialog<{ kind: Kind; most: number | null }>
      title={t('newPeopleTitle')}
      ok={t('save')}
      initial={{ kind: now.own === undefined ? 'site' : now.own === 0 ? 'none' : 'own', most: now.own ? now.own : null }}
      save={save}
      close={close}
    >
      <Form.Item name="kind" extra={t('defaultHint')}>
        <Radio.Group
          aria-label={t('newPeopleTitle')}
          vertical
          options={[
            { value: 'site', label: t('asSite', { size: site }) },
            { value: 'none', label: t('withoutLimit') },
            { value: 'own', label: t('ownLimit') },
          ]}
        />
      </Form.Item>
      <Form.Item noStyle dependencies={['kind']}>
        {({ getFieldValue }) =>
          getFieldValue('kind') === 'own' && (
            <Form.Item name="most" label={t('quotaLabel')}>
              <BytesInput autoFocus />
            </Form.Item>
          )
        }
      </Form.Item>
    </FormDialog>
  );
}

/** What the own areas of the organisation's people hold and may hold, and what the organisation itself may. */
export function QuotasPage(): ReactNode {
  const t = useText('administration.quotas');
  const meter = useText('identity.quotas');
  const asked = usePagedSearch();
  const found = useCall(limits.quotas, asked.input, { keep: true });
  const around = useCall(limits.defaultQuota, {});
  const [chosen, setChosen] = useState<PersonQuota[]>([]);
  const columns = useColumns();
  const now = around.data;
  return (
    <div className={styles.page}>
      {now?.space && (
        <div className={styles.space}>
          <QuotaMeter quota={now.space} label={meter('spaceOf')} />
        </div>
      )}
      <SearchBar label={t('findPeople')} search={asked}>
        {chosen.length > 0 && <span className={styles.chosen}>{t('chosen', { count: chosen.length })}</span>}
        {chosen.length > 0 && (
          <Button type="primary" onClick={() => openQuota(chosen, () => setChosen([]))}>
            {t('setQuota')}
          </Button>
        )}
        <Button disabled={!now} onClick={() => now && openDefaultQuota(now)}>
          {t('newPeople')}
        </Button>
      </SearchBar>
      <PagedTable<PersonQuota, typeof asked.page>
        found={found}
        page={asked.page}
        setPage={asked.setPage}
        columns={columns}
        empty={{ title: t('nobodyFound') }}
        menuOf={(person) => [{ key: 'quota', label: t('setQuota'), onClick: () => openQuota([person]) }]}
        menuName={({ fullName }) => t('actionsOf', { name: fullName })}
        choice={{
          selectedRowKeys: chosen.map(({ id }) => id),
          preserveSelectedRowKeys: true,
          onChange: (_, rows) => setChosen(rows.slice(0, 100)),
          getCheckboxProps: ({ fullName }) => ({ 'aria-label': fullName }),
        }}
      />
    </div>
  );
}

function Share({ used, most, bare = false }: Pick<PersonQuota, 'used' | 'most'> & { bare?: boolean }): ReactNode {
  const t = useText('administration.quotas');
  return most === undefined ? null : <QuotaMeter quota={{ used, most }} label={t('share')} bare={bare} />;
}

function useColumns(): TableColumnsType<PersonQuota> {
  const t = useText('administration.quotas');
  const phone = useMedia('phone');
  const person = (one: PersonQuota): ReactNode => (
    <span className={styles.person} data-off={!one.enabled || undefined}>
      <span>{one.fullName}</span>
      <span className={styles.login}>{one.loginName}</span>
      {phone && (
        <span className={styles.below}>
          {one.most === undefined ? <FileSize bytes={one.used} /> : <Share used={one.used} most={one.most} />}
        </span>
      )}
    </span>
  );
  return [
    { key: 'person', title: t('person'), render: (_, one) => person(one) },
    { key: 'used', title: t('used'), align: 'end', width: 120, render: (_, one) => <FileSize bytes={one.used} /> },
    {
      key: 'most',
      title: t('most'),
      align: 'end',
      width: 120,
      render: (_, one) => (one.most === undefined ? t('noLimitSet') : <FileSize bytes={one.most} />),
    },
    { key: 'share', title: t('share'), width: 220, render: (_, one) => <Share used={one.used} most={one.most} bare /> },
  ];
}
