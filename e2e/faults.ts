import type { BrowserContext, Page } from 'playwright-core';

/** The faults in the pages of a browser context, visible to the user or not. */
export interface Faults {
  /** Permits faults that a journey causes on purpose. */
  allow(pattern: RegExp): void;
  /** The faults that were not permitted. */
  list(): string[];
}

/** Observes every page of a context: console errors, exceptions, policy violations, failing requests. */
export function watch(context: BrowserContext): Faults {
  const seen: string[] = [];
  const allowed: RegExp[] = [];
  context.on('page', (page) => listen(page, seen));
  return {
    allow: (pattern) => void allowed.push(pattern),
    list: () => seen.filter((fault) => !allowed.some((pattern) => pattern.test(fault))),
  };
}

function listen(page: Page, seen: string[]): void {
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    // depends on the load of the machine, not on the page
    if (/was preloaded using link preload but not used within a few seconds/.test(message.text())) return;
    // of the driver, in contexts without one
    if (message.text() === 'Service Worker registration blocked by Playwright') return;
    seen.push(`console ${message.type()} at ${pathOf(page.url())}: ${message.text()} (${pathOf(message.location().url)})`);
  });
  page.on('pageerror', (error) => void seen.push(`thrown at ${pathOf(page.url())}: ${error.stack || `${error.name}: ${error.message}`}`));
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? '';
    // Requests that the page aborts on navigation are no failure.
    if (why !== 'net::ERR_ABORTED') seen.push(`failed: ${request.method()} ${pathOf(request.url())} ${why}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) seen.push(`answered ${response.status()}: ${response.request().method()} ${pathOf(response.url())}`);
  });
}

function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : url;
}
