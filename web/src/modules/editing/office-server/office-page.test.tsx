import { library } from '@dossier/contract/documents/library';
import { officeServer } from '@dossier/contract/editing/office-server';
import { preview } from '@dossier/contract/preview/preview';
import { waitFor } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import { answer } from '../../../../test/answers.ts';
import { openPage } from '../../../../test/page.ts';
import { shellAnswers } from '../../../../test/shell-answers.ts';

const document7 = {
  id: '7',
  name: 'Plan.docx',
  objType: 33,
  moduleType: 3,
  ext: 'docx',
  rights: 123,
  canView: true,
  canDownload: true,
  canEdit: true,
  capacityType: 3,
  editType: 2,
  sortNumber: 0,
  createTime: '2026-01-01T00:00:00Z',
  updateTime: '2026-01-01T00:00:00Z',
  creatorName: 'Anna',
  favorite: false,
  path: 'Plans',
  ownerId: '1',
  ownerName: 'Anna',
};
const origin = 'https://office.example.org';
const token = { wopiSrc: 'https://docs.example.org/wopi/files/7', accessToken: 'secret', accessTokenTtl: 1_900_000_000_000 };
const answers = (actionUrl?: string) => [
  ...shellAnswers(),
  answer(library.documentDetail, document7),
  answer(officeServer.token, { ...token, ...(actionUrl !== undefined && { actionUrl }) }),
];

/** A message to the page, as from a frame. */
function say(source: Window | null, from: string, message: object): void {
  const event = new MessageEvent('message', { origin: from, data: JSON.stringify(message) });
  Object.defineProperty(event, 'source', { value: source });
  window.dispatchEvent(event);
}

test('posts the token by a form, and hears the office server alone', async () => {
  const sent: Record<string, string>[] = [];
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function submit(this: HTMLFormElement) {
    sent.push({ action: this.action, method: this.method, target: this.target, ...Object.fromEntries(new FormData(this) as never) });
  });
  // the DOM of the tests loads no frames
  const editor = { postMessage: vi.fn<(text: string, origin: string) => void>() };
  vi.spyOn(HTMLIFrameElement.prototype, 'contentWindow', 'get').mockReturnValue(editor as unknown as Window);
  vi.stubGlobal('opener', window);
  const closed = vi.spyOn(window, 'close').mockImplementation(() => undefined);
  const { screen, t } = await openPage('/office?id=7', { answers: answers(`${origin}/edit?WOPISrc=x`) });
  const frame = (await screen.findByTitle(t('editing.officeServer.title'))) as HTMLIFrameElement;
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent).toEqual([
    {
      action: `${origin}/edit?WOPISrc=x`,
      method: 'post',
      target: frame.name,
      access_token: 'secret',
      access_token_ttl: '1900000000000',
    },
  ]);
  await waitFor(() => expect(document.title).toContain('Plan.docx'));
  const told = editor.postMessage;
  const ready = { MessageId: 'App_LoadingStatus', Values: { Status: 'Frame_Ready' } };
  say(frame.contentWindow, 'https://elsewhere.example.org', ready);
  say(null, origin, ready);
  expect(told).not.toHaveBeenCalled();
  say(frame.contentWindow, origin, ready);
  expect(told.mock.calls.map(([text, to]) => [(JSON.parse(text) as { MessageId: string }).MessageId, to])).toEqual([
    ['Host_PostmessageReady', origin],
  ]);
  await waitFor(() => expect(screen.getByRole('main').getAttribute('aria-busy')).toBe('false'));
  say(frame.contentWindow, origin, { MessageId: 'UI_Close' });
  expect(closed).toHaveBeenCalled();
});

test('says plainly that no office server opens the document', async () => {
  const { screen, t } = await openPage('/office?id=7', { answers: answers() });
  expect(await screen.findByText(t('editing.officeServer.noServerText'))).toBeTruthy();
});

test('shows what it has no viewer for in ours', async () => {
  const lent = { refused: 'noRightToView' as const, message: 'You may not view it' };
  const { leadsTo, inputsOf } = await openPage('/office?id=7&mode=view', { answers: [...answers(), answer(preview.view, lent)] });
  await leadsTo('/docpreview?id=7');
  expect(new Set(inputsOf(officeServer.token).map(({ mode }) => mode))).toEqual(new Set(['view']));
});

test('says what the server refuses', async () => {
  const refused = { refused: 'noRightToView' as const, message: 'You may not view it' };
  const { screen } = await openPage('/office?id=7', { answers: [...answers(), answer(officeServer.token, refused)] });
  expect(await screen.findByText('You may not view it')).toBeTruthy();
});
