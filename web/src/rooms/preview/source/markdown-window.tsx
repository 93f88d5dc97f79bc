import { UnorderedListOutlined } from '@ant-design/icons';
import { looks } from '@dossier/contract/looks';
import { useQuery } from '@tanstack/react-query';
import { Segmented } from 'antd';
import { type ReactNode, use, useMemo, useState } from 'react';
import { type CallError, call } from '../../../ground/call.ts';
import { useText } from '../../../ground/text.ts';
import { Empty } from '../../../ground/ui/empty.tsx';
import { ErrorBox } from '../../../ground/ui/error-box.tsx';
import { ToolButton } from '../../../ground/ui/tool-button.tsx';
import { Waiting } from '../../../ground/ui/waiting.tsx';
import { PicturesContext, picturesBeside } from '../../listings/find-pictures.ts';
import { MarkdownView } from '../../listings/markdown-view.tsx';
import { PrintButton } from '../../viewer/print-button.tsx';
import { usePlainPrint } from '../../viewer/use-plain-print.ts';
import { ViewerFrame } from '../../viewer/viewer-frame.tsx';
import { usePane } from '../../viewer/viewer-prefs.ts';
import type { WindowProps } from '../../viewer/window-props.ts';
import { colourCode } from './colour-code.ts';
import styles from './source.module.css';
import { SourceLater } from './source-later.ts';

/** So many pages of its text are drawn. */
const mostPages = 12;

async function textOf(look: string, signal: AbortSignal): Promise<{ text: string; cut: boolean }> {
  const first = await call(looks.text, { look, page: 1 }, { quiet: true, signal });
  const texts = [first.text];
  for (let page = 2; page <= Math.min(first.pages, mostPages); page++)
    texts.push((await call(looks.text, { look, page }, { quiet: true, signal })).text);
  return { text: texts.map((text) => text.replace(/\n$/, '')).join('\n'), cut: first.pages > mostPages };
}

/** Markdown as the page that it means, or as its source. */
export function MarkdownWindow(props: WindowProps): ReactNode {
  const t = useText('listings');
  const { keyword } = props.query;
  // who comes from a search sees the hits, which are marked in the source
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
  const t = useText('listings');
  const p = useText('viewer');
  const [outline, setOutline] = usePane('side');
  const given = use(PicturesContext);
  const find = useMemo(() => given ?? picturesBeside(view.look), [given, view.look]);
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
      {page.isPending && <Waiting className={styles.waiting} label={p('loading')} delay={150} />}
    </ViewerFrame>
  );
}
