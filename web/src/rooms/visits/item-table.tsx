import { objType, right } from '@dossier/contract/rights';
import type { LinkItem, OpenedShare } from '@dossier/contract/shares';
import type { MouseEvent, ReactNode } from 'react';
import { withQuery } from '../../ground/call.ts';
import { type Query, useGo } from '../../ground/go.ts';
import { useText } from '../../ground/text.ts';
import { ItemPicture } from '../../ground/ui/item-picture.tsx';
import { Size } from '../../ground/ui/size.tsx';
import { Time } from '../../ground/ui/time.tsx';
import { useWay } from './addresses.ts';
import { addressOf } from './item-address.ts';
import sign from './item-sign.module.css';
import { DownloadSign } from './signs.tsx';
import { type SortField, type Sorting, sortFields } from './sorting.ts';
import { NewVersion } from './new-version.tsx';
import { useFetching } from './use-fetching.ts';
import styles from './table.module.css';

interface ItemTableProps {
  token: string;
  opened: OpenedShare;
  /** What the addresses of documents tell besides: where they lie, and the order. */
  place: Query;
  list: readonly LinkItem[];
  /** Absent where the giver's order stands. */
  sorting?: Sorting;
  sort?: (next: Sorting) => void;
}

/** Folders and documents, one in a row; on a phone each is a card. */
export function ItemTable({ token, opened, place, list, sorting, sort }: ItemTableProps): ReactNode {
  const t = useText('visits');
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {sortFields.map((column) => (
            <SortHead key={column} column={column} sorting={sorting} sort={sort} />
          ))}
          <th>
            <span className={styles.spoken}>{t('actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {list.map((item) => (
          <Row key={item.id} token={token} opened={opened} place={place} item={item} />
        ))}
      </tbody>
    </table>
  );
}

function SortHead({ column, sorting, sort }: { column: SortField; sorting: Sorting | undefined; sort: ItemTableProps['sort'] }): ReactNode {
  const t = useText('visits');
  const isOn = sorting?.sortField === column;
  if (!sorting || !sort) return <th>{t(column)}</th>;
  const { sortDirection } = sorting;
  const next = isOn && sortDirection === 'asc' ? 'desc' : 'asc';
  return (
    <th aria-sort={isOn ? (sortDirection === 'asc' ? 'ascending' : 'descending') : 'none'}>
      <button type="button" onClick={() => sort({ sortField: column, sortDirection: next })}>
        {t(column)}
        {isOn && <span aria-hidden="true">{sortDirection === 'asc' ? ' ↑' : ' ↓'}</span>}
      </button>
    </th>
  );
}

interface RowProps extends Pick<ItemTableProps, 'token' | 'opened' | 'place'> {
  item: LinkItem;
}

function Row({ token, opened, place, item }: RowProps): ReactNode {
  const go = useGo();
  const isFolder = item.objType !== objType.document;
  const [path, own] = addressOf(useWay(), token, item);
  const query = isFolder ? own : { ...place, ...own };
  const mayDownload = opened.allowDownload && (isFolder || (item.rights & right.download) !== 0);
  const mayEdit = opened.allowEdit && !isFolder && (item.rights & right.modify) !== 0;
  const follow = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    go(path, query);
  };
  return (
    <tr>
      <td>
        <a className={styles.name} href={withQuery(path, query)} onClick={follow}>
          <span className={sign.sign}>
            <ItemPicture item={item} icon={22} />
          </span>
          <span>{item.name}</span>
        </a>
      </td>
      <td className={styles.fact}>{item.size !== undefined && <Size bytes={item.size} />}</td>
      <td className={styles.fact}>
        <Time iso={item.updateTime} />
      </td>
      <td className={styles.deeds}>
        {mayEdit && <NewVersion token={token} item={item} />}
        {mayDownload && <DownloadOne token={token} item={item} disabled={opened.downloadsLeft === 0} />}
      </td>
    </tr>
  );
}

function DownloadOne({ token, item, disabled }: { token: string; item: LinkItem; disabled: boolean }): ReactNode {
  const t = useText('visits');
  const [busy, fetch] = useFetching(token, item.id);
  const label = t('downloadItem', { name: item.name });
  return (
    <button type="button" className={styles.tool} aria-label={label} title={label} disabled={busy || disabled} onClick={fetch}>
      <DownloadSign />
    </button>
  );
}
