import { SettingOutlined } from '@ant-design/icons';
import { type SettingGroup, settingGroups } from '@dossier/contract/core/site-settings';
import type { ReactNode } from 'react';
import { type TextKey, useText } from '../../platform/i18n.ts';
import { Stack, Text, entryClass } from '../../platform/ui/layout.tsx';
import { AppLink } from '../../platform/ui/links.tsx';
import { configurationPath } from './paths.ts';
import { textNameOf } from './site/setting-fields.tsx';

type Key = TextKey<'administration.configuration'>;

/** Settings of the site, all of them. */
const settings = (Object.keys(settingGroups) as SettingGroup[]).flatMap((group) =>
  Object.keys(settingGroups[group].shape).map((setting) => ({ group, setting })),
);

interface FoundSettingsProps {
  /** Whether a text has the words that were typed. */
  hasWords: (text: string) => boolean;
  /** Shown where no setting has them. */
  none: ReactNode;
}

/** The settings of the site whose names, or whose groups' names, have the words: each leads to its field. */
export function FoundSettings({ hasWords, none }: FoundSettingsProps): ReactNode {
  const t = useText('administration.configuration');
  const found = settings
    .map(({ group, setting }) => ({
      group,
      setting,
      label: t(`label_${textNameOf(group, setting)}` as Key),
      detail: t(`group_${group}` as Key),
    }))
    .filter(({ label, detail }) => hasWords(`${label} ${detail}`))
    .slice(0, 20);
  if (found.length === 0) return none;
  return found.map(({ group, setting, label, detail }) => (
    <AppLink key={`${group}.${setting}`} to={configurationPath} query={{ group, setting }} className={entryClass}>
      <SettingOutlined aria-hidden="true" />
      <Stack as="span">
        <Text size="s" lines={2}>
          {label}
        </Text>
        <Text size="xs" tone="muted" truncate>
          {detail}
        </Text>
      </Stack>
    </AppLink>
  ));
}
