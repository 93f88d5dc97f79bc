import { ArrowLeftOutlined, DownOutlined, FilePdfOutlined, SwapOutlined, UnorderedListOutlined, UpOutlined } from '@ant-design/icons';
import type { OutputOf } from '@dossier/contract/core/route';
import { compare } from '@dossier/contract/preview/compare';
import { Checkbox, Segmented } from 'antd';
import type { ReactNode } from 'react';
import { CallError, call } from '../../../platform/call.ts';
import { textOf, useText } from '../../../platform/i18n.ts';
import { useNavigate } from '../../../platform/navigation.ts';
import { notice } from '../../../platform/notices.ts';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import { saveFile } from '../../../platform/save-file.ts';
import { type CompareQuery, compareAddress } from '../compare-address.ts';
import { useLeaveViewer } from '../viewer/viewer-frame.tsx';
import styles from './compare-frame.module.css';
import type { Comparison, Mode } from './use-comparison.ts';

type State = OutputOf<typeof compare.paper>;

/** One that is there at once needs no word; a longer one says every so often that it is coming. */
const quickMs = 700;
const sayEveryMs = 1500;

/** Downloads the result of a comparison as PDF, once the server has made it. */
async function downloadResult({ id = '', currentRev, otherId, otherRev }: CompareQuery, spaces: boolean): Promise<void> {
  const t = textOf('preview.compare');
  let talking: ReturnType<typeof setInterval> | undefined;
  const wait = setTimeout(() => {
    const say = (): void => notice.progress(t('pdfMaking'));
    say();
    talking = setInterval(say, sayEveryMs);
  }, quickMs);
  try {
    const { downloadUrl, fileName, look, other } = await call(compare.pdf, { id, currentRev, otherId, otherRev, spaces }, { quiet: true });
    const { state } = await ended({ look, other, spaces });
    if (state === 'ready') saveFile(downloadUrl, fileName);
    else notice.error(t('pdfFailed'));
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    notice.error(error.message);
  } finally {
    clearTimeout(wait);
    clearInterval(talking);
  }
}

async function ended(looks: { look: string; other: string; spaces: boolean }): Promise<State> {
  for (;;) {
    const state = await call(compare.paper, { ...looks, wait: true }, { quiet: true });
    if (state.state !== 'making') return state;
  }
}

interface CompareBarProps {
  kind: Comparison['kind'];
  mode: Mode;
  modes: readonly Mode[];
  setMode: (mode: Mode) => void;
  spaces: boolean;
  setSpaces: (spaces: boolean) => void;
  /** The chosen difference and how many there are. */
  at: number;
  count: number;
  next: () => void;
  previous: () => void;
  /** Whether the result may be had as PDF. */
  mayHavePdf: boolean;
  list: { shown: boolean; show: (shown: boolean) => void } | undefined;
  query: CompareQuery;
}

/** The bar of a comparison: how it is laid out, from difference to difference, the other way round. */
export function CompareBar(props: CompareBarProps): ReactNode {
  const { kind, mode, modes, setMode, spaces, setSpaces, at, count, next, previous, list, query, mayHavePdf } = props;
  const t = useText('preview.compare');
  const go = useNavigate();
  const leave = useLeaveViewer();
  const { id, currentRev, otherId = id, otherRev } = query;
  const turn = (): void =>
    go(compareAddress({ id: otherId, currentRev: otherRev, otherId: id, otherRev: currentRev }), undefined, { replace: true });
  const ways = modes.map((value) => ({ value, label: t(value) }));
  return (
    <header className={styles.bar}>
      <ToolButton label={t('close')} icon={<ArrowLeftOutlined />} onClick={leave} />
      {list && (
        <ToolButton
          label={t('changes')}
          icon={<UnorderedListOutlined />}
          hotkey="l"
          on={list.shown}
          onClick={() => list.show(!list.shown)}
        />
      )}
      <h1 className={styles.title}>{t('comparison')}</h1>
      {ways.length > 1 && (
        <div className={styles.tools} role="toolbar" aria-label={t('tools')} onPointerUp={letGo}>
          <Segmented<Mode> size="small" value={mode} options={ways} onChange={setMode} aria-label={t('layout')} />
          {kind === 'text' && (
            <Checkbox checked={!spaces} onChange={({ target }) => setSpaces(!target.checked)}>
              {t('ignoreSpaces')}
            </Checkbox>
          )}
        </div>
      )}
      <div className={styles.end}>
        {list && (
          <>
            <span className={styles.count} aria-live="polite">
              {at >= 0 && count > 0 ? t('nOfM', { count: at + 1, m: count }) : t('nChanges', { count: count })}
            </span>
            <ToolButton label={t('previous')} icon={<UpOutlined />} hotkey="p" disabled={count === 0} onClick={previous} />
            <ToolButton label={t('next')} icon={<DownOutlined />} hotkey="n" disabled={count === 0} onClick={next} />
          </>
        )}
        {mayHavePdf && <ToolButton label={t('asPdf')} icon={<FilePdfOutlined />} onClick={() => void downloadResult(query, spaces)} />}
        <ToolButton label={t('turnRound')} icon={<SwapOutlined />} onClick={turn} />
      </div>
    </header>
  );
}

/** What was chosen with the pointer keeps no focus: it would take the keys that lead from difference to difference. */
function letGo(): void {
  requestAnimationFrame(() => {
    const { activeElement } = document;
    if (activeElement instanceof HTMLInputElement) activeElement.blur();
  });
}
