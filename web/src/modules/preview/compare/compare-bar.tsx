import { ArrowLeftOutlined, DownOutlined, FilePdfOutlined, SwapOutlined, UnorderedListOutlined, UpOutlined } from '@ant-design/icons';
import type { OutputOf } from '@dossier/contract/core/route';
import { compare } from '@dossier/contract/preview/compare';
import { Checkbox, Segmented } from 'antd';
import type { ReactNode } from 'react';
import { CallError, call } from '../../../platform/call.ts';
import { textOf, useText } from '../../../platform/i18n.ts';
import { useNavigate } from '../../../platform/navigation.ts';
import { notice } from '../../../platform/notices.ts';
import { Text } from '../../../platform/ui/layout.tsx';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import { saveFile } from '../../../platform/save-file.ts';
import { type CompareQuery, compareAddress } from '../compare-address.ts';
import { ViewerBarEnd, ViewerTitle, ViewerTools, useLeaveViewer } from '../viewer-parts.tsx';
import styles from './compare.module.css';
import type { Comparison, Mode } from './use-comparison.ts';

type State = OutputOf<typeof compare.paper>;

/** A quick result needs no announcement; a slow one is announced at intervals, in milliseconds. */
const quickMs = 700;
const sayEveryMs = 1500;

/** Downloads the comparison as PDF, once the server has rendered it. */
async function downloadResult({ id = '', currentRev, otherId, otherRev }: CompareQuery, spaces: boolean): Promise<void> {
  const t = textOf('preview.compare');
  let talking: ReturnType<typeof setInterval> | undefined;
  const wait = setTimeout(() => {
    const announce = (): void => notice.progress(t('pdfMaking'));
    announce();
    talking = setInterval(announce, sayEveryMs);
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

async function ended(tokens: { look: string; other: string; spaces: boolean }): Promise<State> {
  for (;;) {
    const state = await call(compare.paper, { ...tokens, wait: true }, { quiet: true });
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
  /** The selected difference, and their number. */
  at: number;
  count: number;
  next: () => void;
  previous: () => void;
  /** Whether the PDF is available. */
  mayHavePdf: boolean;
  list: { shown: boolean; show: (shown: boolean) => void } | undefined;
  query: CompareQuery;
}

/** The bar of a comparison: layout, next and previous difference, swapped sides. */
export function CompareBar(props: CompareBarProps): ReactNode {
  const { kind, mode, modes, setMode, spaces, setSpaces, at, count, next, previous, list, query, mayHavePdf } = props;
  const t = useText('preview.compare');
  const go = useNavigate();
  const leave = useLeaveViewer();
  const { id, currentRev, otherId = id, otherRev } = query;
  const turn = (): void =>
    go(compareAddress({ id: otherId, currentRev: otherRev, otherId: id, otherRev: currentRev }), undefined, { replace: true });
  const modeOptions = modes.map((value) => ({ value, label: t(value) }));
  return (
    <>
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
      <ViewerTitle>{t('comparison')}</ViewerTitle>
      {modeOptions.length > 1 && (
        <ViewerTools label={t('tools')} gap={4} onPointerUp={letGo}>
          <Segmented<Mode> size="small" value={mode} options={modeOptions} onChange={setMode} aria-label={t('layout')} />
          {kind === 'text' && (
            <Checkbox checked={!spaces} onChange={({ target }) => setSpaces(!target.checked)}>
              {t('ignoreSpaces')}
            </Checkbox>
          )}
        </ViewerTools>
      )}
      <ViewerBarEnd>
        {list && (
          <>
            <Text size="s" tone="muted" numeric truncate className={styles.count} aria-live="polite">
              {at >= 0 && count > 0 ? t('nOfM', { count: at + 1, m: count }) : t('nChanges', { count })}
            </Text>
            <ToolButton label={t('previous')} icon={<UpOutlined />} hotkey="p" disabled={count === 0} onClick={previous} />
            <ToolButton label={t('next')} icon={<DownOutlined />} hotkey="n" disabled={count === 0} onClick={next} />
          </>
        )}
        {mayHavePdf && <ToolButton label={t('asPdf')} icon={<FilePdfOutlined />} onClick={() => void downloadResult(query, spaces)} />}
        <ToolButton label={t('turnRound')} icon={<SwapOutlined />} onClick={turn} />
      </ViewerBarEnd>
    </>
  );
}

/** Removes the focus after a choice by pointer: it would take the keys that step through the differences. */
function letGo(): void {
  requestAnimationFrame(() => {
    const { activeElement } = document;
    if (activeElement instanceof HTMLInputElement) activeElement.blur();
  });
}
