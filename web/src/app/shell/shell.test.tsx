import { session } from '@dossier/contract/identity/sessions';
import { fireEvent } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import { answer } from '../../../test/answers.ts';
import { homeAnswers } from '../../../test/home-answers.ts';
import { openPage } from '../../../test/page.ts';
import { menuAnswers, shellAnswers } from '../../../test/shell-answers.ts';

test('every navigation scrolls the page to the top', async () => {
  const scrolled = vi.spyOn(globalThis, 'scrollTo').mockReturnValue(undefined);
  const { screen, user, t, leadsTo } = await openPage('/401', {
    answers: [...shellAnswers({ moduleTypes: [0] }), ...menuAnswers, ...homeAnswers, answer(session.changeModule, {})],
  });
  const main = await screen.findByRole('main');
  main.scrollTop = 300;
  scrolled.mockClear();
  await user.click(await screen.findByRole('link', { name: t('app.shell.toHome') }));
  await leadsTo('/home');
  await expect.poll(() => screen.getByRole('main').scrollTop).toBe(0);
  expect(scrolled).toHaveBeenCalledWith(0, 0);
});

test('at first the header is fixed, the tab bar off and the logo shown', async () => {
  const { screen, t } = await openPage('/401', { answers: [...shellAnswers(), ...menuAnswers] });
  const header = await screen.findByRole('banner');
  await screen.findByRole('link', { name: t('app.shell.toHome') });
  expect(screen.queryByRole('navigation', { name: t('app.shell.openViews') })).toBeNull();
  const isAway = (): boolean => header.closest('[data-away]') !== null;
  const main = screen.getByRole('main');
  const down = (): void => {
    main.scrollTop += 200;
    fireEvent.scroll(main);
  };
  down();
  down();
  expect(isAway()).toBe(false);
  // the header of who does not want it fixed goes away with the page
  const { useAppearance } = await import('../../platform/appearance.ts');
  useAppearance.setState({ fixedHeader: false });
  await expect.poll(() => (down(), isAway()), { timeout: 5000 }).toBe(true);
});
