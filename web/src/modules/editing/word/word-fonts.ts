import { type FontConfigurationFragment, type FontResolver, loadFonts } from '@docx-editor.dev/core';
import notoUrl from '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf?url';
import { pdfAssets } from '../../preview/pdf-assets.ts';
import { whenPaused } from './composition.ts';

const latin = 'Liberation Sans';
const chinese = 'Noto Sans SC';

/** The faces that are shipped for PDF; their widths are those of Arial. */
const latinFaces = [
  { weight: 400, style: 'normal', file: 'Regular' },
  { weight: 700, style: 'normal', file: 'Bold' },
  { weight: 400, style: 'italic', file: 'Italic' },
  { weight: 700, style: 'italic', file: 'BoldItalic' },
] as const;

/** Families of Chinese, Japanese and Korean signs, by their Latin names; those in their own script are beyond ASCII. */
const eastAsian =
  /[^\u0020-\u024f]|^(?:sim|nsim|fang|kai|dengxian|microsoft (?:yahei|jhenghei)|ms (?:p?gothic|p?mincho)|yu |meiryo|malgun|batang|noto s(?:ans|erif) (?:sc|tc|cjk|jp)|source han|pingfang|pmingliu|mingliu)/i;

const substituted = (families: readonly string[], to: string, faces: readonly { weight: number; style: 'normal' | 'italic' }[]) =>
  families.flatMap((family) =>
    latinFaces.map(({ weight, style }) => ({
      from: { family, weight, style },
      to: { family: to, ...(faces.find((face) => face.weight === weight && face.style === style) ?? faces[0] ?? { weight, style }) },
    })),
  );

const maxFontBytes = 16 << 20;

async function chineseFonts(families: readonly string[]): Promise<FontConfigurationFragment | undefined> {
  const face = { weight: 400, style: 'normal' } as const;
  const { sources } = await loadFonts({ sources: [{ url: notoUrl, family: chinese, ...face }], maxFontBytes });
  await whenPaused();
  return { sources, substitutions: substituted(families, chinese, [face]) };
}

/**
 * The fonts that text is measured and shown with, all from this server: Liberation Sans, and Noto Sans SC where the document names an East Asian font. It
 * is large, so the document is shown before it has come.
 */
export const resolveFonts: FontResolver = async ({ families, defaultFamily }) => {
  const all = [...new Set([...families, defaultFamily])];
  const wanted = all.filter((family) => eastAsian.test(family));
  const others = all.filter((family) => !eastAsian.test(family) && family !== latin);
  const { sources } = await loadFonts({
    sources: latinFaces.map(({ weight, style, file }) => ({
      url: `${pdfAssets}/standard_fonts/LiberationSans-${file}.ttf`,
      family: latin,
      weight,
      style,
    })),
    maxFontBytes,
  });
  return {
    sources,
    substitutions: substituted(
      others,
      latin,
      latinFaces.map(({ weight, style }) => ({ weight, style })),
    ),
    ...(wanted.length > 0 && { deferred: chineseFonts(wanted.filter((family) => family !== chinese)).catch(() => undefined) }),
  };
};
