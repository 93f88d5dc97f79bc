import { type ReactNode, useEffect } from 'react';
import { useBuild } from '../ground/build.ts';
import { CallError } from '../ground/call.ts';
import { groundText, useLang } from '../ground/text.ts';
import styles from './build.module.css';

/** What stands in place of a page that failed: mostly a lost network, or a piece of an older build. In the first chunk, without Ant Design. */
export function PageError({ error }: { error: unknown }): ReactNode {
  useLang();
  const { state } = useBuild();
  useEffect(() => {
    useBuild.setState({ onPage: true });
    return () => useBuild.setState({ onPage: false });
  }, []);
  if (state === 'asking' && !(error instanceof CallError)) return null;
  const updated = state === 'updated';
  return (
    <section className={styles.page} role="alert">
      <p className={styles.title}>{titleOf(error, state)}</p>
      {updated && <p className={styles.hint}>{groundText('updatedHint')}</p>}
      <button type="button" className={styles.reload} onClick={() => location.reload()}>
        {groundText(updated ? 'reload' : 'retry')}
      </button>
    </section>
  );
}

function titleOf(error: unknown, state: string): string {
  if (state === 'updated') return groundText('updated');
  if (error instanceof CallError) return error.message;
  if (state === 'unreachable') return groundText('noConnection');
  return groundText(state === 'incomplete' ? 'partMissing' : 'systemError');
}
