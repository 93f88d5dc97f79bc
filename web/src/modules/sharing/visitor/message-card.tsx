import type { ReactNode } from 'react';
import styles from './access-card.module.css';
import { LangSelect } from './language-select.tsx';

interface MessageCardProps {
  title: string;
  hint?: string;
  children?: ReactNode;
}

/** A page with one card, before or instead of the shared items. It reveals nothing of them. */
export function MessageCard({ title, hint, children }: MessageCardProps): ReactNode {
  return (
    <div className={styles.door}>
      <main className={styles.card}>
        <img src="/mark.svg" alt="" width={36} height={36} />
        <h1>{title}</h1>
        {hint && <p className={styles.hint}>{hint}</p>}
        {children}
      </main>
      <footer>
        <LangSelect />
      </footer>
    </div>
  );
}
