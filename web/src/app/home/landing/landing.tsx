import type { ReactNode } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { session } from '../../../platform/sessions.ts';
import { AppLink } from '../../../platform/ui/links.tsx';
import styles from './landing.module.css';

interface LandingProps {
  title: string;
  /** Two columns where the width allows. */
  pad?: boolean;
  /** The right end of the bar, before the link to the full application. */
  tools?: ReactNode;
  children: ReactNode;
}

/** The layout of a page without the shell, for touch screens; its bar links to the full application. */
export function Landing({ title, pad, tools, children }: LandingProps): ReactNode {
  const t = useText('app.home');
  return (
    <div className={styles.page}>
      <header className={styles.bar}>
        <img src="/mark.svg" alt="" width={28} height={28} />
        <h1>{title}</h1>
        {tools}
        <AppLink to="/" className={styles.whole}>
          {t('home')}
        </AppLink>
      </header>
      <main className={pad ? `${styles.main} ${styles.pad}` : styles.main}>{children}</main>
    </div>
  );
}

/** Renders its children for signed-in users; others see a sign-in prompt instead. */
export function SignedIn({ path, children }: { path: string; children: ReactNode }): ReactNode {
  const t = useText('app.home');
  if (session.token() !== null) return children;
  return (
    <Alone title={t('signInFirst')} text={t('signInFirstText')}>
      <AppLink to="/login" query={{ redirect: path }} className={styles.button}>
        {t('signIn')}
      </AppLink>
    </Alone>
  );
}

interface AloneProps {
  sign?: ReactNode;
  title: string;
  text: string;
  children: ReactNode;
}

/** A message in the middle of the window, with the next action. */
export function Alone({ sign, title, text, children }: AloneProps): ReactNode {
  return (
    <main className={styles.alone}>
      {sign ?? <img src="/mark.svg" alt="" width={40} height={40} />}
      <h1>{title}</h1>
      <p>{text}</p>
      {children}
    </main>
  );
}
