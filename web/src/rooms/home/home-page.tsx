import {
  BookOutlined,
  BulbOutlined,
  ClockCircleOutlined,
  DownloadOutlined,
  FileAddOutlined,
  SettingOutlined,
  StarOutlined,
} from '@ant-design/icons';
import { home } from '@dossier/contract/home';
import { module } from '@dossier/contract/rights';
import { Button } from 'antd';
import { Fragment, type ReactNode, useState } from 'react';
import { useText } from '../../ground/text.ts';
import { Crumbs } from '../../ground/ui/crumbs.tsx';
import { ToolButton } from '../../ground/ui/tool-button.tsx';
import { TagPanel } from '../labels/tag-panel.tsx';
import { PendingPanel } from '../flows/pending-panel.tsx';
import { ComingPanel } from '../meetings/coming-panel.tsx';
import { useCurrentUser } from '../session/current-user.ts';
import { ReceivedPanel } from '../shares/received-panel.tsx';
import styles from './home.module.css';
import type { PanelName } from './home-panels.ts';
import { useHomePrefs } from './home-prefs.ts';
import { OwnUsePanel } from './own-use-panel.tsx';
import { Panel } from './panel.tsx';
import { Start } from './start.tsx';

/** What one needs first: where one was, what one marked, what is new, what others take; in the order that one wants. */
export function HomePage(): ReactNode {
  const t = useText('home');
  const user = useCurrentUser();
  const [hour] = useState(() => new Date().getHours());
  const panels = usePanels();
  const titleOf = useTitles();
  const { hidden, order } = useHomePrefs();
  const shown = order.filter((name) => !hidden.includes(name) && panels[name] !== undefined);
  const choose = async (): Promise<void> => {
    const { choosePanels } = await import('./panels-dialog.tsx');
    choosePanels(order.flatMap((name) => (panels[name] === undefined ? [] : [{ name, title: titleOf(name) }])));
  };
  return (
    <div className={styles.page}>
      <Crumbs>
        <div className={styles.top}>
          <h1 className={styles.title}>{t(greeting(hour), { name: user.fullName })}</h1>
          <ToolButton label={t('choosePanels')} icon={<SettingOutlined />} onClick={() => void choose()} />
        </div>
      </Crumbs>
      <Start />
      {shown.length === 0 && (
        <p className={styles.empty}>
          {t('noPanels')}{' '}
          <Button type="link" size="small" onClick={() => void choose()}>
            {t('choosePanels')}
          </Button>
        </p>
      )}
      <div className={styles.panels}>
        {shown.map((name) => (
          <Fragment key={name}>{panels[name]}</Fragment>
        ))}
      </div>
    </div>
  );
}

/** The panels that there are for the person. */
function usePanels(): Partial<Record<PanelName, ReactNode>> {
  const t = useText('home');
  const { moduleTypes } = useCurrentUser();
  const panel = (name: 'recent' | 'favorites' | 'newest' | 'popular' | 'read' | 'recommended', props: ListedPanel): ReactNode => (
    <Panel title={t(name)} empty={t(`${name}Empty`)} {...props} />
  );
  return {
    recent: panel('recent', { route: home.open, icon: <ClockCircleOutlined />, fact: 'time' }),
    favorites: panel('favorites', { route: home.favorite, icon: <StarOutlined />, fact: 'time', all: '/favorite/index' }),
    newest: panel('newest', { route: home.newest, icon: <FileAddOutlined />, fact: 'time' }),
    ...(moduleTypes.includes(module.flows) && { pending: <PendingPanel styles={styles} /> }),
    received: <ReceivedPanel styles={styles} />,
    meetings: <ComingPanel styles={styles} />,
    recommended: panel('recommended', { route: home.commend, icon: <BulbOutlined />, fact: 'time' }),
    read: panel('read', { route: home.view, icon: <BookOutlined />, fact: 'count' }),
    popular: panel('popular', { route: home.download, icon: <DownloadOutlined />, fact: 'count' }),
    tags: <TagPanel styles={styles} />,
    ownUse: <OwnUsePanel />,
  };
}

/** What the panels are called; those of other rooms as they call themselves. */
function useTitles(): (name: PanelName) => string {
  const t = useText('home');
  const others = {
    pending: useText('flows')('waiting'),
    received: useText('shares')('received'),
    meetings: useText('meetings')('coming'),
    tags: useText('labels')('tags'),
  };
  return (name) => (name in others ? others[name as keyof typeof others] : t(name as Exclude<PanelName, keyof typeof others>));
}

type ListedPanel = Omit<Parameters<typeof Panel>[0], 'title' | 'empty'>;

function greeting(hour: number): 'goodMorning' | 'goodDay' | 'goodEvening' {
  if (hour >= 5 && hour < 12) return 'goodMorning';
  return hour >= 12 && hour < 18 ? 'goodDay' : 'goodEvening';
}
