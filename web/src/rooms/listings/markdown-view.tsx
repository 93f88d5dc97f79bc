import { type MouseEvent, type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useText } from '../../ground/text.ts';
import type { FindPictures } from './find-pictures.ts';
import styles from './markdown.module.css';
import { type Heading, markdownPage } from './markdown-page.ts';
import { usePictures } from './use-pictures.ts';

interface MarkdownViewProps {
  source: string;
  label: string;
  /** Colours a piece of code of a language, in place. */
  colour: (code: HTMLElement, language: string) => void;
  /** There is more of it than is shown. */
  cut: boolean;
  /** Finds the pictures that it names. */
  find: FindPictures;
  /** Whether the list of headings stands beside it. */
  outline: boolean;
}

/** Markdown as the page that it means. */
export function MarkdownView({ source, label, colour, cut, find, outline }: MarkdownViewProps): ReactNode {
  const t = useText('listings');
  const { html, headings, leftOut } = useMemo(() => markdownPage(source), [source]);
  const page = useRef<HTMLElement>(null);
  useEffect(() => {
    for (const code of page.current?.querySelectorAll<HTMLElement>('pre > code[class^="language-"]') ?? [])
      colour(code, code.className.slice('language-'.length));
  }, [html, colour]);
  const missing = usePictures(page, html, find);
  const goTo = (id: string): void => page.current?.querySelector(`#${CSS.escape(id)}`)?.scrollIntoView({ block: 'start' });
  const follow = (event: MouseEvent): void => {
    const address = event.target instanceof Element ? event.target.closest('a')?.getAttribute('href') : undefined;
    if (!address?.startsWith('#')) return;
    event.preventDefault();
    goTo(`markdown-${decoded(address.slice(1))}`);
  };
  return (
    <div className={styles.sheet}>
      {outline && headings.length > 0 && <Outline headings={headings} goTo={goTo} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: whatever scrolls must be reached by the keyboard */}
      <div className={styles.scroller} role="region" aria-label={label} tabIndex={0}>
        {(leftOut || missing || cut) && (
          <p className={styles.note} role="note">
            {(leftOut || missing) && t('markdownPictures')} {cut && t('markdownCut')}
          </p>
        )}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click */}
        <article
          ref={page}
          className={styles.page}
          onClick={follow}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned of everything but marks of text
          dangerouslySetInnerHTML={{ __html: html }}
        />
      </div>
    </div>
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text).toLowerCase();
  } catch {
    return text;
  }
}

function Outline({ headings, goTo }: { headings: Heading[]; goTo: (id: string) => void }): ReactNode {
  const t = useText('listings');
  const least = Math.min(...headings.map(({ level }) => level));
  return (
    <nav className={styles.outline} aria-label={t('outline')}>
      <ul>
        {headings.map(({ id, text, level }) => (
          <li key={id} style={{ paddingInlineStart: (level - least) * 14 }}>
            <button type="button" title={text} onClick={() => goTo(id)}>
              {text}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
