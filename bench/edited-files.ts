import { docxOf } from '../demo/files/docx.ts';
import { pptxOf } from '../demo/files/pptx.ts';
import { type Prose, type Wish, writeProse } from '../demo/files/prose.ts';
import { xlsxOf } from '../demo/files/xlsx.ts';

/** A document of one text after the other, all of them different. */
function longProse({ title, seed }: Omit<Wish, 'lang'>, sections: number): Prose {
  const first = writeProse({ title, lang: 'en', seed });
  const all = [...first.sections];
  for (let next = 1; all.length < sections; next++) all.push(...writeProse({ title, lang: 'en', seed: seed * 1000 + next }).sections);
  return { ...first, sections: all.slice(0, sections) };
}

/** A Word document; four to five sections fill a page. */
export const longWord = (seed: number, sections: number): Buffer => docxOf(longProse({ title: `Contract ${seed}`, seed }, sections));

/** A presentation of so many slides. */
export const longSlides = (seed: number, slides: number): Buffer => pptxOf(longProse({ title: `Plan ${seed}`, seed }, slides - 1));

/** A workbook with so many rows of numbers, each with a formula, and a sum. */
export function longWorkbook(seed: number, count: number): Buffer {
  const prose = writeProse({ title: `Budget ${seed}`, lang: 'en', seed });
  const rows = Array.from({ length: count }, (_, n) => {
    const [quantity, price] = [((n * 7 + seed) % 240) + 1, ((n * 13) % 960) * 5];
    return { name: `${prose.table.rows[n % prose.table.rows.length]?.name ?? ''} ${n}`, quantity, price, amount: quantity * price };
  });
  const total = { name: prose.table.total.name, amount: rows.reduce((sum, { amount }) => sum + amount, 0) };
  return xlsxOf({ ...prose, table: { ...prose.table, rows, total } });
}

const kinds = ['rectangle', 'ellipse', 'diamond', 'text'] as const;

/** The n-th element of a drawing, as Excalidraw writes it. */
export function drawingElement(n: number, seed: number): Record<string, unknown> & { id: string } {
  const type = kinds[n % kinds.length];
  const words = `Step ${n} of ${seed}`;
  return {
    id: `element-${seed}-${n}`,
    type,
    x: (n % 25) * 140,
    y: Math.floor(n / 25) * 90,
    width: 120,
    height: type === 'text' ? 25 : 60,
    angle: 0,
    strokeColor: '#1e1e1e',
    backgroundColor: 'transparent',
    fillStyle: 'solid',
    strokeWidth: 2,
    strokeStyle: 'solid',
    roughness: 1,
    opacity: 100,
    groupIds: [],
    frameId: null,
    // fractional indices of equal length are in the order of their numbers
    index: `a${String(n).padStart(5, '0')}V`,
    roundness: null,
    seed: n + 1,
    version: 1,
    versionNonce: seed,
    isDeleted: false,
    boundElements: null,
    updated: 1,
    link: null,
    locked: false,
    ...(type === 'text' && {
      text: words,
      originalText: words,
      fontSize: 20,
      fontFamily: 5,
      textAlign: 'left',
      verticalAlign: 'top',
      containerId: null,
      autoResize: true,
      lineHeight: 1.25,
    }),
  };
}

/** A drawing of Excalidraw. */
export const longDrawing = (seed: number, elements: number): Buffer =>
  Buffer.from(
    JSON.stringify({
      type: 'excalidraw',
      version: 2,
      source: 'dossier',
      elements: Array.from({ length: elements }, (_, n) => drawingElement(n, seed)),
      appState: { gridSize: 20, viewBackgroundColor: '#ffffff' },
      files: {},
    }),
  );

/** A text of lines in two scripts. */
export const longText = (seed: number, bytes: number): Buffer =>
  Buffer.from(`A line of the text ${seed} that people write together, 采购合同.\n`.repeat(Math.ceil(bytes / 60)).slice(0, bytes));
