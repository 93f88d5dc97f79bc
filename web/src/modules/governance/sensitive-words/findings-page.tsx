import { chosenPageSize } from '../../../platform/ui/data-table/list-preferences.ts';
import { Page, Toolbar } from '../../../platform/ui/page-layout.tsx';
import { FileDoneOutlined, ScanOutlined } from '@ant-design/icons';
import { type FindingState, findingStates, sensitiveWords } from '@dossier/contract/governance/sensitive-words';
import { useQuery } from '@tanstack/react-query';
import { Button, Progress, Segmented, Select } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { call } from '../../../platform/call.ts';
import { formatExactTime, formatNumber } from '../../../platform/ui/formatted-values.tsx';
import { useLanguage, useText } from '../../../platform/i18n.ts';
import { usePermissions } from '../../../platform/permissions.ts';
import { invalidateRoutes, useCall, useCallMutation } from '../../../platform/query.ts';
import { ClearIcon } from '../../../platform/ui/clear-icon.tsx';
import { Row, Text } from '../../../platform/ui/layout.tsx';
import { AppLink } from '../../../platform/ui/links.tsx';
import { SearchBar } from '../../../platform/ui/list-bars.tsx';
import { useDebouncedValue } from '../../../platform/use-debounced-value.ts';
import { FindingsTable } from './findings-table.tsx';
import { groupsPath } from './paths.ts';
import styles from './sensitive-words.module.css';

/** The filter of the findings. */
interface FindingFilter {
  state: FindingState | 'all';
  level: number | undefined;
  word: string;
}

interface FiltersProps {
  question: FindingFilter;
  change: (changes: Partial<FindingFilter>) => void;
}

/** The limit of a word in the contract. */
const longestWord = 100;

/** The filter fields. */
function FindingFilters({ question, change }: FiltersProps): ReactNode {
  const t = useText('governance');
  return (
    <SearchBar
      label={t('exactWord')}
      search={{ text: question.word, find: (word) => change({ word: word.slice(0, longestWord) }) }}
      views={
        <Segmented<FindingFilter['state']>
          aria-label={t('decision')}
          value={question.state}
          options={[...findingStates, 'all' as const].map((value) => ({ value, label: t(`state_${value}`) }))}
          onChange={(state) => change({ state })}
        />
      }
      filters={
        <Select<number>
          allowClear={{ clearIcon: <ClearIcon /> }}
          aria-label={t('level')}
          placeholder={t('level')}
          value={question.level ?? null}
          options={([1, 2, 3] as const).map((value) => ({ value, label: t(`level_${value}`) }))}
          onChange={(level?: number) => change({ level })}
        />
      }
    />
  );
}

const input = { pageNo: 1, pageSize: 1 };

/** The last scan of all documents: its progress or result; starts and stops a scan. */
function ScanBar(): ReactNode {
  const t = useText('governance');
  const language = useLanguage();
  const found = useQuery({
    queryKey: [sensitiveWords.scans.path, input],
    queryFn: ({ signal }) => call(sensitiveWords.scans, input, { quiet: true, signal }),
    refetchInterval: ({ state }) => (state.data?.list[0]?.state === 'running' ? 1500 : false),
  });
  const begin = useCallMutation(sensitiveWords.scan, { refresh: [sensitiveWords.scans] });
  const stop = useCallMutation(sensitiveWords.stopScan, { refresh: [sensitiveWords.scans] });
  const last = found.data?.list[0];
  const running = last?.state === 'running';
  const done = last?.done;
  useEffect(() => {
    // new findings belong in the list
    if (done !== undefined) void invalidateRoutes(sensitiveWords.finds);
  }, [done, running]);
  const format = (n: number): string => formatNumber(n, language);
  const summary =
    last === undefined
      ? t('noScan')
      : t(`scan_${last.state}`, {
          done: format(last.done),
          total: format(last.total),
          found: format(last.found),
          time: formatExactTime(last.begun),
        });
  return (
    <Row as="section" gap={3} wrap className={styles.scan} aria-label={t('scan')}>
      <Text numeric role="status">
        {found.data && summary}
      </Text>
      {running && (
        <Progress aria-label={t('scan')} percent={last.total === 0 ? 0 : Math.min(100, Math.floor((last.done / last.total) * 100))} />
      )}
      {running ? (
        <Button size="small" loading={stop.isPending} onClick={() => stop.mutate({ id: last.id })}>
          {t('stopScan')}
        </Button>
      ) : (
        <Button size="small" icon={<ScanOutlined />} loading={begin.isPending} onClick={() => begin.mutate({})}>
          {t('beginScan')}
        </Button>
      )}
    </Row>
  );
}

/** Findings of sensitive words, their decisions, and the scans. */
export function FindingsPage(): ReactNode {
  const t = useText('governance');
  const may = usePermissions();
  const [question, setQuestion] = useState<FindingFilter>({ state: 'open', level: undefined, word: '' });
  const [page, setPage] = useState({ pageNo: 1, pageSize: chosenPageSize() });
  const { state, level } = question;
  const word = useDebouncedValue(question.word.trim(), 300);
  const filterInput = { ...(state !== 'all' && { state }), ...(level !== undefined && { level }), ...(word !== '' && { word }) };
  const found = useCall(sensitiveWords.finds, { ...filterInput, ...page }, { keep: true });
  // the list begins with what is to be reviewed: that there is none is no matter of filters
  const isNarrowed = word !== '' || level !== undefined || (state !== 'open' && state !== 'all');
  const empty = isNarrowed
    ? { title: t('noFinds'), hint: t('noFindsHint') }
    : { icon: <FileDoneOutlined />, title: t(state === 'open' ? 'nothingToReview' : 'nothingFound'), hint: t('nothingFoundHint') };
  const change = (changes: Partial<FindingFilter>): void => {
    setQuestion({ ...question, ...changes });
    setPage({ ...page, pageNo: 1 });
  };
  return (
    <Page>
      <Toolbar>
        <Text as="p" tone="muted" className={styles.lead}>
          {t('findsLead')} {may('words.edit') && <AppLink to={groupsPath}>{t('toGroups')}</AppLink>}
        </Text>
      </Toolbar>
      <ScanBar />
      <FindingFilters question={question} change={change} />
      <FindingsTable found={found} page={page} setPage={setPage} empty={empty} />
    </Page>
  );
}
