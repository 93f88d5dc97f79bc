import type { ReactNode } from 'react';
import { z } from 'zod';
import { usePageQuery } from '../../ground/go.ts';
import { useText } from '../../ground/text.ts';
import { DoorLinks } from './door-links.tsx';
import { DoorNotice } from './door-notice.tsx';
import { LangSelect } from './lang-select.tsx';
import { safeRedirect } from './safe-redirect.ts';
import { SignInForm } from './sign-in-form.tsx';
import styles from './sign-in.module.css';

const Query = z.object({ redirect: z.string().optional() });

/** The door: a quiet card with the product's mark, the form and the languages. */
export function SignInPage(): ReactNode {
  const t = useText('session');
  const { redirect } = usePageQuery(Query);
  const target = safeRedirect(redirect, location.origin);
  return (
    <div className={styles.page}>
      <main className={styles.card}>
        <img className={styles.mark} src="/mark.svg" alt="" width={40} height={40} />
        <h1 className={styles.title}>Dossier</h1>
        <p className={styles.subtitle}>{t('signInHint')}</p>
        <DoorNotice />
        <SignInForm target={target} />
        <DoorLinks target={target} />
      </main>
      <footer className={styles.foot}>
        <LangSelect />
      </footer>
    </div>
  );
}
