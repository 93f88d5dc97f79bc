import { library } from '@dossier/contract/library';
import { areas, right } from '@dossier/contract/rights';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { type ReactNode, useId } from 'react';
import { call } from '../../ground/call.ts';
import { useText } from '../../ground/text.ts';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import styles from './flows.module.css';
import form from './flow-form.module.css';

interface CabinetFieldProps {
  /** The one that the template has now; without a name where the person does not see it. */
  known: { id: string; name: string } | undefined;
  value: string | undefined;
  onChange: (id: string) => void;
}

/** Chooses the publishing cabinet that a template feeds, among those that the person manages. */
export function CabinetField({ known, value, onChange }: CabinetFieldProps): ReactNode {
  const t = useText('flows');
  const id = useId();
  const found = useQuery({
    queryKey: [library.cabinets.path, 'publishing'],
    queryFn: async ({ signal }) => {
      const pages = await Promise.all(
        areas.map((moduleType) => call(library.cabinets, { moduleType, pageNo: 1, pageSize: 1000 }, { quiet: true, signal })),
      );
      const all = pages.flatMap((page) => page.list);
      return all
        .filter((one) => one.publishing === true && (one.rights & right.manage) !== 0)
        .map((one) => ({ id: one.id, name: one.name }));
    },
    staleTime: 60_000,
  });
  const list = found.data ?? [];
  const all = known === undefined || list.some((one) => one.id === known.id) ? list : [known, ...list];
  return (
    <div className={form.field}>
      <label htmlFor={id}>{t('cabinet')}</label>
      {found.error !== null && <ErrorBox small error={found.error} retry={() => void found.refetch()} />}
      <Select<string>
        id={id}
        {...(value !== undefined && { value })}
        loading={found.isFetching}
        placeholder={t('chooseCabinet')}
        notFoundContent={t('noCabinet')}
        options={all.map((one) => ({ value: one.id, label: one.name || t('unseenCabinet') }))}
        onChange={onChange}
      />
      <p className={styles.hint}>{t('cabinetHint')}</p>
    </div>
  );
}
