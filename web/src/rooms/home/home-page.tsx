import { ClockCircleOutlined, DownloadOutlined, FileAddOutlined, StarOutlined } from '@ant-design/icons';
import { home } from '@dossier/contract/home';
import { module } from '@dossier/contract/rights';
import { type ReactNode, useState } from 'react';
import { useText } from '../../ground/text.ts';
import { Crumbs } from '../../ground/ui/crumbs.tsx';
import { TagPanel } from '../labels/tag-panel.tsx';
import { PendingPanel } from '../flows/pending-panel.tsx';
import { ComingPanel } from '../meetings/coming-panel.tsx';
import { useCurrentUser } from '../session/current-user.ts';
import { ReceivedPanel } from '../shares/received-panel.tsx';
import styles from './home.module.css';
import { Panel } from './panel.tsx';
import { Start } from './start.tsx';

/** What one needs first: where one was, what one marked, what is new, what others take. */
export function HomePage(): ReactNode {
  const t = useText('home');
  const user = useCurrentUser();
  const [hour] = useState(() => new Date().getHours());
  return (
    <div className={styles.page}>
      <Crumbs>
        <h1 className={styles.title}>{t(greeting(hour), { name: user.fullName })}</h1>
      </Crumbs>
      <Start />
      <div className={styles.panels}>
        <Panel route={home.open} icon={<ClockCircleOutlined />} title={t('recent')} empty={t('recentEmpty')} fact="time" />
        <Panel
          route={home.favorite}
          icon={<StarOutlined />}
          title={t('favorites')}
          empty={t('favoritesEmpty')}
          fact="time"
          all="/favorite/index"
        />
        <Panel route={home.newest} icon={<FileAddOutlined />} title={t('newest')} empty={t('newestEmpty')} fact="time" />
        {user.moduleTypes.includes(module.flows) && <PendingPanel styles={styles} />}
        <ReceivedPanel styles={styles} />
        <ComingPanel styles={styles} />
        <TagPanel styles={styles} />
        <Panel route={home.download} icon={<DownloadOutlined />} title={t('popular')} empty={t('popularEmpty')} fact="count" />
      </div>
    </div>
  );
}

function greeting(hour: number): 'goodMorning' | 'goodDay' | 'goodEvening' {
  if (hour >= 5 && hour < 12) return 'goodMorning';
  return hour >= 12 && hour < 18 ? 'goodDay' : 'goodEvening';
}
