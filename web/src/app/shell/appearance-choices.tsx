import { Segmented, Switch } from 'antd';
import { type ReactNode, useId } from 'react';
import { type Appearance, defaultAccent, useAppearance } from '../../platform/appearance.ts';
import { useText } from '../../platform/i18n.ts';
import { Row, Stack, Text } from '../../platform/ui/layout.tsx';
import { Field } from '../../platform/ui/page-parts.tsx';
import { shades } from '../theme/document-theme.ts';
import styles from './appearance-choices.module.css';
import { saveAppearance } from './layout-state.ts';

const colours = [
  [defaultAccent, 'lookSky'],
  ['#2f54eb', 'lookBlue'],
  ['#722ed1', 'lookPurple'],
  ['#c41d7f', 'lookMagenta'],
  ['#cf1322', 'lookRed'],
  ['#d4700a', 'lookOrange'],
  ['#389e0d', 'lookGreen'],
  ['#08979c', 'lookCyan'],
] as const;

/** The appearance: theme colour, light or dark, density, tabs. Applied at once, kept with the account. */
export function AppearanceChoices(): ReactNode {
  const t = useText('app.shell');
  const look = useAppearance();
  const set = saveAppearance;
  return (
    <Stack gap={6}>
      <Field label={t('lookMode')}>
        <Segmented<Appearance['mode']>
          block
          aria-label={t('lookMode')}
          value={look.mode}
          onChange={(mode) => set({ mode })}
          options={[
            { value: 'light', label: t('lookLight') },
            { value: 'dark', label: t('lookDark') },
            { value: 'auto', label: t('lookAuto') },
          ]}
        />
      </Field>
      <Field label={t('lookDensity')}>
        <Segmented<Appearance['density']>
          block
          aria-label={t('lookDensity')}
          value={look.density}
          onChange={(density) => set({ density })}
          options={[
            { value: 'compact', label: t('lookCompact') },
            { value: 'regular', label: t('lookRegular') },
            { value: 'roomy', label: t('lookRoomy') },
          ]}
        />
      </Field>
      <Accent value={look.accent} change={(accent) => set({ accent })} />
      <Switches look={look} set={set} />
    </Stack>
  );
}

function Switches({ look, set }: { look: Appearance; set: (changes: Partial<Appearance>) => void }): ReactNode {
  const t = useText('app.shell');
  return (
    <>
      <OneSwitch label={t('lookTabs')} hint={t('lookTabsHint')} value={look.tabs} change={(tabs) => set({ tabs })} />
      <OneSwitch
        label={t('lookHeader')}
        hint={t('lookHeaderHint')}
        value={look.fixedHeader}
        change={(fixedHeader) => set({ fixedHeader })}
      />
      <OneSwitch label={t('lookLogo')} hint={t('lookLogoHint')} value={look.sidebarLogo} change={(sidebarLogo) => set({ sidebarLogo })} />
    </>
  );
}

function Accent({ value, change }: { value: string; change: (accent: string) => void }): ReactNode {
  const t = useText('app.shell');
  return (
    <Field label={t('lookAccent')}>
      <Row role="radiogroup" gap={3} pad={[1, 0]} wrap aria-label={t('lookAccent')}>
        {colours.map(([colour, name]) => (
          <input
            key={colour}
            type="radio"
            name="accent"
            className={styles.colour}
            style={{ background: colour }}
            title={t(name)}
            aria-label={t(name)}
            checked={colour === value}
            onChange={() => change(colour)}
          />
        ))}
      </Row>
      <div className={styles.shades} aria-hidden="true">
        {[shades(value).darker, value, ...shades(value).lighter].map((shade) => (
          <span key={shade} style={{ background: shade }} title={shade} />
        ))}
      </div>
      <Row as="label" justify="between">
        <Text tone="muted">{t('lookOwnAccent')}</Text>
        <input type="color" className={styles.own} key={value} defaultValue={value} onBlur={(event) => change(event.target.value)} />
      </Row>
    </Field>
  );
}

interface SwitchProps {
  label: string;
  hint: string;
  value: boolean;
  change: (value: boolean) => void;
}

function OneSwitch({ label, hint, value, change }: SwitchProps): ReactNode {
  const id = useId();
  return (
    <Row gap={4} align="start" justify="between">
      <Stack>
        <label htmlFor={id}>
          <Text label>{label}</Text>
        </label>
        <Text size="s" tone="muted">
          {hint}
        </Text>
      </Stack>
      <Switch id={id} checked={value} onChange={change} />
    </Row>
  );
}
