import { DeleteOutlined, FolderOpenOutlined, HomeOutlined, SettingOutlined, StarOutlined, UserOutlined } from '@ant-design/icons';
import { messages } from '@dossier/contract/messages';
import { module, moduleType } from '@dossier/contract/rights';
import { Button } from 'antd';
import { type FormEvent, type ReactNode, useId } from 'react';
import { useGo } from '../../../ground/go.ts';
import { useText } from '../../../ground/text.ts';
import { GoLink } from '../../../ground/ui/go-link.tsx';
import { useCall } from '../../../ground/use-call.ts';
import { areaTitles, placePath, searchPath } from '../../library/area.ts';
import { useMessageDrawer } from '../../messages/drawer-state.ts';
import { MessageList } from '../../messages/message-list.tsx';
import { useCurrentUser } from '../../session/current-user.ts';
import styles from './landing.module.css';

/** Looks through all documents: leads to the search page. */
export function SearchField(): ReactNode {
  const t = useText('home');
  const go = useGo();
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get('keyword');
    const keyword = typeof typed === 'string' ? typed.trim() : '';
    go(searchPath(moduleType.enterprise, { keyword: keyword || undefined }));
  };
  return (
    <form role="search" className={styles.search} onSubmit={submit}>
      <input name="keyword" type="search" enterKeyHint="search" maxLength={200} aria-label={t('searchAll')} placeholder={t('searchAll')} />
      <button type="submit" className={styles.button}>
        {t('search')}
      </button>
    </form>
  );
}

const places = [
  { module: module.enterprise, area: moduleType.enterprise, icon: <FolderOpenOutlined /> },
  { module: module.my, area: moduleType.my, icon: <UserOutlined /> },
  { module: module.system, area: moduleType.system, icon: <SettingOutlined /> },
] as const;

/** The places where documents are, as big buttons. */
export function Areas(): ReactNode {
  const t = useText('home');
  const inLibrary = useText('library');
  const id = useId();
  const { moduleTypes } = useCurrentUser();
  return (
    <nav className={styles.part} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id}>{t('areas')}</h2>
      </header>
      <div className={styles.areas}>
        {places
          .filter((place) => moduleTypes.includes(place.module))
          .map(({ area, icon }) => (
            <AreaLink key={area} to={placePath(area)} icon={icon} label={inLibrary(areaTitles[area])} />
          ))}
        <AreaLink to="/favorite/index" icon={<StarOutlined />} label={t('favorites')} />
        <AreaLink to="/recycle/index" icon={<DeleteOutlined />} label={inLibrary('recycleBin')} />
        <AreaLink to="/home" icon={<HomeOutlined />} label={t('home')} />
      </div>
    </nav>
  );
}

function AreaLink({ to, icon, label }: { to: string; icon: ReactNode; label: string }): ReactNode {
  return (
    <GoLink to={to} className={styles.area}>
      {icon}
      <span>{label}</span>
    </GoLink>
  );
}

/** The newest unread messages, how many there are, and the way to all. */
export function Messages(): ReactNode {
  const t = useText('home');
  const id = useId();
  const unread = useCall(messages.unread, { pageSize: 5 }, { staleTime: 60_000 });
  return (
    <section className={styles.part} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id}>{t('unreadMessages', { n: unread.data?.totalNumber ?? 0 })}</h2>
        <Button type="link" size="large" onClick={() => useMessageDrawer.setState({ open: true })}>
          {t('all')}
        </Button>
      </header>
      <MessageList
        list={unread.data?.list}
        error={unread.error}
        retry={() => void unread.refetch()}
        empty={t('noUnread')}
        opened={() => undefined}
      />
    </section>
  );
}
