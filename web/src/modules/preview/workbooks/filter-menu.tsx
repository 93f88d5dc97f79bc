import { SortAscendingOutlined, SortDescendingOutlined } from '@ant-design/icons';
import { type SheetFacts, type SheetOrder, type SheetRow, workbooks } from '@dossier/contract/preview/workbooks';
import { Button, Popover } from 'antd';
import { type ReactNode, useState } from 'react';
import { useDebouncedValue } from '../../../platform/use-debounced-value.ts';
import { useText } from '../../../platform/i18n.ts';
import { columnLetters } from '../../../platform/place-texts.ts';
import { useCall } from '../../../platform/query.ts';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { Spinner } from '../../../platform/ui/spinner.tsx';
import { ToolField } from '../viewer-parts.tsx';
import type { SheetRows, SheetTarget } from './sheet-rows.ts';
import styles from './workbook-view.module.css';

/** The menu of a column, anchored to its header, which may be scrolled away. */
export function FilterPopover({ anchor, ...menu }: FilterMenuProps & { anchor: HTMLElement }): ReactNode {
  const t = useText('preview.workbooks');
  const stage = anchor.closest('[data-stage]')?.getBoundingClientRect();
  const box = anchor.getBoundingClientRect();
  const style = {
    position: 'absolute',
    left: box.left - (stage?.left ?? 0),
    top: box.bottom - (stage?.top ?? 0),
    width: box.width,
    height: 1,
  } as const;
  const label = t('sortAndFilter', { column: columnLetters(menu.column) });
  return (
    <Popover
      open
      trigger="click"
      placement="bottom"
      arrow={false}
      onOpenChange={(open) => !open && menu.close()}
      content={
        <div role="dialog" aria-label={label} onKeyDown={({ key }) => key === 'Escape' && menu.close()}>
          <FilterMenu {...menu} />
        </div>
      }
    >
      <span style={style} aria-hidden="true" />
    </Popover>
  );
}

interface FilterMenuProps {
  target: SheetTarget;
  column: number;
  facts: SheetFacts;
  /** The loaded rows, which tell the column's type. */
  rows: Pick<SheetRows, 'at'>;
  setOrder: (order: SheetOrder | undefined) => void;
  close: () => void;
}

/** The state of a column's filter menu, and its actions. */
function useFilter({ target, column, setOrder, close }: FilterMenuProps) {
  const { order } = target;
  const own = order?.filters.find((filter) => filter.column === column);
  const others = order?.filters.filter((filter) => filter.column !== column) ?? [];
  const [contains, setContains] = useState(own?.contains ?? '');
  const [chosen, setChosen] = useState<ReadonlySet<string> | undefined>(own?.values && new Set(own.values));
  const set = (next: SheetOrder): void => {
    setOrder(next.sort || next.filters.length > 0 ? next : undefined);
    close();
  };
  const sort = (descending: boolean): void => set({ sort: { column, descending }, filters: order?.filters ?? [] });
  const apply = (): void => {
    const filter = { column, ...(contains !== '' && { contains }), ...(chosen && { values: [...chosen] }) };
    set({ ...order, filters: contains === '' && !chosen ? others : [...others, filter] });
  };
  const isOn = own !== undefined || order?.sort?.column === column;
  const clear = (): void => set({ filters: others, ...(order?.sort && order.sort.column !== column && { sort: order.sort }) });
  return { others, contains, setContains, chosen, setChosen, sort, apply, clear, isOn };
}

const orders = {
  text: { up: 'ascending', down: 'descending' },
  number: { up: 'smallestFirst', down: 'largestFirst' },
  time: { up: 'oldestFirst', down: 'newestFirst' },
} as const;

/** Sorts a worksheet by a column, or filters its rows by value. */
function FilterMenu(props: FilterMenuProps): ReactNode {
  const t = useText('preview.workbooks');
  const { others, contains, setContains, chosen, setChosen, sort, apply, clear, isOn } = useFilter(props);
  const { up, down } = orders[columnKindOf(props.rows.at, props.column, props.facts.header)];
  const settled = useDebouncedValue(contains, 250);
  const callInput = { ...props.target, column: props.column, contains: settled, order: { filters: others } };
  const values = useCall(workbooks.values, callInput, { keep: true, staleTime: 60_000 });
  return (
    <Stack
      as="form"
      gap={2}
      className={styles.menu}
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <Row gap={2} wrap className={styles.pair}>
        <Button size="small" icon={<SortAscendingOutlined />} onClick={() => sort(false)}>
          {t(up)}
        </Button>
        <Button size="small" icon={<SortDescendingOutlined />} onClick={() => sort(true)}>
          {t(down)}
        </Button>
      </Row>
      <ToolField
        type="search"
        autoFocus
        aria-label={t('contains')}
        placeholder={t('contains')}
        value={contains}
        onChange={({ target }) => setContains(target.value)}
      />
      {values.error && <ErrorBox small error={values.error} retry={() => void values.refetch()} />}
      {values.isLoading && <Spinner label={t('contains')} delay={150} />}
      {values.data && <Values values={values.data.values} chosen={chosen} setChosen={setChosen} />}
      {values.data?.more && (
        <Text as="p" size="xs" tone="muted">
          {t('onlyFirst')}
        </Text>
      )}
      <Row gap={2} wrap className={styles.pair}>
        <Button size="small" disabled={!isOn} onClick={clear}>
          {t('clear')}
        </Button>
        <Button size="small" type="primary" htmlType="submit" disabled={chosen?.size === 0}>
          {t('apply')}
        </Button>
      </Row>
    </Stack>
  );
}

interface ValuesProps {
  values: Array<{ text: string; count: number }>;
  /** Undefined for all. */
  chosen: ReadonlySet<string> | undefined;
  setChosen: (chosen: ReadonlySet<string> | undefined) => void;
}

/** The values of the column, with checkboxes. */
function Values({ values, chosen, setChosen }: ValuesProps): ReactNode {
  const t = useText('preview.workbooks');
  const toggle = (text: string): void => {
    const next = new Set(chosen ?? values.map((value) => value.text));
    if (!next.delete(text)) next.add(text);
    setChosen(next);
  };
  if (values.length === 0)
    return (
      <Text as="p" size="xs" tone="muted">
        {t('noValues')}
      </Text>
    );
  return (
    <Stack as="fieldset" scroll pad={2} aria-label={t('valuesOfColumn')}>
      <Row as="label" gap={2}>
        <input type="checkbox" checked={chosen === undefined} onChange={() => setChosen(chosen === undefined ? new Set() : undefined)} />
        <Text size="s">{t('everything')}</Text>
      </Row>
      {values.map(({ text, count }) => (
        <Row as="label" gap={2} key={text}>
          <input type="checkbox" checked={chosen === undefined || chosen.has(text)} onChange={() => toggle(text)} />
          <Text size="s" truncate grow title={text}>
            {text === '' ? t('emptyCell') : text}
          </Text>
          <Text size="xs" tone="muted">
            {count}
          </Text>
        </Row>
      ))}
    </Stack>
  );
}

/** The type of a column, which picks the labels of its two sort orders. */
type ColumnKind = 'text' | 'number' | 'time';

/** The rows sampled. */
const looked = 100;
/** The fraction of numbers that makes a numeric column; a few texts among them do not count. */
const most = 0.8;

const byDigits = /^\d{1,4}([-/.]|年)\d{1,2}([-/.]|月)(\d{1,4}日?)?([ T]|$)/;
const byMonth = /^(\d{1,2}[-. ])?(jan|ene|feb|mar|apr|abr|may|jun|jul|aug|ago|sep|oct|nov|dec|dic)\p{L}*\.?[- ](\d{1,2},? )?\d{2,4}$/iu;
const isTime = (text: string): boolean => byDigits.test(text) || byMonth.test(text);

/** The type of a column, from the loaded rows below its header. */
export function columnKindOf(at: (place: number) => SheetRow | undefined, column: number, header: number): ColumnKind {
  const cells = Array.from({ length: looked }, (_, place) => at(header + place)).flatMap((row) => {
    const text = row?.texts[column - row.at]?.trim() ?? '';
    return row === undefined || text === '' ? [] : [{ text, value: row.values[column - row.at] ?? null }];
  });
  const share = (count: number): boolean => cells.length > 0 && count / cells.length >= most;
  if (share(cells.filter(({ text }) => isTime(text)).length)) return 'time';
  return share(cells.filter(({ value }) => value !== null).length) ? 'number' : 'text';
}
