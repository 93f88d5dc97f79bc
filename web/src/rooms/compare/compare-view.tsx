import { right } from '@dossier/contract/rights';
import { type ComponentType, lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import { useHotkeys } from '../../ground/hooks/use-hotkeys.ts';
import { useMedia } from '../../ground/hooks/use-media.ts';
import { usePageTitle } from '../../ground/hooks/use-page-title.ts';
import { useText } from '../../ground/text.ts';
import { Waiting } from '../../ground/ui/waiting.tsx';
import type { CompareQuery } from './address.ts';
import { CardsWindow } from './windows/cards-window.tsx';
import { ChangeList } from './change-list.tsx';
import { CompareBar } from './compare-bar.tsx';
import styles from './frame.module.css';
import { MakingBox } from './making-box.tsx';
import { SidesRow } from './sides-row.tsx';
import { useChosen } from './use-chosen.ts';
import { type Comparison, nothingFound, useOutcome } from './use-comparison.ts';
import { useNoPrint } from './use-no-print.ts';
import { type Mode, modesOf, type WindowProps } from './window-props.ts';

const windows: Record<Comparison['kind'], ComponentType<WindowProps>> = {
  text: lazy(() => import('./windows/text-window.tsx').then((m) => ({ default: m.TextWindow }))),
  pages: lazy(() => import('./windows/pages-window.tsx').then((m) => ({ default: m.PagesWindow }))),
  sheet: lazy(() => import('./windows/sheet-window.tsx').then((m) => ({ default: m.SheetWindow }))),
  picture: lazy(() => import('./windows/picture-window.tsx').then((m) => ({ default: m.PictureWindow }))),
  cards: CardsWindow,
};

const mayHavePdf = ({ before, after }: Comparison): boolean => (before.view.rights & after.view.rights & right.pdf) !== 0;

interface CompareViewProps {
  open: Comparison;
  query: CompareQuery;
  again: () => Promise<void>;
}

/** A comparison that was opened: its bar, both sides' names, the list of differences, and the two beside each other. */
export function CompareView({ open, query, again }: CompareViewProps): ReactNode {
  const t = useText('compare');
  const { kind } = open;
  const narrow = useMedia('narrow');
  const [spaces, setSpaces] = useState(true);
  const modes = modesOf(open, useMedia('phone'));
  const first = modes[0] ?? 'cards';
  const [picked, setMode] = useState<Mode>(narrow && kind === 'text' ? 'inline' : first);
  const mode = modes.includes(picked) ? picked : first;
  const [shown, setShown] = useState(!narrow);
  const looks = { look: open.before.view.look, other: open.after.view.look, spaces };
  const outcome = useOutcome(kind, looks);
  const found = outcome.data?.ok ? outcome.data.found : undefined;
  const count = found?.changes.length ?? 0;
  // what is chosen is shown in the documents
  const showContents = useCallback(() => setMode((now) => (now === 'cards' ? first : now)), [first]);
  const { chosen, choose, step, forget } = useChosen(count, showContents);
  useHotkeys({ n: step(1), p: step(-1), l: () => setShown(!shown) });
  usePageTitle(t('comparison'));
  useNoPrint();
  return (
    <div className={styles.frame}>
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
      <div className={styles.body}>
        {found && shown && kind !== 'cards' && <ChangeList kind={kind} found={found} current={chosen.at} choose={choose} />}
        <Contents
          {...{ open, looks, outcome, mode, choose, again }}
          current={chosen.at}
          round={chosen.round}
          showCards={() => setMode('cards')}
        />
      </div>
    </div>
  );
}

interface ContentsProps extends Omit<WindowProps, 'found'> {
  outcome: ReturnType<typeof useOutcome>;
  again: () => Promise<void>;
  showCards: () => void;
}

/** The two beside each other, once it is known what differs. */
function Contents({ outcome, again, showCards, ...shown }: ContentsProps): ReactNode {
  const t = useText('compare');
  const found = outcome.data?.ok ? outcome.data.found : undefined;
  const Window = shown.mode === 'cards' ? CardsWindow : windows[shown.open.kind];
  return (
    <main className={styles.main}>
      <SidesRow open={shown.open} />
      <div className={styles.contents}>
        {found || shown.mode === 'cards' ? (
          <Suspense fallback={<Waiting className={styles.waiting} label={t('loading')} delay={150} />}>
            <Window {...shown} found={found ?? nothingFound} />
          </Suspense>
        ) : (
          <MakingBox outcome={outcome} looks={shown.looks} again={again} showCards={showCards} />
        )}
      </div>
    </main>
  );
}
