import { DeleteOutlined, FolderOpenOutlined, HomeOutlined, SettingOutlined, StarOutlined, UserOutlined } from '@ant-design/icons';
import { module, moduleType } from '@dossier/contract/core/rights';
import { maxTokenLength, signInProviders } from '@dossier/contract/identity/sign-in-providers';
import { messages } from '@dossier/contract/notifications/messages';
import { Button } from 'antd';
import { type FormEvent, type ReactNode } from 'react';
import { areaTitles, placePath, searchPath } from '../../../modules/documents/areas.ts';
import { useCurrentUser } from '../../../modules/identity/current-user.ts';
import { MessageBell } from '../../../modules/notifications/message-bell.tsx';
import { MessageList } from '../../../modules/notifications/message-list.tsx';
import { useMessageDrawer } from '../../../modules/notifications/messages.ts';
import { useText } from '../../../platform/i18n.ts';
import { useNavigate, usePageQuery } from '../../../platform/navigation.ts';
import { boundedTextParam, textParam } from '../../../platform/page-query.ts';
import { useCall } from '../../../platform/query.ts';
import { session } from '../../../platform/sessions.ts';
import { Stack, Text, classNames, entryClass } from '../../../platform/ui/layout.tsx';
import { NativeButton, buttonClass, inputClass } from '../../../platform/ui/native-controls.tsx';
import { Callout } from '../../../platform/ui/page-parts.tsx';
import { AppLink } from '../../../platform/ui/links.tsx';
import { DepartmentDocuments, RecentlyOpened } from './document-list-pages.tsx';
import styles from './landing.module.css';
import { Landing, LandingCard } from './landing.tsx';

/** The redirect address of another system with that system's own token; never with the session of this site. */
export function onwardUrl(redUrl: string, token: string | undefined): string {
  if (token === undefined || token === '' || token === session.token()) return redUrl;
  const url = new URL(redUrl, location.origin);
  if (!url.searchParams.has('token')) url.searchParams.set('token', token);
  return url.href;
}

/** The search field: leads to the search page. */
export function SearchField(): ReactNode {
  const t = useText('app.home');
  const go = useNavigate();
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get('keyword');
    const keyword = typeof typed === 'string' ? typed.trim() : '';
    go(searchPath(moduleType.enterprise, { keyword: keyword || undefined }));
  };
  return (
    <form role="search" className={styles.search} onSubmit={submit}>
      <input
        name="keyword"
        className={inputClass}
        type="search"
        enterKeyHint="search"
        maxLength={200}
        aria-label={t('searchAll')}
        placeholder={t('searchAll')}
      />
      <NativeButton primary large type="submit">
        {t('search')}
      </NativeButton>
    </form>
  );
}

const places = [
  { module: module.enterprise, area: moduleType.enterprise, icon: <FolderOpenOutlined /> },
  { module: module.my, area: moduleType.my, icon: <UserOutlined /> },
  { module: module.system, area: moduleType.system, icon: <SettingOutlined /> },
] as const;

/** The document areas as big buttons. */
export function Areas(): ReactNode {
  const t = useText('app.home');
  const inLibrary = useText('documents.library');
  const { moduleTypes } = useCurrentUser();
  return (
    <LandingCard as="nav" title={t('areas')}>
      <div className={styles.tiles}>
        {places
          .filter((place) => moduleTypes.includes(place.module))
          .map(({ area, icon }) => (
            <AreaLink key={area} to={placePath(area)} icon={icon} label={inLibrary(areaTitles[area])} />
          ))}
        <AreaLink to="/favorite/index" icon={<StarOutlined />} label={t('favorites')} />
        <AreaLink to="/recycle/index" icon={<DeleteOutlined />} label={inLibrary('recycleBin')} />
        <AreaLink to="/home" icon={<HomeOutlined />} label={t('home')} />
      </div>
    </LandingCard>
  );
}

function AreaLink({ to, icon, label }: { to: string; icon: ReactNode; label: string }): ReactNode {
  return (
    <AppLink to={to} className={classNames(entryClass, styles.entry, styles.area)}>
      {icon}
      <span>{label}</span>
    </AppLink>
  );
}

/** The newest unread messages, their number, and a link to all. */
export function Messages(): ReactNode {
  const t = useText('app.home');
  const unread = useCall(messages.unread, { pageSize: 5 }, { staleTime: 60_000 });
  return (
    <LandingCard
      title={t('unreadMessages', { count: unread.data?.totalNumber ?? 0 })}
      tools={
        <Button type="link" size="large" onClick={() => useMessageDrawer.setState({ open: true })}>
          {t('all')}
        </Button>
      }
    >
      <MessageList
        list={unread.data?.list}
        error={unread.error}
        retry={() => void unread.refetch()}
        empty={t('noUnread')}
        opened={() => undefined}
      />
    </LandingCard>
  );
}

const Query = { red_url: textParam, token: boundedTextParam(maxTokenLength) };

/** /phone-macroAnalysis: the home page for a phone, in one column. */
export function PhonePage(): ReactNode {
  const t = useText('app.home');
  return (
    <Landing title={t('overview')} tools={<MessageBell />}>
      <Onward />
      <SearchField />
      <Areas />
      <RecentlyOpened />
      <DepartmentDocuments />
      <Messages />
    </Landing>
  );
}

/** /pad-macroAnalysis: the home page for a tablet, in two columns. */
export function PadPage(): ReactNode {
  const t = useText('app.home');
  return (
    <Landing pad title={t('welcome', { name: useCurrentUser().fullName })} tools={<MessageBell />}>
      <Stack gap={4} className={styles.across}>
        <Onward />
        <SearchField />
      </Stack>
      <Stack gap={4}>
        <RecentlyOpened />
        <DepartmentDocuments />
      </Stack>
      <Stack gap={4}>
        <Areas />
        <Messages />
      </Stack>
    </Landing>
  );
}

/** A link to the redirect address of another system, if the site allows its host; it is followed by a click only, never automatically. */
function Onward(): ReactNode {
  const t = useText('app.home');
  const { red_url: wanted, token } = usePageQuery(Query);
  const { data } = useCall(signInProviders.redirect, { redUrl: wanted ?? '' }, { enabled: wanted !== undefined });
  const redUrl = data?.redUrl;
  if (redUrl === undefined) return null;
  return (
    <Callout as="aside" className={styles.onward}>
      <Text as="p">{t('onward', { host: new URL(redUrl, location.origin).host })}</Text>
      <a className={buttonClass({ primary: true, large: true })} href={onwardUrl(redUrl, token)} referrerPolicy="no-referrer">
        {t('goOn')}
      </a>
    </Callout>
  );
}
