import { objType, right } from '@dossier/contract/core/rights';
import { type LinkItem, type OpenedShare, links } from '@dossier/contract/sharing/shares';
import { type MouseEvent, type ReactNode, useRef, useState } from 'react';
import { withQuery } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { type NavigationQuery, useNavigate } from '../../../platform/navigation.ts';
import { notice } from '../../../platform/notices.ts';
import { invalidateRoutes } from '../../../platform/query.ts';
import { FileSize, RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { ItemThumbnail } from '../../../platform/ui/item-thumbnail.tsx';
import { useLinkPaths } from '../visitor-paths.ts';
import { messageOf } from './closed-link-card.tsx';
import sign from './item-icon.module.css';
import styles from './item-table.module.css';
import { type SortField, type Sorting, sortFields } from './share-session.ts';
import { itemAddress, useDownload } from './shared-items.ts';
import { DownloadIcon, UploadIcon, sendFile } from './uploads.tsx';

const choices: Sorting[] = sortFields.flatMap((sortField) =>
  (['asc', 'desc'] as const).map((sortDirection) => ({ sortField, sortDirection })),
);

/** The sort order of a list without column headers: on phones. */
export function Sorter({ sorting, sort }: { sorting: Sorting; sort: (next: Sorting) => void }): ReactNode {
  const t = useText('sharing.visitor');
  const at = choices.findIndex((choice) => choice.sortField === sorting.sortField && choice.sortDirection === sorting.sortDirection);
  return (
    <select
      className={styles.sorter}
      aria-label={t('order')}
      value={at}
      onChange={({ target }) => sort(choices[Number(target.value)] ?? sorting)}
    >
      {choices.map(({ sortField, sortDirection }, index) => (
        <option key={`${sortField} ${sortDirection}`} value={index}>
          {t(sortField)} {sortDirection === 'asc' ? '↑' : '↓'}
        </option>
      ))}
    </select>
  );
}

/** Uploads a changed document as its newest version; the previous one stays with the owner. */
function NewVersion({ token, item }: { token: string; item: LinkItem }): ReactNode {
  const t = useText('sharing.visitor');
  const chooser = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const label = t('newVersion', { name: item.name });
  const send = (file: File): void => {
    setBusy(true);
    sendFile({ token, id: item.id, file }, (part) => notice.progress(t('sendingPart', { name: file.name, count: Math.round(part * 100) })))
      .then(() => notice.success(t('versionSent', { name: item.name })))
      .catch((error: unknown) => notice.error(messageOf(error)))
      .finally(() => {
        setBusy(false);
        void invalidateRoutes(links.items);
      });
  };
  return (
    <>
      <button
        type="button"
        className={styles.tool}
        aria-label={label}
        title={label}
        disabled={busy}
        onClick={() => chooser.current?.click()}
      >
        <UploadIcon />
      </button>
      <input
        ref={chooser}
        type="file"
        hidden
        accept={item.ext ? `.${item.ext}` : undefined}
        aria-label={label}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) send(file);
          target.value = '';
        }}
      />
    </>
  );
}

interface ItemTableProps {
  token: string;
  opened: OpenedShare;
  /** The rest of the documents' addresses: folder and order. */
  place: NavigationQuery;
  list: readonly LinkItem[];
  /** Absent where the owner's order applies. */
  sorting?: Sorting;
  sort?: (next: Sorting) => void;
}

/** Folders and documents as rows; on a phone as cards. */
export function ItemTable({ token, opened, place, list, sorting, sort }: ItemTableProps): ReactNode {
  const t = useText('sharing.visitor');
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
  const t = useText('sharing.visitor');
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
  const go = useNavigate();
  const isFolder = item.objType !== objType.document;
  const [path, own] = itemAddress(useLinkPaths(), token, item);
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
            <ItemThumbnail item={item} icon={22} />
          </span>
          <span>{item.name}</span>
        </a>
      </td>
      <td className={styles.fact}>{item.size !== undefined && <FileSize bytes={item.size} />}</td>
      <td className={styles.fact}>
        <RelativeTime iso={item.updateTime} />
      </td>
      <td className={styles.deeds}>
        {mayEdit && <NewVersion token={token} item={item} />}
        {mayDownload && <DownloadOne token={token} item={item} disabled={opened.downloadsLeft === 0} />}
      </td>
    </tr>
  );
}

function DownloadOne({ token, item, disabled }: { token: string; item: LinkItem; disabled: boolean }): ReactNode {
  const t = useText('sharing.visitor');
  const [busy, fetch] = useDownload(token, item.id);
  const label = t('downloadItem', { name: item.name });
  return (
    <button type="button" className={styles.tool} aria-label={label} title={label} disabled={busy || disabled} onClick={fetch}>
      <DownloadIcon />
    </button>
  );
}
