import type { HomeEntry, home } from '@dossier/contract/core/home';
import { type ReactNode, use, useId } from 'react';
import { itemPath } from '../../modules/documents/areas.ts';
import { formatCount } from '../../platform/format.ts';
import { useText } from '../../platform/i18n.ts';
import { ItemExtensionsContext } from '../../platform/item-actions.ts';
import { useNavigate } from '../../platform/navigation.ts';
import { useCall } from '../../platform/query.ts';
import { ErrorBox } from '../../platform/ui/error-box.tsx';
import { FileIcon } from '../../platform/ui/file-icon.tsx';
import { RelativeTime } from '../../platform/ui/formatted-values.tsx';
import { useDelayed } from '../../platform/ui/hooks.ts';
import { AppLink } from '../../platform/ui/links.tsx';
import styles from './home.module.css';

/** Eight entries in each panel. */
export const panelInput = { pageSize: 8 };

interface PanelProps {
  route: (typeof home)[Exclude<keyof typeof home, 'tags' | 'statistics'>];
  icon: ReactNode;
  title: string;
  empty: string;
  /** The value at the end of a row. */
  fact: 'time' | 'count';
  /** Link to the full list. */
  all?: string;
}

/** One panel of the home page. */
export function Panel({ route, icon, title, empty, fact, all }: PanelProps): ReactNode {
  const t = useText('app.home');
  const id = useId();
  const { data, error, refetch, isPending } = useCall(route, panelInput, { staleTime: 30_000 });
  const late = useDelayed(isPending);
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <header className={styles.head}>
        {icon}
        <h2 id={id}>{title}</h2>
        {all && data && data.list.length > 0 && (
          <AppLink to={all} className={styles.all} aria-label={t('allOf', { name: title })}>
            {t('all')}
          </AppLink>
        )}
      </header>
      <div className={styles.body} aria-busy={isPending}>
        {error && !data && <ErrorBox small error={error} retry={() => void refetch()} />}
        {late && Array.from({ length: 4 }, (_, at) => <div key={at} className={styles.ghost} />)}
        {data?.list.length === 0 && <p className={styles.empty}>{empty}</p>}
        {data && data.list.length > 0 && <Entries list={data.list} fact={fact} />}
      </div>
    </section>
  );
}

function Entries({ list, fact }: { list: HomeEntry[]; fact: PanelProps['fact'] }): ReactNode {
  const t = useText('app.home');
  const go = useNavigate();
  const { open } = use(ItemExtensionsContext);
  return (
    <ul className={styles.list}>
      {list.map((entry) => (
        <li key={entry.id}>
          <AppLink
            to={itemPath(entry)}
            className={styles.entry}
            title={entry.name}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return;
              event.preventDefault();
              void open(entry, { place: 'home', go, siblings: list });
            }}
          >
            <FileIcon objType={entry.objType} {...(entry.ext && { ext: entry.ext })} />
            <span className={styles.name}>{entry.name}</span>
            <span className={styles.fact}>
              {fact === 'count' && entry.count !== undefined ? (
                t('downloads', { count: formatCount(entry.count) })
              ) : (
                <RelativeTime iso={entry.time ?? entry.updateTime} />
              )}
            </span>
          </AppLink>
        </li>
      ))}
    </ul>
  );
}
