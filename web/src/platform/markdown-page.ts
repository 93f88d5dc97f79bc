import createPurifier from 'dompurify';
import createMarkdown from 'markdown-it';

/** A heading of the page, as a link target. */
export interface Heading {
  id: string;
  text: string;
  /** From 1, the largest. */
  level: number;
}

export interface MarkdownPage {
  html: string;
  headings: Heading[];
  /** Remote images were removed. Images by relative path are named in `data-picture`. */
  leftOut: boolean;
}

const tags = 'h1 h2 h3 h4 h5 h6 p br hr ul ol li blockquote pre code em strong s del a table thead tbody tr th td span sup sub'.split(' ');
/** Links that open in a new tab. */
const outside = /^(https?:|mailto:)/i;

/** Images embedded in the text. */
const within = /^data:image\/(png|jpeg|gif|webp);base64,/i;
const elsewhere = /^([a-z][a-z\d+.-]*:|[/\\#?])/i;

/** The path of an image relative to the text; undefined where it is not a relative path. */
function pathOf(source: string): string | undefined {
  if (source === '' || elsewhere.test(source)) return undefined;
  try {
    return (
      decodeURIComponent(source.replace(/[?#][^]*$/, ''))
        .replaceAll('\\', '/')
        .slice(0, 500) || undefined
    );
  } catch {
    return undefined;
  }
}

/** Markdown as HTML without scripts and requests; HTML in it is shown as text. */
export function markdownPage(source: string): MarkdownPage {
  const markdown = createMarkdown({ html: false, linkify: true, typographer: false });
  const sources: string[] = [];
  markdown.renderer.rules['image'] = (tokens, at) => {
    sources.push(String(tokens[at]?.attrGet('src') ?? ''));
    return `<span class="picture">${markdown.utils.escapeHtml(String(tokens[at]?.content || tokens[at]?.attrGet('src') || ''))}</span>`;
  };
  const purifier = createPurifier(window);
  purifier.addHook('uponSanitizeAttribute', (_, attribute) => {
    if (attribute.attrName === 'style') attribute.keepAttr = /^text-align:(left|right|center)$/.test(attribute.attrValue);
  });
  const holder = purifier.sanitize(markdown.render(withoutFrontMatter(source)), {
    ALLOWED_TAGS: tags,
    ALLOWED_ATTR: ['href', 'class', 'start', 'style'],
    ALLOW_DATA_ATTR: false,
    RETURN_DOM: true,
  }) as HTMLElement;
  const leftOut = placePictures(holder, sources);
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

/** Inserts embedded images and names those by relative path; returns whether others were removed. */
function placePictures(holder: HTMLElement, sources: readonly string[]): boolean {
  let leftOut = false;
  for (const [at, mark] of holder.querySelectorAll<HTMLElement>('span.picture').entries()) {
    const source = sources[at] ?? '';
    const path = pathOf(source);
    if (within.test(source)) {
      const image = document.createElement('img');
      image.alt = mark.textContent;
      image.src = source;
      mark.replaceWith(image);
    } else if (path === undefined) leftOut = true;
    else mark.dataset['picture'] = path;
  }
  return leftOut;
}

/** Removes the front matter. */
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
    // a prefix avoids conflicts with other ids on the page
    heading.id = `markdown-${plain}${times === 0 ? '' : `-${times}`}`;
    return { id: heading.id, text, level: Number(heading.nodeName.slice(1)) };
  });
}
