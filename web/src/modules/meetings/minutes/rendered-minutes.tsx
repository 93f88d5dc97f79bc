import { type ReactNode, useMemo } from 'react';
import { markdownPage } from '../../../platform/markdown-page.ts';
import styles from '../meetings.module.css';

/** The minutes as rendered Markdown. */
export function RenderedMinutes({ source }: { source: string }): ReactNode {
  const html = useMemo(() => markdownPage(source).html, [source]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned of everything but marks of text
  return <article className={styles.rendered} dangerouslySetInnerHTML={{ __html: html }} />;
}
