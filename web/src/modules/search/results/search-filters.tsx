import { FilterOutlined } from '@ant-design/icons';
import { areas, moduleType } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import type { Principal } from '@dossier/contract/identity/users';
import { Button, DatePicker, Popover, Select } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { useCall } from '../../../platform/query.ts';
import { session } from '../../../platform/sessions.ts';
import { useMedia } from '../../../platform/ui/hooks.ts';
import { Row, Stack } from '../../../platform/ui/layout.tsx';
import { FilterChip } from '../../../platform/ui/list-bars.tsx';
import { PrincipalSelect } from '../../access/principal-select.tsx';
import { CardChip, CardFilter, TagChips, TagFilter } from '../../classification/search-filters.tsx';
import { useCurrentUser } from '../../identity/current-user.ts';
import { type SearchQuery, areaOf, fileKindNames } from '../search-query.ts';
import styles from './search.module.css';

const areaKeys = { [moduleType.my]: 'areaMy', [moduleType.enterprise]: 'areaEnterprise', [moduleType.system]: 'areaSystem' } as const;
const day = 'YYYY-MM-DD';

interface FiltersProps {
  query: SearchQuery;
  page: number;
  set: (changes: Partial<SearchQuery>) => void;
  /** Stands after the filters. */
  children?: ReactNode;
}

/** The search filters, all stored in the address: those that are usual, a button for the others, and what the others are set to. */
export function SearchFilters({ query, page, set, children }: FiltersProps): ReactNode {
  const t = useText('search');
  const hasNoRoomForDays = useMedia('laptop');
  const isPhone = useMedia('phone');
  const more = <MoreFilters query={query} set={set} hasDays={hasNoRoomForDays} />;
  const person: Principal | undefined =
    query.creatorId === undefined ? undefined : { type: 'user', id: query.creatorId, name: query.creator ?? query.creatorId };
  return (
    <Row gap={2} wrap className={styles.filters} role="group" aria-label={t('filters')}>
      {/* what scrolls out of a phone's window is not the button for the rest */}
      {isPhone && more}
      {query.parentId !== undefined && <FolderTag id={query.parentId} close={() => set({ parentId: undefined })} />}
      <AreaSelect value={areaOf(query, page)} set={set} />
      <KindSelect value={query.type} set={set} />
      <Row as="span" className={styles.person}>
        <PrincipalSelect
          type="user"
          size="small"
          value={person}
          label={t('creator')}
          onChange={(candidate) => set({ creatorId: candidate?.id, creator: candidate?.name })}
        />
      </Row>
      {!hasNoRoomForDays && <Days query={query} set={set} />}
      {!isPhone && more}
      {children}
      <FilterChips query={query} set={set} hasDays={hasNoRoomForDays} />
    </Row>
  );
}

interface MoreFiltersProps extends Pick<FiltersProps, 'query' | 'set'> {
  /** Whether the days are among them. */
  hasDays: boolean;
}

const isInPart = ({ in: part = 'all' }: SearchQuery): boolean => part !== 'all';
const hasDay = ({ from, to }: SearchQuery): boolean => from !== undefined || to !== undefined;

/** A button that shows the filters that are set less often, and tells how many of them are set. */
function MoreFilters({ query, set, hasDays }: MoreFiltersProps): ReactNode {
  const t = useText('search');
  const isPhone = useMedia('phone');
  const [open, setOpen] = useState(false);
  const count = [isInPart(query), query.card !== undefined, query.tagIds !== undefined, hasDays && hasDay(query)].filter(Boolean).length;
  if (session.viewsAs() && !hasDays) return null;
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      // on a phone it moves sideways where it would leave the window
      placement={isPhone ? 'bottom' : 'bottomLeft'}
      content={
        <Stack gap={3} className={styles.more} role="group" aria-label={t('moreFilters')}>
          {!session.viewsAs() && <RareFilters query={query} set={set} />}
          {hasDays && <Days query={query} set={set} />}
        </Stack>
      }
    >
      <Button size="small" icon={<FilterOutlined />} aria-haspopup="dialog" aria-expanded={open}>
        {count === 0 ? t('moreFilters') : t('moreFiltersOn', { count })}
      </Button>
    </Popover>
  );
}

function RareFilters({ query, set }: Pick<FiltersProps, 'query' | 'set'>): ReactNode {
  const t = useText('search');
  return (
    <>
      <Choice
        label={t('lookIn')}
        value={query.in ?? 'all'}
        set={(value) => set({ in: value === 'all' ? undefined : value })}
        options={(['all', 'name', 'content'] as const).map((value) => ({ value, label: t(`in_${value}`) }))}
      />
      <TagFilter value={query.tagIds?.split(',') ?? []} onChange={(ids) => set({ tagIds: ids.length === 0 ? undefined : ids.join(',') })} />
      <CardFilter key={query.card ?? ''} value={query.card} onChange={(card) => set({ card })} />
    </>
  );
}

/** What the filters behind the button are set to; each can be removed here. */
function FilterChips({ query, set, hasDays }: MoreFiltersProps): ReactNode {
  const t = useText('search');
  const ids = query.tagIds?.split(',') ?? [];
  const withoutTag = (id: string): void => {
    const others = ids.filter((one) => one !== id);
    set({ tagIds: others.length === 0 ? undefined : others.join(',') });
  };
  return (
    <>
      {isInPart(query) && <FilterChip name={t(`in_${query.in ?? 'all'}`)} remove={() => set({ in: undefined })} />}
      {ids.length > 0 && <TagChips ids={ids} remove={withoutTag} />}
      {query.card !== undefined && <CardChip value={query.card} remove={() => set({ card: undefined })} />}
      {hasDays && hasDay(query) && (
        <FilterChip name={[query.from ?? '…', query.to ?? '…'].join(' – ')} remove={() => set({ from: undefined, to: undefined })} />
      )}
    </>
  );
}

/** The order of the results; it narrows nothing. */
export function SearchSort({ query, set }: Pick<FiltersProps, 'query' | 'set'>): ReactNode {
  const t = useText('search');
  return (
    <Choice
      label={t('sort')}
      value={query.sort ?? 'relevance'}
      set={(value) => set({ sort: value === 'relevance' ? undefined : value })}
      options={(['relevance', 'time', 'name'] as const).map((value) => ({ value, label: t(`sort_${value}`) }))}
    />
  );
}

interface ChoiceProps<V extends string | number> {
  label: string;
  value: V;
  set: (value: V) => void;
  options: { value: V; label: string }[];
}

function Choice<V extends string | number>({ label, value, set, options }: ChoiceProps<V>): ReactNode {
  return <Select<V> size="small" popupMatchSelectWidth={false} aria-label={label} value={value} onChange={set} options={options} />;
}

function AreaSelect({ value, set }: { value: number; set: FiltersProps['set'] }): ReactNode {
  const t = useText('search');
  const user = useCurrentUser();
  const areaOptions = areas
    .filter((area) => user.moduleTypes.includes(area))
    .map((area) => ({ value: area as number, label: t(areaKeys[area]) }));
  return (
    <Choice
      label={t('area')}
      value={value}
      set={(area) => set({ moduleType: area, parentId: undefined })}
      options={[{ value: 0, label: t('allAreas') }, ...areaOptions]}
    />
  );
}

function KindSelect({ value, set }: { value: string | undefined; set: FiltersProps['set'] }): ReactNode {
  const t = useText('search');
  return (
    <Select
      size="small"
      allowClear
      popupMatchSelectWidth={false}
      aria-label={t('kind')}
      placeholder={t('kind')}
      value={value ?? null}
      onChange={(kind: string | undefined) => set({ type: kind ?? undefined })}
      options={fileKindNames.map((kind) => ({ value: kind, label: t(`kind_${kind}`) }))}
    />
  );
}

/** antd gives both inputs the name of the pair; each needs its own. */
function DayInput(props: ComponentProps<'input'>): ReactNode {
  return <input {...props} aria-label={[props['aria-label'], props.placeholder].join(' ')} />;
}

function Days({ query, set }: Pick<FiltersProps, 'query' | 'set'>): ReactNode {
  const t = useText('search');
  const now = dayjs();
  const presets: { label: string; value: [Dayjs, Dayjs] }[] = [
    { label: t('today'), value: [now, now] },
    { label: t('week'), value: [now.subtract(6, 'day'), now] },
    { label: t('month'), value: [now.subtract(29, 'day'), now] },
    { label: t('year'), value: [now.subtract(1, 'year'), now] },
  ];
  return (
    <DatePicker.RangePicker
      size="small"
      className={styles.days ?? ''}
      allowEmpty={[true, true]}
      placeholder={[t('from'), t('to')]}
      aria-label={t('changedBetween')}
      components={{ input: DayInput }}
      presets={presets}
      value={[query.from === undefined ? null : dayjs(query.from), query.to === undefined ? null : dayjs(query.to)]}
      onChange={(days) => set({ from: days?.[0]?.format(day), to: days?.[1]?.format(day) })}
    />
  );
}

function FolderTag({ id, close }: { id: string; close: () => void }): ReactNode {
  const t = useText('search');
  const ancestorPath = useCall(library.ancestors, { id });
  return <FilterChip name={t('inFolder', { name: ancestorPath.data?.at(-1)?.name ?? id })} remove={close} />;
}
