const mostCues = 20_000;
const longestLine = 500;

const clock = /(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})/;
const timing = new RegExp(`^\\s*${clock.source}\\s*-->\\s*${clock.source}`);

interface Cue {
  from: string;
  to: string;
  lines: string[];
}

/** Subtitles, SubRip or WebVTT, as plain WebVTT: times and words, of all markup only bold, italic and underlined. */
export function toVtt(text: string): string {
  const cues: Cue[] = [];
  let open: Cue | undefined;
  const isVtt = /^\uFEFF?WEBVTT/.test(text);
  for (const given of text.split(/\r\n|\n|\r/)) {
    const line = given.slice(0, longestLine);
    const found = timing.exec(line);
    if (found !== null) {
      if (cues.length === mostCues) break;
      // a number that stands right over the times counts the cues
      if (open !== undefined && /^\d+$/.test(open.lines.at(-1) ?? '')) open.lines.pop();
      open = { from: timeOf(found.slice(1, 5)), to: timeOf(found.slice(5, 9)), lines: [] };
      cues.push(open);
    } else if (line.trim() === '') open = undefined;
    else open?.lines.push(line);
  }
  const said = cues.map(({ from, to, lines }) => `${from} --> ${to}\n${lines.map((line) => plain(line, isVtt)).join('\n')}\n`);
  return `WEBVTT\n\n${said.join('\n')}`;
}

function timeOf([hours = '0', minutes = '0', seconds = '0', part = '0']: (string | undefined)[]): string {
  const two = (digits: string): string => digits.padStart(2, '0');
  return `${two(hours)}:${two(minutes)}:${two(seconds)}.${part.padEnd(3, '0')}`;
}

function plain(line: string, isVtt: boolean): string {
  const bare = line.replaceAll(/\{\\[^}]{0,200}\}/g, '').replaceAll(/<(?!\/?[biu]>)[^<>]{0,200}>/gi, '');
  const escaped = isVtt ? bare : bare.replaceAll('&', '&amp;');
  return escaped.replaceAll(/<(?!\/?[biu]>)/gi, '&lt;').replaceAll('-->', '--&gt;');
}
