import { profilePath, settingsPath, spacesPath } from '../../modules/identity/settings-paths.ts';
import { emailChoicesPath } from '../../modules/notifications/paths.ts';
import { type PageRoute, definePages } from '../../platform/navigation.ts';

const load = () => import('./settings-page.tsx').then((m) => m.SettingsPage);

/** One page of settings, at the addresses of its sections that links in the wild point at. */
export const routes: PageRoute[] = [
  ...definePages('identity.sign-in', [
    { path: profilePath, title: 'personalSettings', place: 'shell', load },
    { path: settingsPath, title: 'personalSettings', place: 'shell', load },
    { path: spacesPath, title: 'switchSpace', place: 'shell', load },
  ]),
  ...definePages('notifications', [{ path: emailChoicesPath, title: 'settings', place: 'shell', load }]),
];
