import type { Page } from 'playwright-core';

declare global {
  /** The layout shifts since the page began, or since they were reset. */
  var moved: { sum: number; what: string[] };
}

/** Records every layout shift of a page. To be called before the first page is opened. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    globalThis.moved = { sum: 0, what: [] };
    const nameOf = (node: Node | null | undefined): string =>
      node instanceof Element
        ? `${node.tagName.toLowerCase()}.${(node.getAttribute('class') ?? '').slice(0, 60)}`
        : (node?.nodeName ?? '?');
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources?: { node?: Node | null }[] })[]) {
        globalThis.moved.sum += entry.value;
        globalThis.moved.what.push(...(entry.sources ?? []).map(({ node }) => nameOf(node)));
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** The visible layout shifts since the last call. */
export async function takeShifts(page: Page): Promise<string[]> {
  // Observations are delivered a task after the frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 30))));
  const { sum, what } = await page.evaluate(() => {
    const found = globalThis.moved;
    globalThis.moved = { sum: 0, what: [] };
    return found;
  });
  return sum > 0.01 ? [`moved by ${sum.toFixed(3)}: ${[...new Set(what)].join(', ')}`] : [];
}

/** Navigates like a link: without loading the client anew. */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), path);
}

/** A screen is complete when it has its heading and no pending request. */
export async function stand(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).or(page.locator('h2')).first().waitFor({ state: 'attached' });
  await page.waitForFunction(() => document.querySelector('.ant-spin-spinning, .ant-skeleton, [aria-busy=true]') === null);
}

/** Words on the page in the wrong language; `known` are those of user data. */
export async function oddWords(page: Page, lang: 'cn' | 'en', known: RegExp): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const found = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement;
      if (element === null || element.closest('option, script, style, iframe, kbd, .cm-editor, [data-list] [title]') !== null) continue;
      if (element.checkVisibility()) found.add(node.textContent?.trim() ?? '');
    }
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [title]')) {
      if (element.closest('option, [data-list]') !== null) continue;
      for (const name of ['aria-label', 'placeholder', 'title']) found.add(element.getAttribute(name)?.trim() ?? '');
    }
    return [...found];
  });
  const isOdd = (text: string): boolean =>
    (lang === 'en' ? /[\u3040-\u30ff\u3400-\u9fff]/ : /^[^\u3400-\u9fff]*[A-Za-z]{3,}[^\u3400-\u9fff]*$/).test(text);
  return texts.filter((text) => isOdd(text.replaceAll(known, '')));
}

/** Whether a page is wider than its window. */
export function isTooWide(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
}
