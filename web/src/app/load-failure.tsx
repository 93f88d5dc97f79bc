import type { Lang } from '@dossier/contract/core/shapes';
import { type ReactNode, useEffect } from 'react';
import { useBuild } from '../platform/build.ts';
import { CallError } from '../platform/call.ts';
import { currentLanguage, platformText, useLanguage } from '../platform/i18n.ts';
import styles from './load-failure.module.css';

/** What stands in place of a page that failed: mostly a lost network, or a piece of an older build. In the first chunk, without Ant Design. */
export function PageError({ error }: { error: unknown }): ReactNode {
  useLanguage();
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
      {updated && <p className={styles.hint}>{platformText('updatedHint')}</p>}
      <button type="button" className={styles.reload} onClick={() => location.reload()}>
        {platformText(updated ? 'reload' : 'retry')}
      </button>
    </section>
  );
}

function titleOf(error: unknown, state: string): string {
  if (state === 'updated') return platformText('updated');
  if (error instanceof CallError) return error.message;
  if (state === 'unreachable') return platformText('noConnection');
  return platformText(state === 'incomplete' ? 'partMissing' : 'systemError');
}

const texts: Record<Lang, { title: string; reload: string }> = {
  cn: { title: '页面无法加载。请检查网络后重试。', reload: '重新加载' },
  en: { title: 'The page could not be loaded. Check the network and try again.', reload: 'Reload' },
  es: { title: 'No se pudo cargar la página. Revise la red e inténtelo de nuevo.', reload: 'Recargar' },
  ja: { title: 'ページを読み込めませんでした。ネットワークを確認して、もう一度お試しください。', reload: '再読み込み' },
};

/** Stands in place of everything where not even the words could be loaded: a sentence and a way out, made without them. */
export function showLoadFailure(root: HTMLElement): void {
  const words = texts[currentLanguage()];
  const section = Object.assign(document.createElement('section'), { className: styles.page });
  section.setAttribute('role', 'alert');
  const title = Object.assign(document.createElement('p'), { className: styles.title, textContent: words.title });
  const reload = Object.assign(document.createElement('button'), { type: 'button', className: styles.reload, textContent: words.reload });
  reload.addEventListener('click', () => location.reload());
  section.append(title, reload);
  root.replaceChildren(section);
}
