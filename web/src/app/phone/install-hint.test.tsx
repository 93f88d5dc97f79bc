import { within } from '@testing-library/dom';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openPage } from '../../../test/page.ts';
import { homeAnswers } from '../../../test/home-answers.ts';
import { menuAnswers, nothingWaits, shellAnswers } from '../../../test/shell-answers.ts';

const answers = [...shellAnswers(), ...menuAnswers, ...nothingWaits, ...homeAnswers];

/** The offer of a browser, as it makes it. */
function offer() {
  const prompt = vi.fn<() => Promise<void>>(async () => undefined);
  return { prompt, make: () => dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })) };
}

async function openOffered(path: string) {
  const page = await openPage(path, { answers, phone: true });
  const { watchInstallOffer } = await import('../../platform/install.ts');
  watchInstallOffer();
  const made = offer();
  return { ...page, ...made };
}

test('a phone is offered the client once, and its user can have it later', async () => {
  const home = await openOffered('/home');
  expect(home.screen.queryByText(home.t('app.phone.installTitle'))).toBeNull();
  home.make();
  await home.press(home.t('app.phone.notNow'));
  await expect.poll(() => home.screen.queryByText(home.t('app.phone.installTitle'))).toBeNull();
  home.make();
  expect(home.prompt).not.toHaveBeenCalled();
  await home.user.click(await home.screen.findByText(home.t('app.phone.me')));
  await home.user.click(await home.screen.findByText(home.t('app.phone.installTitle')));
  expect(home.prompt).toHaveBeenCalledOnce();
  // an offer can be taken up once
  await expect.poll(() => home.screen.queryByText(home.t('app.phone.installTitle'))).toBeNull();
});

test('who takes the offer up is asked by the browser', async () => {
  const { screen, t, press, prompt, make } = await openOffered('/home');
  make();
  await press(t('app.phone.install'));
  expect(prompt).toHaveBeenCalledOnce();
  expect(screen.queryByText(t('app.phone.installTitle'))).toBeNull();
});

test('where the client is installed by a menu of the browser, the hint says which', async () => {
  Object.defineProperty(navigator, 'standalone', { value: false, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'standalone'));
  const { screen, t, press } = await openPage('/home', { answers, phone: true });
  await screen.findByText(t('app.phone.installByMenu'));
  await press(t('app.phone.gotIt'), within(await screen.findByRole('complementary', { name: t('app.phone.installTitle') })));
  await expect.poll(() => screen.queryByText(t('app.phone.installByMenu'))).toBeNull();
  expect(localStorage.getItem('dossier-install-hint')).toBe('1');
});
