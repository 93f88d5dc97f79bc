import { TagsOutlined } from '@ant-design/icons';
import { home } from '@dossier/contract/core/home';
import { type ReactNode, useId } from 'react';
import { useText } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { ErrorBox } from '../../platform/ui/error-box.tsx';
import { useDelayed } from '../../platform/ui/hooks.ts';
import { AppLink } from '../../platform/ui/links.tsx';
import { TagDot } from '../documents/tag-marks.tsx';

type PanelStyles = Partial<Record<'panel' | 'head' | 'body' | 'empty' | 'list' | 'entry' | 'name' | 'fact' | 'ghost', string>>;

/** A panel of the home page: the tags in use, each linked to its items. Styled by the page. */
export function TagPanel({ styles }: { styles: PanelStyles }): ReactNode {
  const t = useText('classification.labels');
  const id = useId();
  const { data, error, refetch, isPending } = useCall(home.tags, { pageSize: 8 }, { staleTime: 30_000 });
  const late = useDelayed(isPending);
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <header className={styles.head}>
        <TagsOutlined />
        <h2 id={id}>{t('tags')}</h2>
      </header>
      <div className={styles.body} aria-busy={isPending}>
        {error && !data && <ErrorBox small error={error} retry={() => void refetch()} />}
        {late && Array.from({ length: 4 }, (_, at) => <div key={at} className={styles.ghost} />)}
        {data?.list.length === 0 && <p className={styles.empty}>{t('noTagsHint')}</p>}
        {data && data.list.length > 0 && (
          <ul className={styles.list}>
            {data.list.map((tag) => (
              <li key={tag.id}>
                <AppLink to="/knowledge/search" query={{ tagIds: tag.id }} className={styles.entry ?? ''} title={tag.name}>
                  <TagDot colour={tag.colour} />
                  <span className={styles.name}>{tag.name}</span>
                  <span className={styles.fact}>{t('nItems', { count: tag.count })}</span>
                </AppLink>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
