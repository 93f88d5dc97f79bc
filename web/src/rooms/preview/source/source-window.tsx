import { EnterOutlined, LeftOutlined, RightOutlined, SearchOutlined } from '@ant-design/icons';
import { looks } from '@dossier/contract/looks';
import { type ReactNode, useState } from 'react';
import { useDelayed } from '../../../ground/hooks/use-delayed.ts';
import { useHotkeys } from '../../../ground/hooks/use-hotkeys.ts';
import { useText } from '../../../ground/text.ts';
import { Empty } from '../../../ground/ui/empty.tsx';
import { ErrorBox } from '../../../ground/ui/error-box.tsx';
import { Waiting } from '../../../ground/ui/waiting.tsx';
import { useCall } from '../../../ground/use-call.ts';
import { ToolButton } from '../../../ground/ui/tool-button.tsx';
import { PrintButton } from '../../viewer/print-button.tsx';
import { usePlainPrint } from '../../viewer/use-plain-print.ts';
import { ViewerFrame } from '../../viewer/viewer-frame.tsx';
import { useWrap } from '../../viewer/viewer-prefs.ts';
import type { WindowProps } from '../../viewer/window-props.ts';
import { CodeView } from './code-view.tsx';
import styles from './source.module.css';

/** A text or source file: coloured by its extension, numbered over its pages, searchable. */
export function SourceWindow({ view, query, start }: WindowProps & { start?: ReactNode }): ReactNode {
  const t = useText('viewer');
  const { currentRev, keyword } = query;
  const [page, setPage] = useState(1);
  const [wrap, setWrap] = useWrap(view.ext);
  const [finding, setFinding] = useState(keyword ? 1 : 0);
  const text = useCall(looks.text, { look: view.look, page }, { keep: true, staleTime: Number.POSITIVE_INFINITY });
  const late = useDelayed(text.isFetching);
  const pages = text.data?.pages ?? 1;
  const print = usePlainPrint({ id: view.id, rights: view.rights, currentRev });
  const turn = (to: number): void => setPage(Math.min(pages, Math.max(1, to)));
  useHotkeys({
    'mod+f': () => setFinding(finding + 1),
    'alt+z': () => setWrap(!wrap),
    ArrowLeft: () => (pages > 1 ? turn(page - 1) : false),
    ArrowRight: () => (pages > 1 ? turn(page + 1) : false),
  });
  return (
    <ViewerFrame
      view={view}
      currentRev={currentRev}
      start={start}
      tools={<SourceTools page={page} pages={pages} turn={turn} encoding={text.data?.encoding} wrap={wrap} setWrap={setWrap} />}
      end={
        <>
          <ToolButton label={t('find')} icon={<SearchOutlined />} hotkey="mod+f" onClick={() => setFinding(finding + 1)} />
          <PrintButton print={print} disabled={!text.data} />
        </>
      }
    >
      {late && <Waiting className={styles.waiting} label={t('loading')} />}
      {text.error && !text.data && <ErrorBox error={text.error} retry={() => void text.refetch()} />}
      {text.data && text.data.text === '' && pages === 1 && <Empty title={t('fileEmpty')} />}
      {text.data && (text.data.text !== '' || pages > 1) && (
        <>
          <CodeView {...text.data} name={view.name} wrap={wrap} finding={finding} {...(keyword && { keyword })} />
          <pre className={styles.paper} aria-hidden="true">
            {text.data.text}
          </pre>
        </>
      )}
    </ViewerFrame>
  );
}

interface SourceToolsProps {
  page: number;
  pages: number;
  turn: (to: number) => void;
  encoding: string | undefined;
  wrap: boolean;
  setWrap: (wrap: boolean) => void;
}

function SourceTools({ page, pages, turn, encoding, wrap, setWrap }: SourceToolsProps): ReactNode {
  const t = useText('viewer');
  return (
    <>
      {pages > 1 && (
        <>
          <ToolButton label={t('previousPage')} icon={<LeftOutlined />} disabled={page <= 1} onClick={() => turn(page - 1)} />
          <span className={styles.fact}>{t('countOf', { n: page, m: pages })}</span>
          <ToolButton label={t('nextPage')} icon={<RightOutlined />} disabled={page >= pages} onClick={() => turn(page + 1)} />
        </>
      )}
      {encoding && (
        <span className={styles.fact} title={t('encoding')}>
          {encoding.toUpperCase()}
        </span>
      )}
      <ToolButton label={t('wrapLines')} icon={<EnterOutlined />} hotkey="alt+z" on={wrap} onClick={() => setWrap(!wrap)} />
    </>
  );
}
