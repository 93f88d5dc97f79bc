import type { Lang } from '@dossier/contract/core/shapes';
import { type ButtonHTMLAttributes, type ReactNode, useState } from 'react';
import { languageNames, languageTags, setLanguage, useLanguage, useText } from '../i18n.ts';
import { classNames } from './layout.tsx';
import styles from './native-controls.module.css';
import { SelectBox } from './select-box.tsx';

interface ButtonLook {
  primary?: boolean;
  /** For thumb and pen: 48 px. */
  large?: boolean;
}

/** The class of a link that looks like a button. */
export const buttonClass = ({ primary, large }: ButtonLook = {}): string =>
  classNames(styles.button, primary && styles.primary, large && styles.large);

/** The class of a text field. */
export const inputClass = styles.input ?? '';

/** A button of the pages that stand without Ant Design, because they are the first that one sees, or are meant for thumb and pen. */
export function NativeButton({ primary, large, ...rest }: ButtonHTMLAttributes<HTMLButtonElement> & ButtonLook): ReactNode {
  return <button type="button" {...rest} className={buttonClass({ primary, large })} />;
}

/** A button that looks like a link. */
export function LinkButton(props: ButtonHTMLAttributes<HTMLButtonElement>): ReactNode {
  return <button type="button" {...props} className={styles.link} />;
}

const languageOptions = Object.entries(languageNames).map(([id, label]) => ({ value: id as Lang, label, lang: languageTags[id as Lang] }));

/** Selects the language before there is an account with one; by default it is the browser's. */
export function LanguageSelect(): ReactNode {
  const t = useText('platform');
  return (
    <SelectBox
      className={classNames(inputClass, styles.language)}
      label={t('language')}
      value={useLanguage()}
      options={languageOptions}
      choose={(lang) => void setLanguage(lang)}
    />
  );
}

/** A password field with its label, and at its end a button that shows what was typed. */
export function PasswordBox({ children }: { children: (type: 'password' | 'text') => ReactNode }): ReactNode {
  const t = useText('platform');
  const [isShown, setShown] = useState(false);
  return (
    <div className={styles.secret}>
      {children(isShown ? 'text' : 'password')}
      <button type="button" title={t(isShown ? 'hidePassword' : 'showPassword')} onClick={() => setShown(!isShown)}>
        {t(isShown ? 'hide' : 'show')}
      </button>
    </div>
  );
}
