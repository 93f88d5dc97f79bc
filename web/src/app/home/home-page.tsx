import { SettingOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, useCallback, useEffect, useId, useMemo, useState } from 'react';
import { useCurrentUser } from '../../modules/identity/current-user.ts';
import { useText } from '../../platform/i18n.ts';
import { useDelayed } from '../../platform/ui/hooks.ts';
import { Card, Heading, Row } from '../../platform/ui/layout.tsx';
import { PanelPlaceContext, type PanelState, PanelText } from '../../platform/ui/list-panel.tsx';
import { ToolButton } from '../../platform/ui/tool-button.tsx';
import { HintTour } from '../help/hint-tour.tsx';
import { InstallHint } from '../phone/install-hint.tsx';
import { type EmptyPanel, FirstSteps } from './first-steps.tsx';
import { RecentStrip, usePanels, useTitles, waitingPanels } from './home-panels.tsx';
import styles from './home.module.css';
import { type PanelName, usePanelPreferences } from './panel-preferences.ts';

/** Longer than this the page does not wait for a slow panel. */
const longestWaitMs = 1200;

interface KnownPanel {
  state: PanelState;
  empty: string;
}

/** What each panel has to show, as they report it. */
function usePanelStates() {
  const [known, setKnown] = useState<Partial<Record<PanelName, KnownPanel>>>({});
  const note = useCallback(
    (name: PanelName, state: PanelState, empty: string) =>
      setKnown((before) =>
        before[name]?.state === state && before[name].empty === empty ? before : { ...before, [name]: { state, empty } },
      ),
    [],
  );
  return { known, note };
}

/** True once all panels are known, or the wait is over: until then the page shows where they will stand, so that none moves another. */
function useSettled(allKnown: boolean): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    if (allKnown) setSettled(true);
  }, [allKnown]);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), longestWaitMs);
    return () => clearTimeout(timer);
  }, []);
  return isSettled || allKnown;
}

interface PanelPlaceProps {
  name: PanelName;
  isGroup?: boolean;
  note: (name: PanelName, state: PanelState, empty: string) => void;
  children: ReactNode;
}

function PanelPlace({ name, isGroup = false, note, children }: PanelPlaceProps): ReactNode {
  const place = useMemo(() => ({ isGroup, report: (state: PanelState, empty: string) => note(name, state, empty) }), [isGroup, name, note]);
  return (
    <PanelPlaceContext value={place}>
      <div className={styles.place}>{children}</div>
    </PanelPlaceContext>
  );
}

/** The home page: first what waits for the user and what they had open, then the panels that they arrange; empty ones are folded into one. */
export function HomePage(): ReactNode {
  const t = useText('app.home');
  const panels = usePanels();
  const titleOf = useTitles();
  const { hidden, order } = usePanelPreferences();
  const { known, note } = usePanelStates();
  const shown = order.filter((name) => !hidden.includes(name) && panels[name] !== undefined);
  const isSettled = useSettled(shown.every((name) => (known[name]?.state ?? 'pending') !== 'pending'));
  const isLate = useDelayed(!isSettled);
  const waiting = shown.filter((name) => waitingPanels.has(name));
  const others = shown.filter((name) => !waitingPanels.has(name));
  const isStrip = others[0] === 'recent';
  const hasContent = (name: PanelName): boolean => known[name]?.state !== 'empty';
  const empty = shown.flatMap((name): EmptyPanel[] => {
    const { state, empty: text } = known[name] ?? {};
    return state === 'empty' ? [{ name, title: titleOf(name), text: text ?? '' }] : [];
  });
  const choose = async (): Promise<void> => {
    const { choosePanels } = await import('./panels-dialog.tsx');
    choosePanels(order.flatMap((name) => (panels[name] === undefined ? [] : [{ name, title: titleOf(name) }])));
  };
  return (
    <div className={styles.page}>
      <Greeting choose={() => void choose()} />
      {shown.length === 0 && (
        <PanelText>
          {t('noPanels')}{' '}
          <Button type="link" size="small" onClick={() => void choose()}>
            {t('choosePanels')}
          </Button>
        </PanelText>
      )}
      {isLate && <Skeleton />}
      <div hidden={!isSettled} className={styles.content}>
        <Waiting isShown={waiting.some(hasContent)}>
          {waiting.map((name) => (
            <PanelPlace key={name} name={name} isGroup note={note}>
              {panels[name]}
            </PanelPlace>
          ))}
        </Waiting>
        <HintTour />
        <InstallHint />
        {isStrip && (
          <PanelPlace name="recent" note={note}>
            <RecentStrip />
          </PanelPlace>
        )}
        <div className={styles.panels}>
          {others.slice(isStrip ? 1 : 0).map((name) => (
            <PanelPlace key={name} name={name} note={note}>
              {panels[name]}
            </PanelPlace>
          ))}
        </div>
        {empty.length > 0 && <FirstSteps empty={empty} choose={() => void choose()} />}
      </div>
    </div>
  );
}

function Greeting({ choose }: { choose: () => void }): ReactNode {
  const t = useText('app.home');
  const { fullName } = useCurrentUser();
  const [hour] = useState(() => new Date().getHours());
  return (
    <Row className={styles.greeting}>
      <Heading level={1} truncate grow>
        {t(greeting(hour), { name: fullName })}
      </Heading>
      <ToolButton label={t('choosePanels')} icon={<SettingOutlined />} onClick={choose} />
    </Row>
  );
}

/** What waits for the user, in one list of groups. */
function Waiting({ isShown, children }: { isShown: boolean; children: ReactNode }): ReactNode {
  const t = useText('app.home');
  const id = useId();
  return (
    <Card as="section" pad={0} aria-labelledby={id} className={styles.waiting} hidden={!isShown}>
      <Heading level={2} id={id} className={styles.waitingTitle}>
        {t('waitingForYou')}
      </Heading>
      <div className={styles.groups}>{children}</div>
    </Card>
  );
}

/** Stands for the panels while they are late. */
const Skeleton = (): ReactNode => (
  <div className={styles.skeleton} aria-hidden>
    <div className={styles.ghostStrip} />
    <div className={styles.ghostPanel} />
    <div className={styles.ghostPanel} />
    <div className={styles.ghostPanel} />
  </div>
);

function greeting(hour: number): 'goodMorning' | 'goodDay' | 'goodEvening' {
  if (hour >= 5 && hour < 12) return 'goodMorning';
  return hour >= 12 && hour < 18 ? 'goodDay' : 'goodEvening';
}
