import { objType, right } from '@dossier/contract/core/rights';
import type { ComparedSide } from '@dossier/contract/preview/compare';
import { Button } from 'antd';
import { type ComponentType, type ReactNode, Suspense, lazy, useCallback, useEffect, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { useNavigate, usePageQuery } from '../../../platform/navigation.ts';
import { Empty } from '../../../platform/ui/empty.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { FileIcon } from '../../../platform/ui/file-icon.tsx';
import { RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { useDelayed, useMedia, usePageTitle } from '../../../platform/ui/hooks.ts';
import { useHotkeys } from '../../../platform/ui/hotkeys.ts';
import { Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { Spinner } from '../../../platform/ui/spinner.tsx';
import { Writers } from '../../documents/writers.tsx';
import { CompareQuery } from '../compare-address.ts';
import { EmptyViewer, ViewerWindow, Waiting, useLeaveViewer } from '../viewer-parts.tsx';
import { CardsWindow } from './cards-window.tsx';
import { ChangeList, sideName } from './change-list.tsx';
import { CompareBar } from './compare-bar.tsx';
import styles from './compare.module.css';
import { ComparisonProgress } from './comparison-progress.tsx';
import {
  type Comparison,
  type Mode,
  type WindowProps,
  isPair,
  modesOf,
  nothingFound,
  useComparison,
  useOutcome,
} from './use-comparison.ts';

/** The names of the compared sides. */
function SidesRow({ open: { before, after } }: { open: Comparison }): ReactNode {
  const t = useText('preview.compare');
  const isSame = before.view.id === after.view.id;
  const side = (of: ComparedSide, label: string): ReactNode => (
    <Row gap={2} className={styles.side}>
      <Text size="s" tone="muted" nowrap>
        {label}
      </Text>
      <FileIcon objType={objType.document} ext={of.view.ext} size={16} />
      <Text as="strong" size="s" strong truncate title={of.view.name}>
        {sideName(t, of, isSame)}
      </Text>
      <Text size="xs" tone="muted" truncate className={styles.author}>
        <Writers revision={of.card} /> · <RelativeTime iso={of.card.createTime} />
      </Text>
    </Row>
  );
  return (
    <div className={styles.sides}>
      {side(before, t('before'))}
      {side(after, t('after'))}
    </div>
  );
}

interface ChosenChange {
  /** The selected difference; -1 for none. */
  at: number;
  /** Rises with each selection, of the same one too. */
  round: number;
}

const noChoice: ChosenChange = { at: -1, round: 0 };
const firstChoice: ChosenChange = { at: 0, round: 0 };

/** The selected difference, initially the first, and how to step; wraps around at the ends. */
function useChosen(count: number, show: () => void) {
  const [picked, setChosen] = useState<ChosenChange>();
  const chosen = picked ?? (count > 0 ? firstChoice : noChoice);
  const choose = useCallback(
    (at: number): void => {
      show();
      setChosen((before) => ({ at, round: (before?.round ?? 0) + 1 }));
    },
    [show],
  );
  const step = (by: 1 | -1) => (): void => {
    if (count > 0) choose((chosen.at + by + count) % count);
  };
  return { chosen, choose, step, forget: () => setChosen(undefined) };
}

/** Prints one sentence instead of the page: printing is counted per document, in its own viewer. */
function usePrintRefusal(): void {
  const t = useText('preview.compare');
  const sentence = t('noPrint');
  useEffect(() => {
    const root = document.documentElement;
    root.dataset.print = 'refused';
    root.dataset.printText = sentence;
    return () => {
      delete root.dataset.print;
      delete root.dataset.printText;
    };
  }, [sentence]);
}

const windows: Record<Comparison['kind'], ComponentType<WindowProps>> = {
  text: lazy(() => import('./text-window.tsx').then((m) => ({ default: m.TextWindow }))),
  pages: lazy(() => import('./pages-window.tsx').then((m) => ({ default: m.PagesWindow }))),
  sheet: lazy(() => import('./workbook-window.tsx').then((m) => ({ default: m.WorkbookWindow }))),
  picture: lazy(() => import('./image-window.tsx').then((m) => ({ default: m.ImageWindow }))),
  cards: CardsWindow,
};

const mayHavePdf = ({ before, after }: Comparison): boolean => (before.view.rights & after.view.rights & right.pdf) !== 0;

interface CompareViewProps {
  open: Comparison;
  query: CompareQuery;
  again: () => Promise<void>;
}

/** An open comparison: its bar, the names of both sides, the list of differences, and the documents. */
function CompareView({ open, query, again }: CompareViewProps): ReactNode {
  const t = useText('preview.compare');
  const { kind } = open;
  const narrow = useMedia('narrow');
  const [spaces, setSpaces] = useState(true);
  const modes = modesOf(open, useMedia('phone'));
  const first = modes[0] ?? 'cards';
  const [picked, setMode] = useState<Mode>(narrow && kind === 'text' ? 'inline' : first);
  const mode = modes.includes(picked) ? picked : first;
  const [shown, setShown] = useState(!narrow);
  const tokens = { look: open.before.view.look, other: open.after.view.look, spaces };
  const outcome = useOutcome(kind, tokens);
  const found = outcome.data?.ok ? outcome.data.found : undefined;
  const count = found?.changes.length ?? 0;
  // a selected difference is shown in the documents
  const showContents = useCallback(() => setMode((now) => (now === 'cards' ? first : now)), [first]);
  const { chosen, choose, step, forget } = useChosen(count, showContents);
  useHotkeys({ n: step(1), p: step(-1), l: () => setShown(!shown) });
  usePageTitle(t('comparison'));
  usePrintRefusal();
  return (
    <ViewerWindow
      bar={
        <CompareBar
          {...{ kind, mode, modes, setMode, spaces, count, query }}
          setSpaces={(wanted) => {
            setSpaces(wanted);
            forget();
          }}
          mayHavePdf={found !== undefined && kind !== 'cards' && mayHavePdf(open)}
          at={chosen.at}
          next={step(1)}
          previous={step(-1)}
          list={found && kind !== 'cards' ? { shown, show: setShown } : undefined}
        />
      }
    >
      {found && shown && kind !== 'cards' && <ChangeList kind={kind} found={found} current={chosen.at} choose={choose} />}
      <Contents
        {...{ open, looks: tokens, outcome, mode, choose, again }}
        current={chosen.at}
        round={chosen.round}
        showCards={() => setMode('cards')}
      />
    </ViewerWindow>
  );
}

interface ContentsProps extends Omit<WindowProps, 'found'> {
  outcome: ReturnType<typeof useOutcome>;
  again: () => Promise<void>;
  showCards: () => void;
}

/** Both documents side by side, once the comparison is done. */
function Contents({ outcome, again, showCards, ...shown }: ContentsProps): ReactNode {
  const found = outcome.data?.ok ? outcome.data.found : undefined;
  const Window = shown.mode === 'cards' ? CardsWindow : windows[shown.open.kind];
  return (
    <Stack as="main" grow>
      <SidesRow open={shown.open} />
      <Stack grow scroll anchor>
        {found || shown.mode === 'cards' ? (
          <Suspense fallback={<Loading />}>
            <Window {...shown} found={found ?? nothingFound} />
          </Suspense>
        ) : (
          <ComparisonProgress outcome={outcome} looks={shown.looks} again={again} showCards={showCards} />
        )}
      </Stack>
    </Stack>
  );
}

function Loading(): ReactNode {
  const t = useText('preview.compare');
  return (
    <Waiting>
      <Spinner label={t('loading')} delay={150} />
    </Waiting>
  );
}

/** Compares two revisions of a document, or two documents. */
export function ComparePage(): ReactNode {
  const t = useText('preview.compare');
  const query = usePageQuery(CompareQuery);
  const opened = useComparison(query);
  const late = useDelayed(opened.isLoading);
  const again = async (): Promise<void> => void (await opened.refetch());
  if (opened.data) return <CompareView key={JSON.stringify(query)} open={opened.data} query={query} again={again} />;
  return (
    <Without>
      {!isPair(query) ? (
        <NothingToCompare />
      ) : opened.error ? (
        <ErrorBox error={opened.error} retry={() => void again()} />
      ) : (
        late && <Spinner label={t('loading')} />
      )}
    </Without>
  );
}

/** The window while, or because, there is nothing to compare. */
function Without({ children }: { children: ReactNode }): ReactNode {
  const t = useText('preview.compare');
  const leave = useLeaveViewer();
  return (
    <EmptyViewer title={t('comparison')} label={t('close')} leave={leave}>
      {children}
    </EmptyViewer>
  );
}

function NothingToCompare(): ReactNode {
  const t = useText('preview.compare');
  const go = useNavigate();
  const home = (
    <Button type="primary" onClick={() => go('/home')}>
      {t('toHome')}
    </Button>
  );
  return <Empty title={t('nothingToCompare')} hint={t('nothingToCompareHint')} action={home} />;
}
