import { theme as antd, type ThemeConfig } from 'antd';
import { type Look, rowHeight } from '../ground/look.ts';
import { mix, readable } from './colour.ts';

/** The neutrals and signals of one mode; everything else is made from them and the accent. */
interface Palette {
  /** The page, what lies behind it, and what floats above it. */
  paper: string;
  sunken: string;
  float: string;
  /** Text, secondary text (both at least 4.5:1), and icons (3:1). */
  ink: string;
  ink2: string;
  ink3: string;
  line: string;
  edge: string;
  hover: string;
  danger: string;
  warn: string;
  done: string;
  shadow: string;
}

const light: Palette = {
  paper: '#ffffff',
  sunken: '#f6f7f8',
  float: '#ffffff',
  ink: '#1b1f24',
  ink2: '#57606a',
  ink3: '#7d8590',
  line: '#ebedef',
  edge: '#d3d7dc',
  hover: '#f1f3f5',
  danger: '#c8322b',
  warn: '#a85b00',
  done: '#1a7f42',
  shadow: '0 6px 24px rgb(27 31 36 / 14%), 0 0 1px rgb(27 31 36 / 30%)',
};

const dark: Palette = {
  paper: '#17191d',
  sunken: '#101215',
  float: '#202328',
  ink: '#e4e7ea',
  ink2: '#a5acb5',
  ink3: '#7c848e',
  line: '#282b31',
  edge: '#3c4149',
  hover: '#212429',
  danger: '#ff7b72',
  warn: '#e0a04a',
  done: '#57ab5a',
  shadow: '0 8px 28px rgb(0 0 0 / 50%), 0 0 1px rgb(255 255 255 / 24%)',
};

const fonts = {
  body: `system-ui, -apple-system, "Segoe UI", Roboto, "PingFang SC", "Microsoft YaHei", "Hiragino Sans", "Noto Sans SC", "Noto Sans CJK SC", "Noto Sans JP", sans-serif`,
  code: `ui-monospace, SFMono-Regular, Menlo, Consolas, "Noto Sans Mono CJK SC", monospace`,
};

function accents(accent: string, isDark: boolean): { solid: string; text: string; soft: string } {
  const palette = isDark ? dark : light;
  const soft = mix(accent, palette.paper, isDark ? 0.2 : 0.1);
  return {
    /** Carries white text. */
    solid: readable(accent, ['#ffffff'], '#000000'),
    /** Is text itself, on every ground of the mode. */
    text: readable(accent, [palette.paper, palette.sunken, palette.float, palette.hover, soft], isDark ? '#ffffff' : '#000000'),
    soft,
  };
}

/** The custom properties that our own style sheets use, for the document's root. */
export function cssVariables(look: Look, isDark: boolean): Record<string, string> {
  const palette = isDark ? dark : light;
  const accent = accents(look.accent, isDark);
  return {
    '--paper': palette.paper,
    '--sunken': palette.sunken,
    '--float': palette.float,
    '--ink': palette.ink,
    '--ink-2': palette.ink2,
    '--ink-3': palette.ink3,
    '--line': palette.line,
    '--edge': palette.edge,
    '--hover': palette.hover,
    '--accent': look.accent,
    '--accent-solid': accent.solid,
    '--accent-text': accent.text,
    '--accent-soft': accent.soft,
    '--danger': palette.danger,
    '--warn': palette.warn,
    '--done': palette.done,
    '--shadow': palette.shadow,
    '--row': `${rowHeight[look.density]}px`,
    '--file-folder': isDark ? '#c79a3f' : '#d99a1c',
    '--file-cabinet': isDark ? '#6f87a6' : '#57708f',
    '--font': fonts.body,
    '--font-code': fonts.code,
  };
}

/** Ant Design's tokens, from the same palette. */
export function antdTheme(look: Look, isDark: boolean, still: boolean): ThemeConfig {
  const palette = isDark ? dark : light;
  const accent = accents(look.accent, isDark);
  return {
    algorithm: isDark ? antd.darkAlgorithm : antd.defaultAlgorithm,
    token: {
      colorPrimary: accent.solid,
      colorInfo: accent.solid,
      colorLink: accent.text,
      colorLinkHover: accent.text,
      colorPrimaryText: accent.text,
      colorError: isDark ? '#d9453d' : palette.danger,
      colorErrorText: palette.danger,
      colorWarning: isDark ? palette.warn : '#d97706',
      colorSuccess: palette.done,
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
      fontWeightStrong: 500,
      boxShadow: palette.shadow,
      boxShadowSecondary: palette.shadow,
      motion: !still,
      motionDurationFast: '0.12s',
      motionDurationMid: '0.15s',
      motionDurationSlow: '0.18s',
    },
    components: {
      Button: {
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        defaultHoverColor: accent.text,
        defaultActiveColor: accent.text,
        fontWeight: 400,
      },
      Menu: { itemSelectedColor: accent.text, itemSelectedBg: accent.soft, itemHoverBg: palette.hover, itemBorderRadius: 6 },
      Tabs: { itemSelectedColor: accent.text, itemHoverColor: accent.text, inkBarColor: look.accent },
      Table: {
        headerBg: palette.paper,
        headerColor: palette.ink2,
        headerSplitColor: 'transparent',
        rowHoverBg: palette.hover,
        rowSelectedBg: accent.soft,
        rowSelectedHoverBg: accent.soft,
      },
      Segmented: { itemSelectedBg: palette.float, trackBg: palette.hover },
      Tree: { nodeSelectedBg: accent.soft, nodeHoverBg: palette.hover },
      Tooltip: { colorBgSpotlight: isDark ? '#3a3f47' : '#2b3036' },
    },
  };
}
