import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons';
import type { Route } from '@dossier/contract/core/route';
import { Button, type TableColumnsType } from 'antd';
import type { ReactNode } from 'react';
import { openDialog } from '../dialogs.ts';
import { useText } from '../i18n.ts';
import { invalidateRoutes } from '../query.ts';
import type { ConfirmOptions } from './confirm-dialog.tsx';
import { confirm } from './confirm.tsx';
import styles from './crud-page.module.css';
import { FormDialog } from './form-dialog.tsx';
import { Text } from './layout.tsx';
import { SearchBar } from './list-bars.tsx';
import { Page, Toolbar } from './page-layout.tsx';
import { type EmptyList, type PageResult, type PagedSearch, PagedTable, type RowMenu } from './paged-table.tsx';

/** The dialog that makes or changes an entry; without a row it makes one. */
export interface CrudForm<T, V extends object> {
  title: (row?: T) => string;
  initial: (row?: T) => Partial<V>;
  renderFields: (row?: T) => ReactNode;
  save: (values: V, row?: T) => Promise<unknown>;
}

/** The deletion of an entry, after a confirmation. */
interface CrudRemoval<T> {
  /** The name of the action, where it is not just "Delete". */
  label?: string;
  ask: (row: T) => Pick<ConfirmOptions, 'title' | 'text'>;
  run: (row: T) => Promise<unknown>;
  /** Why an entry cannot be deleted; empty where it can. */
  blocked?: (row: T) => string;
}

interface CrudPageProps<T, V extends object> {
  /** Label of the search field; without it the list cannot be searched. */
  label?: string;
  /** What the list is for, in place of the search field. */
  lead?: ReactNode;
  search: PagedSearch;
  found: PageResult<T>;
  /** The columns, made with what opens the form of an entry, for names that lead there. */
  columns: TableColumnsType<T> | ((edit: (row: T) => void) => TableColumnsType<T>);
  /** Text for an empty list, which ends with the button that makes an entry. */
  empty: EmptyList;
  /** Text where the search finds nothing. */
  nothingFound?: string;
  /** Accessible name of an entry's menu; "Actions for …" otherwise. */
  menuName?: (row: T) => string;
  /** The routes to be refetched after a change. */
  refresh?: Route[];
  /** The label of the button that makes an entry; absent without the permission. */
  create?: string | false;
  /** The name of the action that changes an entry, where it is not just "Change". */
  edit?: string;
  /** How entries are made and changed: a form, or a function that opens a dialog of its own. */
  form?: CrudForm<T, V> | ((row?: T) => void) | false;
  remove?: CrudRemoval<T> | false;
  /** Further actions on an entry, between those. */
  actions?: RowMenu<T>;
  /** Stands above the list and its search. */
  above?: ReactNode;
  /** Stands below the list. */
  children?: ReactNode;
}

/** The page of a list that is administered: search, pages, creation, and a menu with changes and deletion on each entry. */
export function CrudPage<T extends { id: string; name: string }, V extends object = object>(props: CrudPageProps<T, V>): ReactNode {
  const t = useText('platform');
  const { label, lead, search, found, columns, empty, create, children } = props;
  const open = useOpenForm(props);
  const menuOf = useMenu(props, open);
  const createButton = create && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => open()}>
      {create}
    </Button>
  );
  // the one button stands where its reader looks: in an empty list there is nothing to search either
  const isEmpty = found.data?.totalNumber === 0 && !found.isPlaceholderData && search.text === '' && search.keyword === '';
  return (
    <Page>
      {props.above}
      {label === undefined ? (
        <Toolbar>
          <Text as="p" tone="muted" className={styles.lead}>
            {lead}
          </Text>
          {!isEmpty && createButton}
        </Toolbar>
      ) : (
        !isEmpty && <SearchBar label={label} search={search} action={createButton} />
      )}
      <PagedTable
        found={found}
        columns={typeof columns === 'function' ? columns(open) : columns}
        page={search.page}
        setPage={search.setPage}
        empty={isEmpty ? { action: createButton, ...empty } : { title: props.nothingFound ?? t('nothingFound') }}
        menuOf={menuOf}
        menuName={props.menuName ?? (({ name }) => t('actionsOf', { name }))}
      />
      {children}
    </Page>
  );
}

type Opening<T, V extends object> = Pick<CrudPageProps<T, V>, 'form' | 'refresh'>;

/** Opens the form of an entry, or of a new one. */
function useOpenForm<T, V extends object>({ form, refresh = [] }: Opening<T, V>): (row?: T) => void {
  const t = useText('platform');
  if (!form) return () => undefined;
  if (typeof form === 'function') return form;
  return (row) =>
    openDialog((close) => (
      <FormDialog<V>
        title={form.title(row)}
        ok={t(row === undefined ? 'create' : 'save')}
        initial={form.initial(row)}
        save={async (values) => {
          await form.save(values, row);
          await invalidateRoutes(...refresh);
        }}
        close={close}
      >
        {form.renderFields(row)}
      </FormDialog>
    ));
}

function useMenu<T, V extends object>(
  { form, edit, remove, actions, refresh = [] }: CrudPageProps<T, V>,
  open: (row: T) => void,
): RowMenu<T> {
  const t = useText('platform');
  const erase = async (row: T, { ask, run }: CrudRemoval<T>, label: string): Promise<void> => {
    if (!(await confirm({ ...ask(row), ok: label, danger: true }))) return;
    await run(row);
    await invalidateRoutes(...refresh);
  };
  return (row) => {
    const items = [...(actions?.(row) ?? [])];
    if (form) items.unshift({ key: 'edit', icon: <EditOutlined />, label: edit ?? t('edit'), onClick: () => open(row) });
    if (!remove) return items;
    const { label = t('delete'), blocked } = remove;
    const reason = blocked?.(row) ?? '';
    items.push({
      key: 'delete',
      icon: <DeleteOutlined />,
      label,
      danger: true,
      disabled: reason !== '',
      title: reason,
      onClick: () => void erase(row, remove, label).catch(() => undefined),
    });
    return items;
  };
}
