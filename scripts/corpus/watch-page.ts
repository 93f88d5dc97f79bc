import type { Page } from 'playwright-core';

const none = (): Complaints => ({ faults: [], refusals: [], kept: [] });

interface Complaints {
  faults: string[];
  /** Answers from 400 to 499. */
  refusals: string[];
  /** What a sandbox or policy kept from running or loading. */
  kept: string[];
}

/** What a page complained of since it was last asked. */
export interface Watch {
  take(): Complaints;
}

// The browser says of a page without a right to run scripts, or to load from elsewhere, that it kept it from doing so.
const keeping = /Blocked script execution in|Content Security Policy|ERR_BLOCKED_BY_CSP|sandboxed/;

/** Listens to a page. */
export function watchPage(page: Page, origin: string): Watch {
  let heard = none();
  page.on('console', (message) => {
    const text = message.text().split('\n')[0] ?? '';
    // A failing answer is heard of below, with its number.
    if (message.type() !== 'error' || text.startsWith('Failed to load resource')) return;
    const ours = message.location().url.startsWith(`${origin}/assets/`);
    (keeping.test(text) && !ours ? heard.kept : heard.faults).push(`console: ${text}`);
  });
  page.on('pageerror', (error) => void heard.faults.push(`thrown: ${error.message.split('\n')[0]}`));
  page.on('crash', () => void heard.faults.push('the page crashed'));
  page.on('response', (answer) => {
    if (answer.status() < 400) return;
    const path = new URL(answer.url()).pathname.replace(/^\/file\/.*/, '/file/…');
    (answer.status() >= 500 ? heard.faults : heard.refusals).push(`answered ${answer.status()}: ${answer.request().method()} ${path}`);
  });
  return {
    take() {
      const taken = heard;
      heard = none();
      return taken;
    },
  };
}
