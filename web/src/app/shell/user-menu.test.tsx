import { languages } from '@dossier/contract/core/languages';
import type { Lang } from '@dossier/contract/core/shapes';
import { session } from '@dossier/contract/identity/sessions';
import { expect, test } from 'vitest';
import { answer } from '../../../test/answers.ts';
import { openPage } from '../../../test/page.ts';
import { administrator, menuAnswers, shellAnswers } from '../../../test/shell-answers.ts';

test('the account is told with its only space, and no other is offered', async () => {
  const { screen, t, choose, leadsTo } = await openPage('/401', {
    answers: [...shellAnswers({ spaceName: 'Northern Branch' }), ...menuAnswers],
  });
  await choose(t('app.shell.personMenu', { name: administrator.fullName }), t('app.shell.personalSettings'));
  await leadsTo('/user-info/index');
  // the page is called as the entry is
  await expect.poll(() => document.title).toBe(`${t('app.shell.personalSettings')} - DOC`);
  await screen.findByText('Northern Branch');
  expect(screen.queryByText(t('app.shell.switchSpace'))).toBeNull();
});

test('the menu has what is looked for there, and not all that the settings have', async () => {
  const { screen, t, press } = await openPage('/401', { answers: [...shellAnswers(), ...menuAnswers] });
  await press(t('app.shell.personMenu', { name: administrator.fullName }));
  await screen.findByText(t('app.shell.signOut'));
  // without the words of its icon, which the build takes away
  const words = screen.getAllByRole('menuitem').map((item) => item.querySelector('.ant-dropdown-menu-title-content')?.textContent);
  expect(words).toEqual([
    t('app.shell.personalSettings'),
    t('app.shell.setAvatar'),
    t('app.shell.changePassword'),
    t('access.ownReach'),
    t('access.endingTitle'),
    t('access.reviewsTitle'),
    t('documents.validity.due'),
    t('app.shell.help'),
    t('app.shell.signOut'),
  ]);
});

test.each(Object.keys(languages) as Lang[])(
  'the words change to %s, the server is told, the person is read anew, and it says so',
  async (lang) => {
    const other: Lang = lang === 'en' ? 'cn' : 'en';
    let shown: Lang = other;
    const { screen, user, t, press, inputsOf } = await openPage('/401', {
      lang: other,
      answers: [
        ...shellAnswers(),
        answer(session.current, () => ({ ...administrator, lang: shown })),
        answer(session.setLang, ({ value }) => {
          shown = value;
          return {};
        }),
      ],
    });
    await press(t('app.shell.language'));
    await user.click(await screen.findByText(languages[lang].name));
    await expect.poll(() => document.documentElement.lang).toBe(languages[lang].tag);
    await screen.findByText(t('identity.sign-in.langSwitched'));
    await screen.findByText(t('app.shell.deniedTitle'));
    expect(inputsOf(session.setLang)).toEqual([{ value: lang }]);
    await expect.poll(() => inputsOf(session.current).length).toBe(2);
    expect(document.cookie).toContain(`language=${lang}`);
  },
);
