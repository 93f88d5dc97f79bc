/** Named character references; numeric ones need no table. */
const latin =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';
const others: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  euro: '€',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  bull: '•',
  trade: '™',
  ensp: ' ',
  emsp: ' ',
  thinsp: ' ',
  rarr: '→',
  larr: '←',
};
const named = new Map([...Object.entries(others), ...latin.split(' ').map((name, at) => [name, String.fromCharCode(160 + at)] as const)]);

const unseen = new Set(['script', 'style', 'template', 'iframe', 'object', 'noembed', 'noframes']);
const inline = new Set([
  'a',
  'abbr',
  'b',
  'bdi',
  'bdo',
  'big',
  'cite',
  'code',
  'em',
  'font',
  'i',
  'ins',
  'kbd',
  'mark',
  'q',
  's',
  'samp',
  'small',
  'span',
  'strike',
  'strong',
  'sub',
  'sup',
  'tspan',
  'tt',
  'u',
  'var',
  'wbr',
]);

/** The visible text of HTML (or SVG), its title first; block elements end lines. One pass, whatever the markup. */
export function htmlText(html: string): string {
  const out: string[] = [];
  for (let at = 0; at < html.length; ) {
    const open = html.indexOf('<', at);
    const end = open < 0 ? html.length : open;
    if (end > at) out.push(decodeEntities(html.slice(at, end)).replace(/\s+/g, ' '));
    if (open < 0) break;
    if (html.startsWith('<!--', open)) {
      at = past(html, '-->', open + 4);
      continue;
    }
    if (html.startsWith('<![CDATA[', open)) {
      at = past(html, ']]>', open);
      out.push(html.slice(open + 9, at - 3));
      continue;
    }
    const name = /^[a-z][a-z0-9]*/.exec(
      html
        .slice(open + 1, open + 33)
        .replace(/^\//, '')
        .toLowerCase(),
    )?.[0];
    if (name === undefined && !/[/!?]/.test(html[open + 1] ?? '')) {
      out.push('<');
      at = open + 1;
      continue;
    }
    at = tagEnd(html, open);
    if (name !== undefined && unseen.has(name) && html[open + 1] !== '/' && html[at - 2] !== '/') at = elementEnd(html, name, at);
    if (name === 'td' || name === 'th') out.push('\t');
    else if (name !== undefined && !inline.has(name)) out.push('\n');
  }
  return out
    .join('')
    .replace(/[ \t\u00a0]*\n\s*/g, '\n')
    .trim();
}

/** Text with its character references replaced. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,8}\d{0,2});?/gi, (whole, reference: string) => {
    if (!reference.startsWith('#')) return named.get(reference) ?? whole;
    const code = /^#x/i.test(reference) ? Number.parseInt(reference.slice(2), 16) : Number(reference.slice(1));
    return code > 0 && code < 0x11_0000 && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : '\ufffd';
  });
}

function past(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? text.length : at + mark.length;
}

/** The position after the tag's ">"; one inside a quoted value does not end it, if the quote is closed within a sane length. */
function tagEnd(html: string, open: number): number {
  const first = html.indexOf('>', open);
  if (first < 0) return html.length;
  const tag = /^<[^>"']*(?:"[^"]{0,65536}"[^>"']*|'[^']{0,65536}'[^>"']*){0,200}>/.exec(html.slice(open, open + 262_144));
  return tag ? open + tag[0].length : first + 1;
}

function elementEnd(html: string, name: string, from: number): number {
  const close = new RegExp(`</${name}[\\s>]`, 'gi');
  close.lastIndex = from;
  const found = close.exec(html);
  return found ? past(html, '>', found.index) : html.length;
}
