import { type ReactNode, useEffect } from 'react';
import { useBuild } from '../ground/build.ts';
import { notice } from '../ground/notice.ts';
import { groundText, useLang } from '../ground/text.ts';
import styles from './build.module.css';

/** Says that a newer build stands on the server, or that a piece could not be loaded, where no page says so itself. */
export function BuildBar(): ReactNode {
  useLang();
  const { state, onPage } = useBuild();
  useEffect(() => {
    if (onPage || (state !== 'unreachable' && state !== 'incomplete')) return;
    // A page that cannot be drawn needs a moment to say so itself.
    const timer = setTimeout(() => notice.error(groundText(state === 'incomplete' ? 'partMissing' : 'noConnection')), 400);
    return () => clearTimeout(timer);
  }, [state, onPage]);
  if (state !== 'updated' || onPage) return null;
  return (
    <div className={styles.bar} role="alert">
      <span>
        <strong>{groundText('updated')}</strong> {groundText('updatedHint')}
      </span>
      <button type="button" className={styles.reload} onClick={() => location.reload()}>
        {groundText('reload')}
      </button>
    </div>
  );
}
