import type { Translations } from '@docx-editor.dev/i18n';
import type { Lang } from '@dossier/contract/core/shapes';

/** The texts of the editor's tools; English ones are part of it. */
const catalogues: Record<Lang, () => Promise<object>> = {
  en: async () => ({}),
  cn: async () => (await import('@docx-editor.dev/i18n/zh-CN')).default,
  es: async () => (await import('@docx-editor.dev/i18n/es')).default,
  ja: async () => (await import('@docx-editor.dev/i18n/ja')).default,
};

/** The names of the shades of a theme's colours, which the editor asks for and has in no language. */
const shadeNames: Record<Lang, Record<'darker' | 'lighter', (percent: number) => string>> = {
  en: { darker: (percent) => `Darker ${percent}%`, lighter: (percent) => `Lighter ${percent}%` },
  cn: { darker: (percent) => `深色 ${percent}%`, lighter: (percent) => `淡色 ${percent}%` },
  es: { darker: (percent) => `Oscuro ${percent} %`, lighter: (percent) => `Claro ${percent} %` },
  ja: { darker: (percent) => `黒 + 基本色 ${percent}%`, lighter: (percent) => `白 + 基本色 ${percent}%` },
};

/** The shades that the editor has of any colour, in percent. */
const shades = { darker: [5, 10, 15, 25, 35, 50, 75, 90], lighter: [5, 15, 25, 35, 40, 50, 60, 80] } as const;

/** The texts of the editor in a language, with those that it lacks itself. */
export async function loadWordTexts(language: Lang): Promise<Translations> {
  const own = (await catalogues[language]()) as { colorPicker?: { theme?: object } };
  const names = Object.fromEntries(
    (['darker', 'lighter'] as const).flatMap((kind) =>
      shades[kind].map((percent) => [`${kind}${percent}`, shadeNames[language][kind](percent)]),
    ),
  );
  return { ...own, colorPicker: { ...own.colorPicker, theme: { ...own.colorPicker?.theme, ...names } } };
}

/** A text by its path, as `table.selectTable`: for what the editor draws over its pages, which it would name in English. */
export function wordText(texts: Translations, path: string): string {
  let found: unknown = texts;
  for (const key of path.split('.'))
    found = typeof found === 'object' && found !== null ? (found as Record<string, unknown>)[key] : undefined;
  return typeof found === 'string' ? found : '';
}
