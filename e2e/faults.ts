import type { BrowserContext, Page } from 'playwright-core';

/** What went wrong in the pages of a visitor, whether or not the person would have seen it. */
export interface Faults {
  /** Lets faults pass that a journey brings about on purpose. */
  allow(pattern: RegExp): void;
  /** What nobody allowed. */
  list(): string[];
}

/** Listens to every page of a context: console errors, thrown errors, breaches of the policy, failing requests. */
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
    // says how busy the machine is, not what the page does
    if (/was preloaded using link preload but not used within a few seconds/.test(message.text())) return;
    seen.push(`console ${message.type()} at ${pathOf(page.url())}: ${message.text()} (${pathOf(message.location().url)})`);
  });
  page.on('pageerror', (error) => void seen.push(`thrown at ${pathOf(page.url())}: ${error.stack ?? error.message}`));
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? '';
    // What the page itself gives up when somebody goes on is no failure.
    if (why !== 'net::ERR_ABORTED') seen.push(`failed: ${request.method()} ${pathOf(request.url())} ${why}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) seen.push(`answered ${response.status()}: ${response.request().method()} ${pathOf(response.url())}`);
  });
}

function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : url;
}
