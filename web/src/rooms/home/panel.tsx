import type { HomeEntry, home } from '@dossier/contract/home';
import { type ReactNode, use, useId } from 'react';
import { useGo } from '../../ground/go.ts';
import { ItemActionsContext } from '../../ground/item-context.ts';
import { countText } from '../../ground/amounts.ts';
import { useDelayed } from '../../ground/hooks/use-delayed.ts';
import { useText } from '../../ground/text.ts';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { FileIcon } from '../../ground/ui/file-icon.tsx';
import { GoLink } from '../../ground/ui/go-link.tsx';
import { Time } from '../../ground/ui/time.tsx';
import { useCall } from '../../ground/use-call.ts';
import { itemPath } from '../library/area.ts';
import styles from './home.module.css';

/** Eight entries in each panel. */
export const panelInput = { pageSize: 8 };

interface PanelProps {
  route: (typeof home)[Exclude<keyof typeof home, 'tags' | 'statistics'>];
  icon: ReactNode;
  title: string;
  empty: string;
  /** What stands at the end of a row. */
  fact: 'time' | 'count';
  /** Where all of them are. */
  all?: string;
}

/** One panel of the home page. */
export function Panel({ route, icon, title, empty, fact, all }: PanelProps): ReactNode {
  const t = useText('home');
  const id = useId();
  const { data, error, refetch, isPending } = useCall(route, panelInput, { staleTime: 30_000 });
  const late = useDelayed(isPending);
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <header className={styles.head}>
        {icon}
        <h2 id={id}>{title}</h2>
        {all && data && data.list.length > 0 && (
          <GoLink to={all} className={styles.all} aria-label={t('allOf', { name: title })}>
            {t('all')}
          </GoLink>
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
  const t = useText('home');
  const go = useGo();
  const { open } = use(ItemActionsContext);
  return (
    <ul className={styles.list}>
      {list.map((entry) => (
        <li key={entry.id}>
          <GoLink
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
                t('downloads', { n: countText(entry.count) })
              ) : (
                <Time iso={entry.time ?? entry.updateTime} />
              )}
            </span>
          </GoLink>
        </li>
      ))}
    </ul>
  );
}
