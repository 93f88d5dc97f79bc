import { EllipsisOutlined } from '@ant-design/icons';
import { ConfigProvider, type ThemeConfig, theme as antd } from 'antd';
import type { Locale } from 'antd/es/locale';
import dayjs from 'dayjs';
import { type ReactNode, use, useEffect, useMemo, useState } from 'react';
import { type Appearance, useAppearance, useBrand, withBrand } from '../../platform/appearance.ts';
import { languageTags, platformText, useLanguage } from '../../platform/i18n.ts';
import { useMedia } from '../../platform/ui/hooks.ts';
import { ThemedContext } from '../../platform/ui/lazy-theme.tsx';
import { loadAntdLocale } from '../locale.ts';
import './dialogs.css';
import { type Accents, type Palette, accents, dark, fonts, isDarkTheme, light, mix } from './document-theme.ts';

type Algorithm = typeof antd.darkAlgorithm;

/** Ant Design's tokens from the same palette. */
export function antdTheme(appearance: Appearance, isDark: boolean, still: boolean): ThemeConfig {
  const palette = isDark ? dark : light;
  const accent = accents(appearance.accent, isDark);
  return {
    // There is one theme and one version of Ant Design: hashes that separate several only cost time at the start.
    hashed: false,
    algorithm: isDark ? [antd.darkAlgorithm, readableDanger] : antd.defaultAlgorithm,
    token: {
      colorPrimary: accent.solid,
      colorPrimaryActive: accent.pressed,
      colorInfo: accent.solid,
      colorLink: accent.text,
      colorLinkHover: accent.text,
      colorPrimaryText: accent.text,
      colorError: palette.danger,
      colorErrorText: palette.danger,
      colorWarning: palette.warn,
      colorSuccess: palette.done,
      ...grounds(palette, isDark),
      colorTextBase: palette.ink,
      colorBgBase: palette.paper,
      colorText: palette.ink,
      colorTextSecondary: palette.ink2,
      colorTextTertiary: palette.ink2,
      colorTextDescription: palette.ink2,
      colorTextPlaceholder: isDark ? '#8d959f' : '#6a727b',
      colorBgContainer: palette.paper,
      colorBgElevated: palette.float,
      colorBgLayout: palette.sunken,
      colorBorder: palette.edge,
      colorBorderSecondary: palette.line,
      colorSplit: palette.line,
      controlItemBgHover: palette.hover,
      controlItemBgActive: accent.soft,
      controlItemBgActiveHover: accent.soft,
      borderRadius: 6,
      fontSize: 14,
      fontFamily: fonts.body,
      fontFamilyCode: fonts.code,
      fontWeightStrong: 600,
      boxShadow: palette.shadow,
      boxShadowSecondary: palette.shadow,
      motion: !still,
      motionDurationFast: '0.12s',
      motionDurationMid: '0.15s',
      motionDurationSlow: '0.18s',
    },
    components: components(palette, accent, isDark),
  };
}

/** Ant Design's derived backgrounds have too little contrast to the text on them. */
function grounds({ done, warn, paper: page }: Palette, isDark: boolean): NonNullable<ThemeConfig['token']> {
  const part = isDark ? 0.14 : 0.06;
  return {
    colorSuccessBg: mix(done, page, part),
    colorSuccessBorder: mix(done, page, 0.4),
    colorWarningBg: mix(warn, page, part),
    colorWarningBorder: mix(warn, page, 0.4),
  };
}

/**
 * The dark algorithm dims the red of its seed until it is unreadable; text, borders and backgrounds of danger come from the palette
 * instead.
 */
const readableDanger: Algorithm = (seed, map = antd.darkAlgorithm(seed)) => ({
  ...map,
  colorError: dark.danger,
  colorErrorHover: '#ff9a93',
  colorErrorActive: '#ff9a93',
  colorErrorText: dark.danger,
  colorErrorTextHover: '#ff9a93',
  colorErrorTextActive: '#ff9a93',
});

function components(palette: Palette, accent: Accents, isDark: boolean): NonNullable<ThemeConfig['components']> {
  return {
    Button: {
      // The dark algorithm dims links until they are unreadable.
      colorLink: accent.text,
      colorLinkHover: accent.text,
      colorLinkActive: accent.text,
      // White is unreadable on the dark theme's red.
      ...(isDark && { dangerColor: palette.paper }),
      primaryShadow: 'none',
      defaultShadow: 'none',
      dangerShadow: 'none',
      defaultHoverColor: accent.text,
      defaultActiveColor: accent.text,
      fontWeight: 400,
    },
    // White on the light theme's red, which is readable on both backgrounds.
    Badge: { ...(isDark && { colorError: light.danger }) },
    Modal: { titleFontSize: 18 },
    Menu: { itemSelectedColor: accent.text, itemSelectedBg: accent.soft, itemHoverBg: palette.hover, itemBorderRadius: 6 },
    Tabs: { itemSelectedColor: accent.text, itemHoverColor: accent.text, inkBarColor: accent.text },
    // The heads of columns are labels, and stay so.
    Table: {
      fontWeightStrong: 500,
      headerBg: palette.paper,
      headerColor: palette.ink2,
      headerSplitColor: 'transparent',
      rowHoverBg: palette.hover,
      rowSelectedBg: accent.soft,
      rowSelectedHoverBg: accent.soft,
    },
    Segmented: {
      itemSelectedBg: isDark ? '#454b55' : palette.float,
      trackBg: isDark ? '#2b2f36' : palette.hover,
      itemColor: palette.ink2,
    },
    // Ant Design's own shades of the accent are invisible on the dark background.
    Slider: {
      trackBg: accent.text,
      trackHoverBg: accent.text,
      handleColor: accent.text,
      handleActiveColor: accent.text,
      dotActiveBorderColor: accent.text,
      colorPrimaryBorderHover: accent.text,
    },
    Tree: { nodeSelectedBg: accent.soft, nodeHoverBg: palette.hover },
    Tooltip: { colorBgSpotlight: isDark ? '#3a3f47' : '#2b3036' },
  };
}

/** Ant Design in the chosen appearance and language. */
export function ThemeProvider({ children }: { children: ReactNode }): ReactNode {
  const [own, brand] = [useAppearance(), useBrand()];
  const appearance = useMemo(() => withBrand(own, brand), [own, brand]);
  useMedia('dark');
  const still = useMedia('still');
  const isDark = isDarkTheme();
  const locale = useAntdLocale();
  const theme = useMemo(() => antdTheme(appearance, isDark, still), [appearance, isDark, still]);
  // The overflow button of tabs has no accessible name but its icon's.
  const more = <EllipsisOutlined aria-label={platformText('moreTabs')} />;
  return (
    <ConfigProvider theme={theme} locale={locale} button={{ autoInsertSpace: false }} tabs={{ more: { icon: more } }}>
      <ThemedContext value={true}>{children}</ThemedContext>
    </ConfigProvider>
  );
}

/** The first locale is awaited, because Ant Design mounts everything anew when a locale appears. */
function useAntdLocale(): Locale {
  const current = useLanguage();
  const [first] = useState(current);
  const initial = use(loadAntdLocale(first));
  const [locale, setLocale] = useState(initial);
  useEffect(() => {
    let wanted = true;
    // Where the locale cannot be loaded, the previous one stays.
    loadAntdLocale(current).then(
      (words) => wanted && setLocale(words),
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [current]);
  useEffect(() => {
    // Its names are the tags in small letters.
    dayjs.locale(languageTags[current].toLowerCase());
  }, [current]);
  return locale;
}
