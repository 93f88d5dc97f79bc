import type { Wish } from './prose.ts';
import { type Random, randomFrom } from './random.ts';
import { escaped } from './xml.ts';

const rooms = {
  cn: ['泵房', '配电室', '值班室', '资料室', '会议室', '仓库', '门厅', '卫生间'],
  en: ['Pump hall', 'Switch room', 'Control room', 'Archive', 'Meeting room', 'Store', 'Lobby', 'Washroom'],
  es: ['Sala de bombas', 'Cuadro eléctrico', 'Control', 'Archivo', 'Reuniones', 'Almacén', 'Vestíbulo', 'Aseo'],
  ja: ['ポンプ室', '電気室', '管理室', '資料室', '会議室', '倉庫', '玄関', '洗面所'],
} as const;

interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A floor plan with the names and sizes of its rooms. */
export function makePlan({ title, lang, seed }: Wish): Buffer {
  const random = randomFrom(seed);
  const areas = split({ x: 60, y: 110, width: 1080, height: 620 }, random, 3);
  const shown = areas.map((area, at) => drawRoom(area, rooms[lang][at % rooms[lang].length] ?? ''));
  const doors = areas.map(({ x, y, height }) => `<path d="M${x} ${y + height - 70}v50a50 50 0 0 1 50-50z" fill="#fff" stroke="#64748b"/>`);
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 800" font-family="sans-serif">
<title>${escaped(title)}</title>
<rect width="1200" height="800" fill="#fdfdfb"/>
<text x="60" y="70" font-size="30" font-weight="bold" fill="#0f172a">${escaped(title)}</text>
${shown.join('\n')}
${doors.join('\n')}
<rect x="60" y="110" width="1080" height="620" fill="none" stroke="#1e293b" stroke-width="9"/>
<text x="1140" y="770" font-size="16" text-anchor="end" fill="#64748b">LJ-A-${random.int(100, 999)} · 1:100</text>
</svg>
`,
  );
}

/** Halves an area repeatedly, across its longer side. */
function split(area: Area, random: Random, times: number): Area[] {
  if (times === 0) return [area];
  const part = 0.4 + random.next() * 0.2;
  const { x, y, width, height } = area;
  const across = width > height;
  const cut = Math.round((across ? width : height) * part);
  const first = across ? { x, y, width: cut, height } : { x, y, width, height: cut };
  const second = across ? { x: x + cut, y, width: width - cut, height } : { x, y: y + cut, width, height: height - cut };
  return [...split(first, random, times - 1), ...split(second, random, times - 1)];
}

const drawRoom = ({ x, y, width, height }: Area, name: string): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="#f1f5f9" stroke="#475569" stroke-width="4"/>` +
  `<text x="${x + width / 2}" y="${y + height / 2}" font-size="22" text-anchor="middle" fill="#334155">${escaped(name)}</text>` +
  `<text x="${x + width / 2}" y="${y + height / 2 + 28}" font-size="15" text-anchor="middle" fill="#64748b">${((width * height) / 6400).toFixed(1)} m²</text>`;
