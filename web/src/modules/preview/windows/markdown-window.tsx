import { UnorderedListOutlined } from '@ant-design/icons';
import { LanguageDescription } from '@codemirror/language';
import { languages } from '@codemirror/language-data';
import { previewByToken } from '@dossier/contract/preview/preview-token';
import { highlightCode, tagHighlighter, tags } from '@lezer/highlight';
import { useQuery } from '@tanstack/react-query';
import { Segmented } from 'antd';
import { type ReactNode, use, useMemo, useState } from 'react';
import { type CallError, call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { Empty } from '../../../platform/ui/empty.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { Spinner } from '../../../platform/ui/spinner.tsx';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import { PicturesContext, picturesBeside } from '../markdown/find-pictures.ts';
import { MarkdownView } from '../markdown/markdown-view.tsx';
import type { WindowProps } from '../view-request.ts';
import { SourceLater } from '../viewer/lazy-parts.ts';
import { usePane } from '../viewer/preferences.ts';
import { PrintButton, usePlainPrint } from '../viewer/printing.tsx';
import { ViewerFrame } from '../viewer/viewer-frame.tsx';
import { Waiting } from '../viewer/viewer-parts.tsx';

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
export function colourCode(code: HTMLElement, language: string): void {
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

/** The most pages of text that are rendered. */
const mostPages = 12;

async function textOf(previewToken: string, signal: AbortSignal): Promise<{ text: string; cut: boolean }> {
  const first = await call(previewByToken.text, { look: previewToken, page: 1 }, { quiet: true, signal });
  const texts = [first.text];
  for (let page = 2; page <= Math.min(first.pages, mostPages); page++)
    texts.push((await call(previewByToken.text, { look: previewToken, page }, { quiet: true, signal })).text);
  return { text: texts.map((text) => text.replace(/\n$/, '')).join('\n'), cut: first.pages > mostPages };
}

/** Markdown, rendered or as source. */
export function MarkdownWindow(props: WindowProps): ReactNode {
  const t = useText('preview.listings');
  const { keyword } = props.query;
  // a search opens the source, in which hits are marked
  const [shown, setShown] = useState<'page' | 'source'>(keyword ? 'source' : 'page');
  const choice = (
    <Segmented
      size="small"
      aria-label={t('showAs')}
      value={shown}
      onChange={setShown}
      options={[
        { value: 'page', label: t('asPage') },
        { value: 'source', label: t('asSource') },
      ]}
    />
  );
  return shown === 'source' ? <SourceLater {...props} start={choice} /> : <Page {...props} start={choice} />;
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
        <MarkdownView source={page.data.text} cut={page.data.cut} label={view.name} colour={colourCode} find={find} outline={outline} />
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
