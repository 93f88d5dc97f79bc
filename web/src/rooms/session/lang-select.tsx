import type { Lang } from '@dossier/contract/shapes';
import type { ReactNode } from 'react';
import { langNames, langTags, setLang, useLang, useText } from '../../ground/text.ts';
import styles from './sign-in.module.css';

/** Chooses the language before anybody is signed in. */
export function LangSelect(): ReactNode {
  const t = useText('session');
  const lang = useLang();
  return (
    <select className={styles.lang} aria-label={t('language')} value={lang} onChange={(event) => void setLang(event.target.value as Lang)}>
      {Object.entries(langNames).map(([id, name]) => (
        <option key={id} value={id} lang={langTags[id as Lang]}>
          {name}
        </option>
      ))}
    </select>
  );
}
