import createMarkdown from 'markdown-it';
import createPurifier from 'dompurify';

/** A heading of the page, by which one gets to it. */
export interface Heading {
  id: string;
  text: string;
  /** From 1, the largest. */
  level: number;
}

export interface MarkdownPage {
  html: string;
  headings: Heading[];
  /** Pictures are named but not fetched. */
  leftOut: boolean;
}

const tags = 'h1 h2 h3 h4 h5 h6 p br hr ul ol li blockquote pre code em strong s del a table thead tbody tr th td span sup sub'.split(' ');
/** What is looked at by its address leads to a page of its own. */
const outside = /^(https?:|mailto:)/i;

/** Markdown as HTML that runs nothing and fetches nothing; HTML in it is shown as the text that it is. */
export function markdownPage(source: string): MarkdownPage {
  const markdown = createMarkdown({ html: false, linkify: true, typographer: false });
  let leftOut = false;
  markdown.renderer.rules['image'] = (tokens, at) => {
    leftOut = true;
    return `<span class="picture">${markdown.utils.escapeHtml(String(tokens[at]?.content || tokens[at]?.attrGet('src') || ''))}</span>`;
  };
  const purifier = createPurifier(window);
  purifier.addHook('uponSanitizeAttribute', (_, told) => {
    if (told.attrName === 'style') told.keepAttr = /^text-align:(left|right|center)$/.test(told.attrValue);
  });
  const holder = purifier.sanitize(markdown.render(withoutFrontMatter(source)), {
    ALLOWED_TAGS: tags,
    ALLOWED_ATTR: ['href', 'class', 'start', 'style'],
    ALLOW_DATA_ATTR: false,
    RETURN_DOM: true,
  }) as HTMLElement;
  for (const link of holder.querySelectorAll('a')) {
    const address = link.getAttribute('href') ?? '';
    if (outside.test(address)) {
      link.target = '_blank';
      link.rel = 'noopener noreferrer';
      link.title = address;
    } else if (!address.startsWith('#')) link.removeAttribute('href');
  }
  for (const item of holder.querySelectorAll('li')) {
    const first = item.querySelector(':scope > p')?.firstChild ?? item.firstChild;
    if (first instanceof Text) first.data = first.data.replace(/^\[ \] /, '☐ ').replace(/^\[x\] /i, '☑ ');
  }
  return { headings: headingsOf(holder), html: holder.innerHTML, leftOut };
}

/** What stands before the text for machines. */
const withoutFrontMatter = (source: string): string =>
  source.replace(/^\ufeff?---\r?\n[^]{0,20000}?\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/, '');

function headingsOf(holder: Element): Heading[] {
  const known = new Map<string, number>();
  return [...holder.querySelectorAll('h1, h2, h3, h4, h5, h6')].map((heading) => {
    const text = heading.textContent.trim();
    const plain = text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-');
    const times = known.get(plain) ?? 0;
    known.set(plain, times + 1);
    // apart from everything else that has an id on the page
    heading.id = `markdown-${plain}${times === 0 ? '' : `-${times}`}`;
    return { id: heading.id, text, level: Number(heading.nodeName.slice(1)) };
  });
}
