import { type Appearance, rowHeight, useAppearance, useBrand, withBrand } from '../../platform/appearance.ts';

/** The neutral and signal colours of one mode; all others derive from them and the accent. */
export interface Palette {
  /** Backgrounds of the page, of what lies behind it, and of what floats above it. */
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

export const light: Palette = {
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

export const dark: Palette = {
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

export const fonts = {
  body: `"Inter Variable", "Inter Fallback", system-ui, -apple-system, "Segoe UI", Roboto, "PingFang SC", "Microsoft YaHei", "Hiragino Sans", "Noto Sans SC", "Noto Sans CJK SC", "Noto Sans JP", sans-serif`,
  code: `ui-monospace, SFMono-Regular, Menlo, Consolas, "Noto Sans Mono CJK SC", monospace`,
};

/** The variants of the accent colour in a mode: background of white text, text, and a quiet background. */
export interface Accents {
  solid: string;
  text: string;
  soft: string;
  /** Background of a pressed button. */
  pressed: string;
}

/** The accent variants of a mode. */
export function accents(accent: string, isDark: boolean): Accents {
  const palette = isDark ? dark : light;
  const soft = mix(accent, palette.paper, isDark ? 0.2 : 0.1);
  const solid = readable(accent, ['#ffffff'], '#000000');
  return {
    /** Background of white text. */
    solid,
    pressed: shades(solid).darker,
    /** Text, readable on every background of the mode. */
    text: readable(accent, [palette.paper, palette.sunken, palette.float, palette.hover, soft], isDark ? '#ffffff' : '#000000'),
    soft,
  };
}

/** The custom properties used by our style sheets, for the document's root. */
function cssVariables(appearance: Appearance, isDark: boolean): Record<string, string> {
  const palette = isDark ? dark : light;
  const accent = accents(appearance.accent, isDark);
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
    '--accent': appearance.accent,
    '--accent-solid': accent.solid,
    '--accent-text': accent.text,
    '--accent-soft': accent.soft,
    ...Object.fromEntries(shades(appearance.accent).lighter.map((shade, at) => [`--accent-light-${at + 1}`, shade])),
    '--accent-dark': shades(appearance.accent).darker,
    '--danger': palette.danger,
    '--warn': palette.warn,
    '--done': palette.done,
    '--shadow': palette.shadow,
    '--row': `${rowHeight[appearance.density]}px`,
    '--file-folder': isDark ? '#c79a3f' : '#d99a1c',
    '--file-cabinet': isDark ? '#6f87a6' : '#57708f',
    '--font': fonts.body,
    '--font-code': fonts.code,
  };
}

const systemDark = matchMedia('(prefers-color-scheme: dark)');

/** Whether the appearance is dark now. */
export const isDarkTheme = (): boolean => {
  const { mode } = useAppearance.getState();
  return mode === 'dark' || (mode === 'auto' && systemDark.matches);
};

function writeThemeVariables(): void {
  const { style, dataset } = document.documentElement;
  for (const [name, value] of Object.entries(cssVariables(withBrand(useAppearance.getState(), useBrand.getState()), isDarkTheme())))
    style.setProperty(name, value);
  style.colorScheme = isDarkTheme() ? 'dark' : 'light';
  dataset.mode = isDarkTheme() ? 'dark' : 'light';
}

/** Applies the colours of the chosen appearance to the document, and follows changes. */
export function applyDocumentTheme(): void {
  writeThemeVariables();
  useAppearance.subscribe(writeThemeVariables);
  useBrand.subscribe(writeThemeVariables);
  systemDark.addEventListener('change', writeThemeVariables);
}

/** A colour as red, green and blue, 0–255. */
type Rgb = readonly [number, number, number];

const parse = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb;
const write = (rgb: Rgb): string => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** `amount` of `over` on `under`, 0–1. */
export function mix(over: string, under: string, amount: number): string {
  const a = parse(over);
  const b = parse(under);
  return write([0, 1, 2].map((i) => (a[i] as number) * amount + (b[i] as number) * (1 - amount)) as unknown as Rgb);
}

function luminance(hex: string): number {
  const [r, g, b] = parse(hex).map((part) => {
    const c = part / 255;
    return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The contrast of two colours, 1–21, as defined by WCAG. */
export function contrast(a: string, b: string): number {
  const [brighter, darker] = [luminance(a), luminance(b)].toSorted((x, y) => y - x) as [number, number];
  return (brighter + 0.05) / (darker + 0.05);
}

/** The colour, moved towards `to` just far enough to be readable on every background. */
export function readable(colour: string, grounds: string[], to: string): string {
  for (let amount = 1; amount > 0; amount -= 0.04) {
    const tried = mix(colour, to, amount);
    if (grounds.every((background) => contrast(tried, background) >= 4.6)) return tried;
  }
  return to;
}

/** Ten lighter shades of a colour, from nearly the colour to nearly white, and a darker one. */
export function shades(colour: string): { lighter: string[]; darker: string } {
  const lighter = Array.from({ length: 10 }, (_, at) => mix('#ffffff', colour, (at + 1) / 11));
  return { lighter, darker: mix('#000000', colour, 0.1) };
}
