import { LanguageDescription } from '@codemirror/language';
import { languages } from '@codemirror/language-data';
import { highlightCode, tagHighlighter, tags } from '@lezer/highlight';
import { type MouseEvent, type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { CallError } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.ts';
import { type Heading, markdownPage } from '../../platform/markdown-page.ts';
import { Row, Stack, Text, classNames } from '../../platform/ui/layout.tsx';
import { PaneEntry } from '../../platform/ui/page-layout.tsx';
import type { FindPictures } from './find-pictures.ts';
import styles from './markdown/markdown-window.module.css';
import { NoticeLine, ScrollRegion } from './viewer-parts.tsx';
import codeColours from './viewer/code-colours.module.css';

interface MarkdownViewProps {
  source: string;
  label: string;
  /** The text is truncated. */
  cut: boolean;
  /** Resolves its images. */
  find: FindPictures;
  /** Whether the outline is shown. */
  outline: boolean;
}

/** Rendered Markdown. */
export function MarkdownView({ source, label, cut, find, outline }: MarkdownViewProps): ReactNode {
  const t = useText('preview.listings');
  const { html, headings, leftOut } = useMemo(() => markdownPage(source), [source]);
  const page = useRef<HTMLElement>(null);
  useEffect(() => {
    for (const code of page.current?.querySelectorAll<HTMLElement>('pre > code[class^="language-"]') ?? [])
      colourCode(code, code.className.slice('language-'.length));
  }, [html]);
  const missing = usePictures(page, html, find);
  const goTo = (id: string): void => page.current?.querySelector(`#${CSS.escape(id)}`)?.scrollIntoView({ block: 'start' });
  const follow = (event: MouseEvent): void => {
    const address = event.target instanceof Element ? event.target.closest('a')?.getAttribute('href') : undefined;
    if (!address?.startsWith('#')) return;
    event.preventDefault();
    goTo(`markdown-${decoded(address.slice(1))}`);
  };
  return (
    <Row grow align="stretch" className={styles.view}>
      {outline && headings.length > 0 && <Outline headings={headings} goTo={goTo} />}
      <ScrollRegion label={label}>
        {(leftOut || missing || cut) && (
          <NoticeLine as="p" role="note">
            {(leftOut || missing) && t('markdownPictures')} {cut && t('markdownCut')}
          </NoticeLine>
        )}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click */}
        <article
          ref={page}
          className={classNames(styles.page, codeColours.colours)}
          onClick={follow}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned of everything but marks of text
          dangerouslySetInnerHTML={{ __html: html }}
        />
      </ScrollRegion>
    </Row>
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
  const t = useText('preview.listings');
  const least = Math.min(...headings.map(({ level }) => level));
  return (
    <Stack as="nav" scroll rigid className={styles.outline} aria-label={t('outline')}>
      <Stack as="ul">
        {headings.map(({ id, text, level }) => (
          <li key={id} style={{ paddingInlineStart: (level - least) * 14 }}>
            <PaneEntry title={text} onClick={() => goTo(id)}>
              <Text size="s" truncate>
                {text}
              </Text>
            </PaneEntry>
          </li>
        ))}
      </Stack>
    </Stack>
  );
}

/** The most images of one text. */
const maxPictures = 50;

/** Inserts the images that a text names; returns whether some are missing. */
function usePictures(page: RefObject<HTMLElement | null>, html: string, find: FindPictures): boolean {
  const [missing, setMissing] = useState(false);
  useEffect(() => {
    const marks = [...(page.current?.querySelectorAll<HTMLElement>('[data-picture]') ?? [])];
    const paths = [...new Set(marks.map(({ dataset }) => dataset['picture'] ?? ''))];
    if (paths.length === 0) return;
    let isGone = false;
    const put = (found: ReadonlyMap<string, string>): void => {
      if (isGone) return;
      for (const mark of marks) {
        const url = found.get(mark.dataset['picture'] ?? '');
        if (url === undefined) setMissing(true);
        else mark.replaceWith(pictureOf(url, mark, () => setMissing(true)));
      }
    };
    find(paths.slice(0, maxPictures)).then(put, (error: unknown) => {
      if (!(error instanceof CallError)) throw error;
      put(new Map());
    });
    return () => {
      isGone = true;
      setMissing(false);
    };
  }, [page, html, find]);
  return missing;
}

/** An image in place of its name; restores the name on failure. */
function pictureOf(url: string, mark: HTMLElement, fail: () => void): HTMLImageElement {
  const image = new Image();
  image.alt = mark.textContent;
  image.loading = 'lazy';
  image.decoding = 'async';
  image.addEventListener(
    'error',
    () => {
      image.replaceWith(mark);
      fail();
    },
    { once: true },
  );
  image.src = url;
  return image;
}

const colours = tagHighlighter([
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword, tags.controlKeyword], class: 'var(--code-keyword)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp, tags.attributeValue], class: 'var(--code-string)' },
  { tag: [tags.comment, tags.meta, tags.processingInstruction], class: 'var(--code-comment)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], class: 'var(--code-number)' },
  { tag: [tags.typeName, tags.className, tags.namespace, tags.tagName], class: 'var(--code-type)' },
  {
    tag: [tags.function(tags.variableName), tags.function(tags.propertyName), tags.definition(tags.variableName), tags.attributeName],
    class: 'var(--code-name)',
  },
]);

/** Length beyond which highlighting is too slow. */
const most = 50_000;

/** Highlights a code block in place, as in the source viewer; unknown languages stay plain. */
function colourCode(code: HTMLElement, language: string): void {
  const text = code.textContent;
  const known = LanguageDescription.matchLanguageName(languages, language, true);
  if (known === null || text.length > most) return;
  known.load().then(
    (support) => {
      const parts: Node[] = [];
      const put = (piece: string, colour: string): void => {
        const part = document.createElement('span');
        part.textContent = piece;
        if (colour !== '') part.style.color = colour.split(' ')[0] ?? '';
        parts.push(part);
      };
      highlightCode(text, support.language.parser.parse(text), colours, put, () => parts.push(document.createTextNode('\n')));
      code.replaceChildren(...parts);
    },
    // without the language's chunk the text stays plain
    () => undefined,
  );
}
