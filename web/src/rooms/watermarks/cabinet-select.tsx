import { library } from '@dossier/contract/library';
import { areas } from '@dossier/contract/rights';
import { mostOfMarks } from '@dossier/contract/watermarks';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { call } from '../../ground/call.ts';
import { useText } from '../../ground/text.ts';

interface CabinetSelectProps {
  id?: string;
  value?: string[];
  onChange?: (ids: string[]) => void;
  /** Cabinets whose names are known before any was looked for. */
  known: readonly { id: string; name: string }[];
}

/** Chooses cabinets among those that the person sees; others that somebody chose before stay, without their names. */
export function CabinetSelect({ id, value = [], onChange, known }: CabinetSelectProps): ReactNode {
  const t = useText('watermarks');
  const [open, setOpen] = useState(false);
  const found = useQuery({
    queryKey: [library.cabinets.path, 'all'],
    queryFn: async ({ signal }) => {
      const pages = await Promise.all(
        areas.map((moduleType) => call(library.cabinets, { moduleType, pageNo: 1, pageSize: 1000 }, { quiet: true, signal })),
      );
      return pages.flatMap((page) => page.list.map((one) => ({ id: one.id, name: one.name })));
    },
    enabled: open,
    staleTime: 60_000,
  });
  const named = new Map([...known, ...(found.data ?? [])].map((one) => [one.id, one.name]));
  const options = [...new Set([...named.keys(), ...value])].map((one) => ({ value: one, label: named.get(one) ?? t('unseenCabinet') }));
  return (
    <Select
      {...(id !== undefined && { id })}
      mode="multiple"
      value={value}
      onChange={onChange}
      options={options}
      maxCount={mostOfMarks.cabinets}
      showSearch={{ optionFilterProp: 'label' }}
      loading={found.isLoading}
      onOpenChange={setOpen}
      placeholder={t('allCabinets')}
      notFoundContent={found.isLoading ? t('loading') : found.error ? found.error.message : t('noCabinets')}
    />
  );
}
