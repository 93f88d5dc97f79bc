import type { Lang } from '@dossier/contract/core/shapes';
import type { ReactNode } from 'react';
import { languageNames, languageTags, setLanguage, useLanguage, useText } from '../../../platform/i18n.ts';
import styles from './visitor.module.css';

/** The language of the share pages: by default the browser's. */
export function LangSelect(): ReactNode {
  const t = useText('sharing.visitor');
  const lang = useLanguage();
  return (
    <select
      className={styles.select}
      aria-label={t('language')}
      value={lang}
      onChange={({ target }) => void setLanguage(target.value as Lang)}
    >
      {Object.entries(languageNames).map(([id, name]) => (
        <option key={id} value={id} lang={languageTags[id as Lang]}>
          {name}
        </option>
      ))}
    </select>
  );
}
