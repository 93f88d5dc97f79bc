import type { Page } from 'playwright-core';

const none = (): Complaints => ({ faults: [], refusals: [], kept: [] });

interface Complaints {
  faults: string[];
  /** Answers from 400 to 499. */
  refusals: string[];
  /** What a sandbox or policy blocked. */
  kept: string[];
}

/** The complaints of a page since the last call. */
export interface Watch {
  take(): Complaints;
}

// The browser's messages about blocked scripts and loads.
const blockedMessage = /Blocked script execution in|Content Security Policy|ERR_BLOCKED_BY_CSP|sandboxed/;

/** Listens to a page. */
export function watchPage(page: Page, origin: string): Watch {
  let complaints = none();
  page.on('console', (message) => {
    const text = message.text().split('\n')[0] ?? '';
    // A failing response is recorded below, with its status.
    if (message.type() !== 'error' || text.startsWith('Failed to load resource')) return;
    const ours = message.location().url.startsWith(`${origin}/assets/`);
    (blockedMessage.test(text) && !ours ? complaints.kept : complaints.faults).push(`console: ${text}`);
  });
  page.on('pageerror', (error) => void complaints.faults.push(`thrown: ${error.message.split('\n')[0]}`));
  page.on('crash', () => void complaints.faults.push('the page crashed'));
  page.on('response', (answer) => {
    if (answer.status() < 400) return;
    const path = new URL(answer.url()).pathname.replace(/^\/file\/.*/, '/file/…');
    (answer.status() >= 500 ? complaints.faults : complaints.refusals).push(
      `answered ${answer.status()}: ${answer.request().method()} ${path}`,
    );
  });
  return {
    take() {
      const taken = complaints;
      complaints = none();
      return taken;
    },
  };
}
