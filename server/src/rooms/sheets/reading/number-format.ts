import { SSF } from '@e965/xlsx';

/** A number as shown, in a colour where the format names one. */
export interface Shown {
  text: string;
  colour?: string;
}

const colours: Record<string, string> = {
  black: '#000000',
  blue: '#0000ff',
  cyan: '#00ffff',
  green: '#00ff00',
  magenta: '#ff00ff',
  red: '#ff0000',
  white: '#ffffff',
  yellow: '#ffff00',
  红色: '#ff0000',
  蓝色: '#0000ff',
  绿色: '#00ff00',
};
/** What is shown of a value under a format: cells of a column repeat themselves. */
const kept = 5000;

/** How numbers look under a format of a spreadsheet: its code, or the number of one that all of them know. */
export function formatter(format: string | number, date1904: boolean): (value: number) => Shown {
  const code = typeof format === 'number' ? (SSF.get_table()[format] ?? 'General') : format;
  if (typeof code === 'string' && /^general$/i.test(code)) return (value) => ({ text: generally(value) });
  const plain = typeof code === 'string' ? /^(#,##)?0(\.0{1,9})?(%)?$/.exec(code) : null;
  if (plain) return plainly({ grouped: plain[1] !== undefined, places: (plain[2] ?? '.').length - 1, percent: plain[3] !== undefined });
  const sections = String(code).split(';');
  const known = new Map<number, Shown>();
  return (value) => {
    const before = known.get(value);
    if (before !== undefined) return before;
    const shown = slowly(value, { format, section: sectionOf(sections, value), date1904 });
    if (known.size < kept) known.set(value, shown);
    return shown;
  };
}

const sectionOf = (sections: string[], value: number): string =>
  (value < 0 ? sections[1] : value === 0 ? sections[2] : undefined) ?? sections[0] ?? '';

function slowly(value: number, { format, section, date1904 }: { format: string | number; section: string; date1904: boolean }): Shown {
  const named = /\[([a-z]+|红色|蓝色|绿色)\]/i.exec(section)?.[1]?.toLowerCase();
  const colour = named === undefined ? undefined : colours[named];
  let text: string;
  try {
    text = SSF.format(format, value, { date1904 }).trim();
  } catch {
    text = generally(value); // a format that nobody understands says nothing of the number
  }
  return colour === undefined ? { text } : { text, colour };
}

/** As spreadsheets show it where nothing is said: eleven characters at most. */
export function generally(value: number): string {
  if (Number.isSafeInteger(value) && Math.abs(value) < 1e11) return String(value);
  return SSF.format('General', value);
}

interface Plain {
  grouped: boolean;
  places: number;
  percent: boolean;
}

const tooGreat = 1e15;

/** The formats that most numbers have, without walking through their letters each time. */
function plainly({ grouped, places, percent }: Plain): (value: number) => Shown {
  const power = 10 ** places;
  return (value) => {
    const scaled = percent ? value * 100 : value;
    if (!(Math.abs(scaled * power) < tooGreat)) return { text: generally(value) };
    // by the fifteen digits that a spreadsheet counts: 1.005 is rounded up
    const rounded = Math.round(Number((Math.abs(scaled) * power).toPrecision(15))) / power;
    const text = rounded.toFixed(places);
    const whole = grouped ? text.replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',') : text;
    return { text: `${scaled < 0 && rounded !== 0 ? '-' : ''}${whole}${percent ? '%' : ''}` };
  };
}
