import type { Lang } from '@dossier/contract/shapes';
import { lang } from '../ground/text.ts';
import styles from './build.module.css';

const texts: Record<Lang, { title: string; reload: string }> = {
  cn: { title: '页面无法加载。请检查网络后重试。', reload: '重新加载' },
  en: { title: 'The page could not be loaded. Check the network and try again.', reload: 'Reload' },
  es: { title: 'No se pudo cargar la página. Revise la red e inténtelo de nuevo.', reload: 'Recargar' },
  ja: { title: 'ページを読み込めませんでした。ネットワークを確認して、もう一度お試しください。', reload: '再読み込み' },
};

/** Stands in place of everything where not even the words could be loaded: a sentence and a way out, made without them. */
export function tellWithoutWords(root: HTMLElement): void {
  const words = texts[lang()];
  const section = Object.assign(document.createElement('section'), { className: styles.page });
  section.setAttribute('role', 'alert');
  const title = Object.assign(document.createElement('p'), { className: styles.title, textContent: words.title });
  const reload = Object.assign(document.createElement('button'), { type: 'button', className: styles.reload, textContent: words.reload });
  reload.addEventListener('click', () => location.reload());
  section.append(title, reload);
  root.replaceChildren(section);
}
