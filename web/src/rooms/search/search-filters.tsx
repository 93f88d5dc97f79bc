import { library } from '@dossier/contract/library';
import type { Grantee } from '@dossier/contract/people';
import { areas, moduleType } from '@dossier/contract/rights';
import { DatePicker, Select, Tag } from 'antd';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import { useCall } from '../../ground/use-call.ts';
import { GranteeSelect } from '../permissions/grantee-select.tsx';
import { useCurrentUser } from '../session/current-user.ts';
import styles from './search.module.css';
import { areaOf, fileKindNames, type SearchQuery } from './search-query.ts';

const areaKeys = { [moduleType.my]: 'areaMy', [moduleType.enterprise]: 'areaEnterprise', [moduleType.system]: 'areaSystem' } as const;
const day = 'YYYY-MM-DD';

interface FiltersProps {
  query: SearchQuery;
  page: number;
  set: (changes: Partial<SearchQuery>) => void;
}

/** What narrows the search; all of it stands in the address. */
export function SearchFilters({ query, page, set }: FiltersProps): ReactNode {
  const t = useText('search');
  const user = useCurrentUser();
  const person: Grantee | undefined =
    query.creatorId === undefined ? undefined : { type: 'user', id: query.creatorId, name: query.creator ?? query.creatorId };
  return (
    <div className={styles.filters} role="group" aria-label={t('filters')}>
      {query.parentId !== undefined && <FolderTag id={query.parentId} close={() => set({ parentId: undefined })} />}
      <Select
        size="small"
        popupMatchSelectWidth={false}
        aria-label={t('area')}
        value={areaOf(query, page)}
        onChange={(value: number) => set({ moduleType: value, parentId: undefined })}
        options={[
          { value: 0, label: t('allAreas') },
          ...areas.filter((area) => user.moduleTypes.includes(area)).map((area) => ({ value: area as number, label: t(areaKeys[area]) })),
        ]}
      />
      <Select
        size="small"
        popupMatchSelectWidth={false}
        aria-label={t('lookIn')}
        value={query.in ?? 'all'}
        onChange={(value) => set({ in: value === 'all' ? undefined : value })}
        options={(['all', 'name', 'content'] as const).map((value) => ({ value, label: t(`in_${value}`) }))}
      />
      <Select
        size="small"
        allowClear
        popupMatchSelectWidth={false}
        aria-label={t('kind')}
        placeholder={t('kind')}
        className={styles.kind ?? ''}
        value={query.type ?? null}
        onChange={(value: string | undefined) => set({ type: value ?? undefined })}
        options={fileKindNames.map((value) => ({ value, label: t(`kind_${value}`) }))}
      />
      <span className={styles.person}>
        <GranteeSelect
          type="user"
          size="small"
          value={person}
          label={t('creator')}
          onChange={(one) => set({ creatorId: one?.id, creator: one?.name })}
        />
      </span>
      <DatePicker.RangePicker
        size="small"
        className={styles.days ?? ''}
        allowEmpty={[true, true]}
        placeholder={[t('from'), t('to')]}
        aria-label={t('changedBetween')}
        presets={[
          { label: t('today'), value: [dayjs(), dayjs()] },
          { label: t('week'), value: [dayjs().subtract(6, 'day'), dayjs()] },
          { label: t('month'), value: [dayjs().subtract(29, 'day'), dayjs()] },
          { label: t('year'), value: [dayjs().subtract(1, 'year'), dayjs()] },
        ]}
        value={[query.from === undefined ? null : dayjs(query.from), query.to === undefined ? null : dayjs(query.to)]}
        onChange={(days) => set({ from: days?.[0]?.format(day), to: days?.[1]?.format(day) })}
      />
      <Select
        size="small"
        popupMatchSelectWidth={false}
        aria-label={t('sort')}
        value={query.sort ?? 'relevance'}
        onChange={(value) => set({ sort: value === 'relevance' ? undefined : value })}
        options={(['relevance', 'time', 'name'] as const).map((value) => ({ value, label: t(`sort_${value}`) }))}
      />
    </div>
  );
}

function FolderTag({ id, close }: { id: string; close: () => void }): ReactNode {
  const t = useText('search');
  const way = useCall(library.ancestors, { id });
  return (
    <Tag closable onClose={close} color="blue">
      {t('inFolder', { name: way.data?.at(-1)?.name ?? id })}
    </Tag>
  );
}
