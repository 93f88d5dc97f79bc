/** The settings of the signed-in user, one page at several addresses: `section` in the query names a part of the second. */
export const profilePath = '/user-info/index';
export const settingsPath = '/user-setting/index';
export const spacesPath = '/home-setting/index';

/** The parts of the settings that have no address of their own. */
export const settingsSections = ['documents', 'security', 'appearance', 'language', 'devices'] as const;
export type SettingsSection = (typeof settingsSections)[number];
