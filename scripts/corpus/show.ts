import { preview } from '@dossier/contract/preview/preview';
import { previewByToken } from '@dossier/contract/preview/preview-token';
import type { Frame, Page } from 'playwright-core';
import type { Calls } from '../../e2e/calls.ts';
import type { Words } from '../../e2e/texts.ts';
import { type Finding, within } from './finding.ts';
import { type Sight, type Sought, lookFor, lookForRefusal } from './look.ts';
import type { TrappedBrowser } from './open-browser.ts';
import { takePicture } from './picture.ts';
import { type Watch, watchPage } from './watch-page.ts';
import { wordsIn } from './words-of.ts';

const limit = 60_000;
const blankLimit = 4000;
const lookAgain = 100;
const layerLimit = 2000;
const late = 100;

/** Pages that are reused from file to file. */
export interface Shower {
  show(finding: Finding): Promise<void>;
}

interface Open {
  page: Page;
  watch: Watch;
}

/** Shows documents in a page of the browser; a page that hangs or crashes is replaced. */
export function makeShower(
  calls: Calls,
  browser: TrappedBrowser,
  { origin, t, pictures }: { origin: string; t: Words; pictures: string },
): Shower {
  let open: Open | undefined;
  const needPage = async (): Promise<Open> => {
    if (open === undefined) {
      const page = await browser.page();
      open = { page, watch: watchPage(page, origin) };
    }
    return open;
  };
  return {
    async show(finding) {
      const { file, id } = finding;
      if (id === undefined) return;
      const view = await calls.call(preview.view, { id });
      finding.viewer = view.rendition;
      const { page, watch } = await needPage();
      const sought = {
        rendition: view.rendition,
        download: t('documents.archives.download'),
        password: t('preview.viewer.passwordNeeded'),
      };
      try {
        await page.goto(view.detailUrl, { waitUntil: 'commit', timeout: limit });
        const sight = await watchFor(page, sought, file.bytes === 0);
        if (sight.state === 'shown') {
          await checkWithin(page, calls, { finding, sight, view });
          finding.picture = await takePicture(page, pictures, finding);
        }
        record(finding, sight);
        await page.waitForTimeout(late);
      } catch (error) {
        finding.result = 'failed';
        open = undefined;
        await within(limit, page.close()).catch(() => undefined);
        throw error;
      } finally {
        settleFaults(finding, watch);
      }
    },
  };
}

/** Polls until the document is visible; an empty canvas, or a timeout, is a fault. */
async function watchFor(page: Page, sought: Sought, isEmpty: boolean): Promise<Sight> {
  const began = Date.now();
  let blankSince: number | undefined;
  for (;;) {
    const sight = await within(limit, lookOnce(page, sought));
    if (!['waiting', 'blank'].includes(sight.state)) return sight;
    if (sight.state === 'blank' && isEmpty && sought.rendition === 'text') return { state: 'shown', why: 'an empty file' };
    if (sight.state === 'waiting') blankSince = undefined;
    else blankSince ??= Date.now();
    if (blankSince !== undefined && Date.now() - blankSince > blankLimit) throw new Error(`blank: ${sight.why}`);
    if (Date.now() - began > limit) throw new Error(`hung: nothing shown after ${limit / 1000} s`);
    await page.waitForTimeout(lookAgain);
  }
}

async function lookOnce(page: Page, sought: Sought): Promise<Sight> {
  const refusal = await page.evaluate(lookForRefusal, sought);
  const detect = lookFor[sought.rendition];
  if (detect === undefined) throw new Error(`there is no viewer of the name ${sought.rendition}`);
  return refusal ?? page.evaluate(detect);
}

interface Shown {
  finding: Finding;
  sight: Sight;
  view: { id: string; look: string; streamUrl: string; rendition: string };
}

/** Checks that the text on screen is that of the file, from the server's pages on. */
async function checkWithin(page: Page, calls: Calls, { finding, sight, view }: Shown): Promise<void> {
  if (view.rendition === 'pdf') finding.words = wordsIn(await wordsOnPage(page));
  if (view.rendition === 'text' && sight.why !== 'as a page') {
    const { text } = await calls.call(previewByToken.text, { look: view.look });
    const line = text.split('\n').find((one) => /^[\x20-\x7e]{4,}$/.test(one.trim()));
    if (line !== undefined && !sight.text?.includes(line.trim().slice(0, 60)))
      throw new Error('the page shows other text than the file has');
  }
  if (view.rendition === 'html') {
    const frame = await within(limit, frameOf(page));
    await within(limit, frame.waitForLoadState('domcontentloaded'));
    const text = await within(
      limit,
      frame.evaluate(() => document.body.innerText.trim()),
    );
    if (text === '' && finding.file.bytes > 0) throw new Error('blank: the frame shows nothing');
  }
}

/** The text layer of the first page; it comes a little after the page, and a scanned page has none. */
async function wordsOnPage(page: Page): Promise<string> {
  const layer = page.locator('.pdfViewer .textLayer').first();
  await layer
    .locator('span')
    .first()
    .waitFor({ state: 'attached', timeout: layerLimit })
    .catch(() => undefined);
  return (await layer.allInnerTexts()).join(' ');
}

/** The frame with the file, as soon as it is loading. */
async function frameOf(page: Page): Promise<Frame> {
  const find = (): Frame | undefined => page.frames().find((one) => one.url().includes('/file/'));
  for (let frame = find(); ; frame = find()) {
    if (frame !== undefined) return frame;
    await page.waitForTimeout(lookAgain);
  }
}

function record(finding: Finding, { state, why }: Sight): void {
  finding.result = why === '' ? state : `${state}: ${why}`;
}

/** Answers from 400 on are right where the page shows a refusal, and nowhere else. */
function settleFaults(finding: Finding, watch: Watch): void {
  const { faults, refusals, kept } = watch.take();
  // In the frame of a file, blocked scripts and loads are the file's; elsewhere they would be our own page's.
  if (!['html', 'mail'].includes(finding.viewer)) faults.push(...kept);
  finding.faults.push(...faults);
  if (!finding.result.startsWith('refused')) finding.faults.push(...refusals);
}
