import type { Lang } from '@dossier/contract/core/shapes';
import { type CurrentUser, session } from '@dossier/contract/identity/sessions';
import { Radio, Select } from 'antd';
import { type ReactNode, useId } from 'react';
import { call } from '../../../platform/call.ts';
import { languageNames, useLanguage, useText } from '../../../platform/i18n.ts';
import { useListPreferences } from '../../../platform/ui/data-table/list-preferences.ts';
import { Hint } from '../../../platform/ui/hint.tsx';
import { Stack, Text } from '../../../platform/ui/layout.tsx';
import { changeLanguage, patchCurrentUser, useCurrentUser } from '../current-user.ts';

type Setting = 'searchType' | 'doubleClick' | 'viewType' | 'window';

const routes = {
  searchType: session.setSearchType,
  doubleClick: session.setDoubleClick,
  viewType: session.setViewType,
  window: session.setWindow,
};

async function set(field: Setting, value: number, before: CurrentUser): Promise<void> {
  patchCurrentUser({ [field]: value });
  await call(routes[field], { value }).catch(() => patchCurrentUser({ [field]: before[field] }));
}

/** How documents and lists of them open; each change is saved at once. */
export function DocumentChoices(): ReactNode {
  const t = useText('identity.sign-in');
  const user = useCurrentUser();
  const row = (field: Setting, labels: [number, string][]): ReactNode => (
    <Choice label={t(field)} value={user[field]} options={labels} change={(value) => void set(field, value, user)} />
  );
  return (
    <Stack gap={6}>
      {row('doubleClick', [
        [2, t('doubleClickView')],
        [3, t('doubleClickEdit')],
        [1, t('doubleClickDownload')],
      ])}
      {user.officeServer === true &&
        row('viewType', [
          [1, t('viewBuiltIn')],
          [2, t('viewOffice')],
        ])}
      {row('window', [
        [1, t('windowNew')],
        [2, t('windowSame')],
      ])}
      {row('searchType', [
        [1, t('searchTable')],
        [2, t('searchSnapshot')],
      ])}
      <ListChoice />
      <Hint>{t('settingsSaved')}</Hint>
    </Stack>
  );
}

/** The language of the interface. */
export function LangChoice(): ReactNode {
  const t = useText('identity.sign-in');
  const id = useId();
  const options = Object.entries(languageNames).map(([value, label]) => ({ value: value as Lang, label }));
  return (
    <Stack gap={2} align="start">
      <Text as="label" label htmlFor={id}>
        {t('language')}
      </Text>
      <Select
        id={id}
        value={useLanguage()}
        options={options}
        style={{ width: 180 }}
        onChange={(lang) => void changeLanguage(lang).catch(() => undefined)}
      />
    </Stack>
  );
}

/** Whether lists of documents are scrolled through or shown in pages. */
function ListChoice(): ReactNode {
  const t = useText('identity.sign-in');
  const paging = useListPreferences((prefs) => prefs.paging);
  return (
    <Choice
      label={t('lists')}
      value={paging === 'pages' ? 2 : 1}
      options={[
        [1, t('listsScroll')],
        [2, t('listsPages')],
      ]}
      change={(value) => useListPreferences.setState({ paging: value === 2 ? 'pages' : 'scroll' })}
    />
  );
}

interface ChoiceProps {
  label: string;
  value: number;
  options: [number, string][];
  change: (value: number) => void;
}

function Choice({ label, value, options, change }: ChoiceProps): ReactNode {
  const id = useId();
  return (
    <Stack gap={2} align="start">
      <Text label id={id}>
        {label}
      </Text>
      <Radio.Group
        aria-labelledby={id}
        vertical
        value={value}
        options={options.map(([option, words]) => ({ value: option, label: words }))}
        onChange={(event) => change(event.target.value as number)}
      />
    </Stack>
  );
}
