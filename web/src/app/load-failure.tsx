import { type ReactNode, useEffect } from 'react';
import { useBuild } from '../platform/build.ts';
import { CallError } from '../platform/call.ts';
import { currentLanguage, platformText, useLanguage } from '../platform/i18n.ts';
import controls from '../platform/ui/native-controls.module.css';
import styles from './load-failure.module.css';

/** Replaces a page that failed: mostly a lost network, or a chunk of an older build. In the first chunk, without Ant Design. */
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
      <button type="button" className={controls.button} onClick={() => location.reload()}>
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

/** Part of the first script, in every language: needed where the texts of the language could not be loaded. */
const texts = import.meta.glob<{ title: string; reload: string }>('../../locales/*/load-failure.json', { import: 'default', eager: true });

/** Replaces the whole page where the texts of the language could not be loaded: a sentence and a button to reload. */
export function showLoadFailure(root: HTMLElement): void {
  const words = texts[`../../locales/${currentLanguage()}/load-failure.json`] ?? { title: '', reload: '' };
  const section = Object.assign(document.createElement('section'), { className: styles.page });
  section.setAttribute('role', 'alert');
  const title = Object.assign(document.createElement('p'), { className: styles.title, textContent: words.title });
  const reload = Object.assign(document.createElement('button'), { type: 'button', className: controls.button, textContent: words.reload });
  reload.addEventListener('click', () => location.reload());
  section.append(title, reload);
  root.replaceChildren(section);
}
