import { UnorderedListOutlined } from '@ant-design/icons';
import { LanguageDescription } from '@codemirror/language';
import { languages } from '@codemirror/language-data';
import { previewByToken } from '@dossier/contract/preview/preview-token';
import { highlightCode, tagHighlighter, tags } from '@lezer/highlight';
import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, type ReactNode, type RefObject, use, useEffect, useMemo, useRef, useState } from 'react';
import { CallError, call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { type Heading, markdownPage } from '../../../platform/markdown-page.ts';
import { Empty } from '../../../platform/ui/empty.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { Row, Stack, Text, classNames } from '../../../platform/ui/layout.tsx';
import { PaneEntry } from '../../../platform/ui/page-layout.tsx';
import { Spinner } from '../../../platform/ui/spinner.tsx';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import type { WindowProps } from '../view-request.ts';
import codeColours from '../viewer/code-colours.module.css';
import { usePane } from '../viewer/preferences.ts';
import { PrintButton, usePlainPrint } from '../viewer/printing.tsx';
import { ViewerFrame } from '../viewer/viewer-frame.tsx';
import { NoticeLine, ScrollRegion, Waiting } from '../viewer/viewer-parts.tsx';
import { PageOrSource } from '../windows/page-or-source.tsx';
import { type FindPictures, PicturesContext, picturesBeside } from './find-pictures.ts';
import styles from './markdown-window.module.css';

/** Markdown, rendered or as source. */
export function MarkdownWindow(props: WindowProps): ReactNode {
  return <PageOrSource {...props} Page={Page} />;
}

function Page({ view, query: { currentRev }, start }: WindowProps & { start: ReactNode }): ReactNode {
  const t = useText('preview.listings');
  const p = useText('preview.viewer');
  const [outline, setOutline] = usePane('side');
  const contextPictures = use(PicturesContext);
  const find = useMemo(() => contextPictures ?? picturesBeside(view.look), [contextPictures, view.look]);
  const print = usePlainPrint({ id: view.id, rights: view.rights, currentRev });
  const page = useQuery<{ text: string; cut: boolean }, CallError>({
    queryKey: ['markdown', view.look],
    queryFn: ({ signal }) => textOf(view.look, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <ViewerFrame
      view={view}
      currentRev={currentRev}
      start={
        <>
          <ToolButton label={t('outline')} icon={<UnorderedListOutlined />} on={outline} onClick={() => setOutline(!outline)} />
          {start}
        </>
      }
      end={<PrintButton print={print} disabled={!page.data} />}
    >
      {page.data?.text.trim() === '' && <Empty title={p('fileEmpty')} />}
      {page.data && page.data.text.trim() !== '' && (
        <MarkdownView source={page.data.text} cut={page.data.cut} label={view.name} find={find} outline={outline} />
      )}
      {page.error && <ErrorBox error={page.error} retry={() => void page.refetch()} />}
      {page.isPending && (
        <Waiting>
          <Spinner label={p('loading')} delay={150} />
        </Waiting>
      )}
    </ViewerFrame>
  );
}

/** The most pages of text that are rendered. */
const mostPages = 12;

async function textOf(previewToken: string, signal: AbortSignal): Promise<{ text: string; cut: boolean }> {
  const first = await call(previewByToken.text, { look: previewToken, page: 1 }, { quiet: true, signal });
  const texts = [first.text];
  for (let page = 2; page <= Math.min(first.pages, mostPages); page++)
    texts.push((await call(previewByToken.text, { look: previewToken, page }, { quiet: true, signal })).text);
  return { text: texts.map((text) => text.replace(/\n$/, '')).join('\n'), cut: first.pages > mostPages };
}

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
function MarkdownView({ source, label, cut, find, outline }: MarkdownViewProps): ReactNode {
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
