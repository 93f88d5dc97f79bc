import { UnorderedListOutlined } from '@ant-design/icons';
import { previewByToken } from '@dossier/contract/preview/preview-token';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, use, useMemo } from 'react';
import { type CallError, call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { Empty } from '../../../platform/ui/empty.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { Spinner } from '../../../platform/ui/spinner.tsx';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import type { WindowProps } from '../view-request.ts';
import { usePane } from '../viewer-preferences.ts';
import { PrintButton, usePlainPrint } from '../viewer/printing.tsx';
import { ViewerFrame } from '../viewer/viewer-frame.tsx';
import { MarkdownView } from '../markdown-view.tsx';
import { Waiting } from '../viewer-parts.tsx';
import { PageOrSource } from '../windows/page-or-source.tsx';
import { PicturesContext, picturesBeside } from '../find-pictures.ts';

/** Markdown, rendered or as source. */
export function MarkdownWindow(props: WindowProps): ReactNode {
  return <PageOrSource {...props} Page={Page} />;
}

function Page({ view, query: { currentRev }, start }: WindowProps & { start: ReactNode }): ReactNode {
  const t = useText('preview.listings');
  const p = useText('preview.viewer');
  const [outline, setOutline] = usePane('side', view);
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
      isAwaited={page.isPending}
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
