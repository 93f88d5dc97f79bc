import {
  BankOutlined,
  BellOutlined,
  BgColorsOutlined,
  FileTextOutlined,
  GlobalOutlined,
  LaptopOutlined,
  SafetyCertificateOutlined,
  UserOutlined,
} from '@ant-design/icons';
import { useLocation } from '@tanstack/react-router';
import { Button } from 'antd';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useCurrentUser } from '../../modules/identity/current-user.ts';
import { type SettingsSection, profilePath, settingsPath, settingsSections, spacesPath } from '../../modules/identity/settings-paths.ts';
import {
  DeviceSettings,
  DocumentSettings,
  LanguageSettings,
  ProfileSettings,
  SecuritySettings,
  SpaceSettings,
} from '../../modules/identity/settings-sections.tsx';
import { EmailChoices } from '../../modules/notifications/email-choices.tsx';
import { emailChoicesPath } from '../../modules/notifications/paths.ts';
import { type TextKey, useText } from '../../platform/i18n.ts';
import { usePageQuery } from '../../platform/navigation.ts';
import { enumParam } from '../../platform/page-query.ts';
import { Heading, Stack, Text, classNames, entryClass } from '../../platform/ui/layout.tsx';
import { AppLink } from '../../platform/ui/links.tsx';
import { Page, Split } from '../../platform/ui/page-layout.tsx';
import { AppearanceChoices } from '../shell/appearance-choices.tsx';
import { useSignOut } from '../shell/shell-actions.tsx';
import styles from './settings.module.css';

type Key = 'profile' | 'notifications' | 'spaces' | SettingsSection;

interface Section {
  key: Key;
  icon: ReactNode;
  path: string;
  /** Where it shares its address with others. */
  query?: { section: SettingsSection };
  Content: () => ReactNode;
}

function Devices(): ReactNode {
  const t = useText('app.shell');
  const leave = useSignOut();
  const everywhere = (
    <Button danger onClick={() => void leave(true)}>
      {t('signOutEverywhere')}
    </Button>
  );
  return <DeviceSettings signOut={everywhere} />;
}

const sections: readonly Section[] = [
  { key: 'profile', icon: <UserOutlined />, path: profilePath, Content: ProfileSettings },
  {
    key: 'security',
    icon: <SafetyCertificateOutlined />,
    path: settingsPath,
    query: { section: 'security' },
    Content: SecuritySettings,
  },
  { key: 'notifications', icon: <BellOutlined />, path: emailChoicesPath, Content: EmailChoices },
  { key: 'appearance', icon: <BgColorsOutlined />, path: settingsPath, query: { section: 'appearance' }, Content: AppearanceChoices },
  { key: 'language', icon: <GlobalOutlined />, path: settingsPath, query: { section: 'language' }, Content: LanguageSettings },
  { key: 'documents', icon: <FileTextOutlined />, path: settingsPath, query: { section: 'documents' }, Content: DocumentSettings },
  { key: 'devices', icon: <LaptopOutlined />, path: settingsPath, query: { section: 'devices' }, Content: Devices },
  { key: 'spaces', icon: <BankOutlined />, path: spacesPath, Content: SpaceSettings },
];

const Query = { section: enumParam(settingsSections) };

/** The section that the address names: by its path, or at the address of several by its query, at first the documents. */
function useSection(): Section | undefined {
  const path = useLocation({ select: (location) => location.pathname });
  const { section = 'documents' } = usePageQuery(Query);
  return sections.find((one) => one.path === path && (one.query === undefined || one.query.section === section));
}

/** All settings of the signed-in user: the sections at the side, or above on a phone, and one of them. Each change is saved at once. */
export function SettingsPage(): ReactNode {
  const t = useText('app.settings');
  const current = useSection();
  const { spaceCount } = useCurrentUser();
  const list = sections.filter(({ key }) => key !== 'spaces' || spaceCount > 1 || current?.key === 'spaces');
  if (current === undefined) return null;
  const { Content } = current;
  return (
    <Split side={<Sections list={list} current={current} />}>
      <Page narrow>
        <Heading level={2} size="xl">
          {t(current.key)}
        </Heading>
        <Text as="p" tone="muted" className={styles.about}>
          {t(`${current.key}About` as TextKey<'app.settings'>)}
        </Text>
        <Content />
      </Page>
    </Split>
  );
}

function Sections({ list, current }: { list: readonly Section[]; current: Section }): ReactNode {
  const t = useText('app.settings');
  const strip = useStrip(current.key);
  return (
    <Stack as="nav" ref={strip} pad={[3, 2]} scroll className={styles.sections} aria-label={t('sections')}>
      {list.map(({ key, icon, path, query }) => (
        <AppLink
          key={key}
          to={path}
          {...(query && { query })}
          className={classNames(entryClass, styles.section)}
          aria-current={key === current.key ? 'page' : undefined}
        >
          <span aria-hidden="true">{icon}</span>
          <span>{t(key)}</span>
        </AppLink>
      ))}
    </Stack>
  );
}

/** Scrolls the current section into view: on a phone the sections are a strip wider than the screen. */
function useStrip(key: Key): RefObject<HTMLElement | null> {
  const strip = useRef<HTMLElement>(null);
  useEffect(() => {
    strip.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [key]);
  return strip;
}
