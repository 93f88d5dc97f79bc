import { type HomeEntry, home } from '@dossier/contract/core/home';
import { type ReactNode, use, useId } from 'react';
import { itemPath } from '../../../modules/documents/areas.ts';
import { useText } from '../../../platform/i18n.ts';
import { ItemExtensionsContext } from '../../../platform/item-actions.ts';
import { useNavigate } from '../../../platform/navigation.ts';
import { useCall } from '../../../platform/query.ts';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { FileIcon } from '../../../platform/ui/file-icon.tsx';
import { RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { useDelayed } from '../../../platform/ui/hooks.ts';
import { AppLink } from '../../../platform/ui/links.tsx';
import { panelInput } from '../panel.tsx';
import rows from './documents.module.css';
import styles from './landing.module.css';

const terms = { staleTime: 30_000 };

/** The eight documents that the user opened last. */
export function RecentlyOpened({ heading = true }: { heading?: boolean }): ReactNode {
  const t = useText('app.home');
  const found = useCall(home.open, panelInput, terms);
  return <Documents {...partOf(found)} title={heading ? t('recent') : undefined} empty={t('recentEmpty')} />;
}

/** The eight newest documents from the user's departments. */
export function DepartmentDocuments({ heading = true }: { heading?: boolean }): ReactNode {
  const t = useText('app.home');
  const found = useCall(home.departmentDocs, panelInput, terms);
  return <Documents {...partOf(found)} title={heading ? t('department') : undefined} empty={t('departmentEmpty')} />;
}

interface Found {
  data: { list: HomeEntry[] } | undefined;
  error: unknown;
  refetch: () => unknown;
}

const partOf = ({ data, error, refetch }: Found) => ({ list: data?.list, error, retry: () => void refetch() });

interface DocumentsProps {
  /** Absent where the page has this title already. */
  title: string | undefined;
  empty: string;
  list: HomeEntry[] | undefined;
  error: unknown;
  retry: () => void;
}

function Documents({ title, empty, list, error, retry }: DocumentsProps): ReactNode {
  const id = useId();
  const waiting = list === undefined && !error;
  const late = useDelayed(waiting);
  return (
    <section className={styles.part} aria-labelledby={title && id} aria-busy={waiting}>
      {title && (
        <header className={styles.head}>
          <h2 id={id}>{title}</h2>
        </header>
      )}
      {error !== null && list === undefined && <ErrorBox small error={error} retry={retry} />}
      {late && Array.from({ length: 4 }, (_, at) => <div key={at} className={rows.ghost} />)}
      {list?.length === 0 && <p className={rows.empty}>{empty}</p>}
      {list !== undefined && list.length > 0 && <Rows list={list} />}
    </section>
  );
}

function Rows({ list }: { list: HomeEntry[] }): ReactNode {
  const go = useNavigate();
  const { open } = use(ItemExtensionsContext);
  return (
    <ul className={rows.list}>
      {list.map((entry) => (
        <li key={entry.id}>
          <AppLink
            to={itemPath(entry)}
            className={rows.row}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return;
              event.preventDefault();
              void open(entry, { place: 'home', go, siblings: list });
            }}
          >
            <FileIcon objType={entry.objType} {...(entry.ext && { ext: entry.ext })} size={28} />
            <span className={rows.words}>
              <span className={rows.name}>{entry.name}</span>
              <span className={rows.facts}>
                <RelativeTime iso={entry.time ?? entry.updateTime} />
                <span className={rows.place}>{entry.creatorName}</span>
              </span>
            </span>
          </AppLink>
        </li>
      ))}
    </ul>
  );
}
