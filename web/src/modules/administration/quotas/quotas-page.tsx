import { type PersonQuota, limits } from '@dossier/contract/identity/quotas';
import { Button, Form, Radio, type TableColumnsType } from 'antd';
import { type ReactNode, useState } from 'react';
import { openDialog } from '../../../platform/dialogs.ts';
import { FileSize, formatSize } from '../../../platform/ui/formatted-values.tsx';
import { textOf, useLanguage, useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { BytesInput } from '../../../platform/ui/bytes-input.tsx';
import { FormDialog } from '../../../platform/ui/form-dialog.tsx';
import { Text } from '../../../platform/ui/layout.tsx';
import { Page } from '../../../platform/ui/page-layout.tsx';
import { NameCell } from '../../../platform/ui/list-cells.tsx';
import { PagedTable, usePagedSearch } from '../../../platform/ui/paged-table.tsx';
import { SearchBar } from '../../../platform/ui/list-bars.tsx';
import { QuotaMeter } from '../../identity/quota-meter.tsx';
import styles from './quotas.module.css';

/** Opens the dialog that sets the quotas of users' personal areas. */
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
  /** The default quota of the organisation; 0: no limit, undefined: the site's default. */
  own?: number | undefined;
  site?: number | undefined;
}

type Kind = 'site' | 'none' | 'own';

/** Opens the dialog that sets the default quota of new users. */
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

/** Usage and quotas of the users' personal areas, and of the organisation. */
export function QuotasPage(): ReactNode {
  const t = useText('administration.quotas');
  const meter = useText('identity.quotas');
  const pagedSearch = usePagedSearch();
  const found = useCall(limits.quotas, pagedSearch.input, { keep: true });
  const around = useCall(limits.defaultQuota, {});
  const [chosen, setChosen] = useState<PersonQuota[]>([]);
  const columns = useColumns();
  const now = around.data;
  return (
    <Page>
      {now?.space && (
        <div className={styles.space}>
          <QuotaMeter quota={now.space} label={meter('spaceOf')} />
        </div>
      )}
      <SearchBar label={t('findPeople')} search={pagedSearch}>
        {chosen.length > 0 && <Text tone="muted">{t('chosen', { count: chosen.length })}</Text>}
        {chosen.length > 0 && (
          <Button type="primary" onClick={() => openQuota(chosen, () => setChosen([]))}>
            {t('setQuota')}
          </Button>
        )}
        <Button disabled={!now} onClick={() => now && openDefaultQuota(now)}>
          {t('newPeople')}
        </Button>
      </SearchBar>
      <PagedTable<PersonQuota, typeof pagedSearch.page>
        found={found}
        page={pagedSearch.page}
        setPage={pagedSearch.setPage}
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
    </Page>
  );
}

function Share({ used, most, bare = false }: Pick<PersonQuota, 'used' | 'most'> & { bare?: boolean }): ReactNode {
  const t = useText('administration.quotas');
  return most === undefined ? null : <QuotaMeter quota={{ used, most }} label={t('share')} bare={bare} />;
}

function useColumns(): TableColumnsType<PersonQuota> {
  const t = useText('administration.quotas');
  const person = (row: PersonQuota): ReactNode => (
    <NameCell
      off={!row.enabled}
      phoneMore={row.most === undefined ? <FileSize bytes={row.used} /> : <Share used={row.used} most={row.most} />}
    >
      <span>{row.fullName}</span>
      <Text size="s" tone="muted">
        {row.loginName}
      </Text>
    </NameCell>
  );
  return [
    { key: 'person', title: t('person'), render: (_, row) => person(row) },
    { key: 'used', title: t('used'), align: 'end', width: 120, render: (_, row) => <FileSize bytes={row.used} /> },
    {
      key: 'most',
      title: t('most'),
      align: 'end',
      width: 120,
      render: (_, row) => (row.most === undefined ? t('noLimitSet') : <FileSize bytes={row.most} />),
    },
    { key: 'share', title: t('share'), width: 220, render: (_, row) => <Share used={row.used} most={row.most} bare /> },
  ];
}
