import createPurifier from 'dompurify';

/** Nothing is fetched and nothing runs, whatever a mail brings. */
const policy = "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'";
const taken = [
  'script',
  'iframe',
  'frame',
  'object',
  'embed',
  'form',
  'input',
  'button',
  'select',
  'textarea',
  'meta',
  'link',
  'base',
  'svg',
  'math',
  'audio',
  'video',
];
const dress =
  'html{background:#fff;color:#1c2024;color-scheme:light}body{margin:0;padding:16px 20px;font:14px/1.6 system-ui,"PingFang SC","Microsoft YaHei","Noto Sans SC",sans-serif;overflow-wrap:anywhere}img{max-width:100%;height:auto}pre{white-space:pre-wrap}table{max-width:100%}';

/** Handlers go before anything is read: browsers complain of each one that they meet, though it never runs. */
const withoutHandlers = (html: string): string =>
  html.replace(/<[a-z][^<>]*>/gi, (tag) => tag.replace(/\son[a-z]{1,40}\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>"']+)/gi, ''));

/** A mail's body as a page for a frame of no origin, its plain text, and whether pictures from elsewhere were left out. */
export interface MailPage {
  html: string;
  text: string;
  leftOut: boolean;
}

/** Cleans the body of a mail: no scripts, forms or frames, no addresses but those of links, which say where they lead. */
export function pageOfMail(given: string): MailPage {
  const purifier = createPurifier(window);
  let leftOut = false;
  purifier.addHook('uponSanitizeAttribute', (_, told) => {
    const fetches = ['src', 'background', 'poster', 'srcset'].includes(told.attrName) && !/^data:image\//i.test(told.attrValue.trim());
    if (fetches) leftOut ||= /^(https?:)?\/\//i.test(told.attrValue.trim());
    if (fetches) told.keepAttr = false;
  });
  purifier.addHook('afterSanitizeAttributes', (element) => {
    if (element.nodeName !== 'A' && element.nodeName !== 'AREA') return;
    const address = element.getAttribute('href') ?? '';
    if (!/^(https?:|mailto:)/i.test(address)) return element.removeAttribute('href');
    element.setAttribute('target', '_blank');
    element.setAttribute('rel', 'noopener noreferrer');
    element.setAttribute('title', address);
  });
  const body = purifier.sanitize(withoutHandlers(given), {
    WHOLE_DOCUMENT: true,
    FORBID_TAGS: taken,
    ALLOW_DATA_ATTR: false,
    RETURN_DOM: true,
  }) as HTMLElement;
  const text = textOf(body);
  const styles = [...body.querySelectorAll('style')].map((style) => style.outerHTML).join('');
  const inner = (body.querySelector('body') ?? body).innerHTML;
  const head = `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><style>${dress}</style>`;
  return { html: `${head}${styles}${inner}`, text, leftOut };
}

/** The text of a page, for paper: blocks end lines. */
function textOf(body: Element): string {
  const copy = body.cloneNode(true) as Element;
  for (const style of copy.querySelectorAll('style, title')) style.remove();
  for (const block of copy.querySelectorAll('p, div, br, tr, li, h1, h2, h3, h4, blockquote')) block.append('\n');
  for (const line of copy.querySelectorAll('br')) line.replaceWith('\n');
  return copy.textContent
    .replace(/[ \t]+/g, ' ')
    .replace(/\n\s*\n\s*\n/g, '\n\n')
    .trim();
}
