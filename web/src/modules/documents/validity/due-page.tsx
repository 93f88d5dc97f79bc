import { FieldTimeOutlined } from '@ant-design/icons';
import { type Item, library } from '@dossier/contract/documents/library';
import { type DueWindow, dueWindows, validity } from '@dossier/contract/documents/validity';
import { Button, Segmented } from 'antd';
import { type ReactNode, use, useMemo } from 'react';
import { rowHeight, useAppearance } from '../../../platform/appearance.ts';
import { useText } from '../../../platform/i18n.ts';
import { type ItemContext, ItemExtensionsContext, useItemActions } from '../../../platform/item-actions.ts';
import { useNavigate, usePageQuery } from '../../../platform/navigation.ts';
import { enumParam, idParam } from '../../../platform/page-query.ts';
import { useCall } from '../../../platform/query.ts';
import type { Column } from '../../../platform/ui/data-table/columns.ts';
import { DataTable } from '../../../platform/ui/data-table/data-table.tsx';
import { useListPreferences } from '../../../platform/ui/data-table/list-preferences.ts';
import { useListState } from '../../../platform/ui/data-table/list-state.ts';
import { usePagedRows } from '../../../platform/ui/data-table/paged-rows.ts';
import { Empty } from '../../../platform/ui/empty.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { useMedia } from '../../../platform/ui/hooks.ts';
import { Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { ActionRow, FittingActions, ItemMenu, SelectionCount } from '../action-buttons.tsx';
import { DetailsPane } from '../details-pane.tsx';
import { duePath } from '../areas.ts';
import { showDetails } from '../folder-context.ts';
import { phoneColumns, useItemColumns } from '../item-columns.tsx';
import { useListKeys } from '../use-list-keys.tsx';
import { dayOf } from '../validity-mark.tsx';

const Query = { window: enumParam(dueWindows), cabinetId: idParam };
const phoneRow = 80;

/** The columns of items, with their dates; the list is in the order of these, so no column sorts. */
function useDueColumns(): readonly Column<Item>[] {
  const t = useText('documents.validity');
  const shared = useItemColumns(false);
  return useMemo(() => {
    const [name, ...rest] = shared;
    const date = (id: 'validUntil' | 'reviewTime', label: string): Column<Item> => ({
      id,
      label,
      width: 120,
      end: true,
      cell: (item) => {
        const iso = item[id];
        return iso === undefined ? null : <Text numeric>{dayOf(iso)}</Text>;
      },
    });
    return [
      ...(name ? [name] : []),
      date('validUntil', t('validUntil')),
      date('reviewTime', t('reviewOn')),
      ...rest.filter((column) => column.id !== 'order'),
    ];
  }, [shared, t]);
}

/** On a phone the dates stand below what a card says of the document otherwise. */
function useDuePhoneColumns(): readonly Column<Item>[] {
  const t = useText('documents.validity');
  return useMemo(
    () =>
      phoneColumns.map((column) => ({
        ...column,
        cell: (item, state) => (
          <Stack>
            {column.cell(item, state)}
            <Row gap={3} justify="end">
              {item.validUntil !== undefined && <Text size="xs" numeric nowrap>{`${t('validUntil')} ${dayOf(item.validUntil)}`}</Text>}
              {item.reviewTime !== undefined && <Text size="xs" numeric nowrap>{`${t('reviewOn')} ${dayOf(item.reviewTime)}`}</Text>}
            </Row>
          </Stack>
        ),
      })),
    [t],
  );
}

function useColumnsFor(phone: boolean): readonly Column<Item>[] {
  const wide = useDueColumns();
  const cards = useDuePhoneColumns();
  return phone ? cards : wide;
}

/** Whose documents, and due when. */
function DueFilters({ window, cabinetId }: { window: DueWindow; cabinetId: string | undefined }): ReactNode {
  const t = useText('documents.validity');
  const go = useNavigate();
  const cabinet = useCall(library.cabinetDetail, { id: cabinetId ?? '' }, { enabled: cabinetId !== undefined });
  const options = dueWindows.map((value) => ({ value, label: value === 'overdue' ? t('overdue') : t('within', { count: Number(value) }) }));
  return (
    <>
      <Segmented
        size="small"
        aria-label={t('due')}
        options={options}
        value={window}
        onChange={(next) => go(duePath, { window: next, ...(cabinetId !== undefined && { cabinetId }) }, { replace: true })}
      />
      {cabinetId !== undefined && (
        <>
          <Text truncate>{cabinet.data && t('inCabinet', { name: cabinet.data.name })}</Text>
          <Button size="small" type="link" onClick={() => go(duePath, { window })}>
            {t('showMine')}
          </Button>
        </>
      )}
    </>
  );
}

/** Documents that expire or are to be reviewed: the user's own, or those in a cabinet that they manage. */
export function DuePage(): ReactNode {
  const t = useText('documents.validity');
  const { window = '30', cabinetId } = usePageQuery(Query);
  const phone = useMedia('phone');
  const density = useAppearance((appearance) => appearance.density);
  const go = useNavigate();
  const { open, addressOf } = use(ItemExtensionsContext);
  const input = useMemo(() => ({ window, ...(cabinetId !== undefined && { cabinetId }) }), [window, cabinetId]);
  const source = usePagedRows<Item>(validity.due, input, { family: 'due' });
  const state = useListState(source, 'due');
  const columns = useColumnsFor(phone);
  const ctx: ItemContext = {
    place: 'favorites',
    go,
    get siblings() {
      return Array.from({ length: source.total ?? 0 }, (_, at) => source.rowAt(at)).filter((item) => item !== undefined);
    },
    showDetails,
  };
  const itemActions = useItemActions(state.rows, ctx);
  useListKeys({ itemActions, placeActions: [], ctx, rows: state.rows });
  return (
    <Stack grow>
      <ActionRow>
        {state.selection.ids.size > 0 ? (
          <>
            <SelectionCount state={state} />
            <FittingActions actions={itemActions} first={false} />
          </>
        ) : (
          <DueFilters window={window} cabinetId={cabinetId} />
        )}
      </ActionRow>
      <Row grow align="stretch">
        <ItemMenu itemActions={itemActions} placeActions={[]}>
          <Stack grow anchor>
            {source.error !== null ? (
              <ErrorBox error={source.error} retry={source.retry} />
            ) : source.total === 0 ? (
              <Empty icon={<FieldTimeOutlined />} title={t(window === 'overdue' ? 'noneOverdue' : 'noneDue')} hint={t('dueHint')} />
            ) : (
              <DataTable
                label={t('due')}
                source={source}
                state={state}
                columns={columns}
                bare={phone}
                rowHeight={phone ? phoneRow : rowHeight[density]}
                open={(item) => void open(item, ctx)}
                address={addressOf}
              />
            )}
          </Stack>
        </ItemMenu>
        <DetailsPane items={state.rows} folder={undefined} close={() => useListPreferences.setState({ details: false })} />
      </Row>
    </Stack>
  );
}
