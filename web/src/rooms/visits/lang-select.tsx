import type { Lang } from '@dossier/contract/shapes';
import type { ReactNode } from 'react';
import { langNames, langTags, setLang, useLang, useText } from '../../ground/text.ts';
import styles from './visits.module.css';

/** The language of the pages: the browser's, until somebody chooses. */
export function LangSelect(): ReactNode {
  const t = useText('visits');
  const lang = useLang();
  return (
    <select className={styles.lang} aria-label={t('language')} value={lang} onChange={({ target }) => void setLang(target.value as Lang)}>
      {Object.entries(langNames).map(([id, name]) => (
        <option key={id} value={id} lang={langTags[id as Lang]}>
          {name}
        </option>
      ))}
    </select>
  );
}
