import { fireEvent } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import { openPage } from '../../../../test/page.ts';
import { administrator, menuAnswers, shellAnswers } from '../../../../test/shell-answers.ts';

/** The first byte too many: 2.1 MB and one. */
const mostBytes = 2.1 * 1024 * 1024;

test('an image of up to 2.1 MB is taken for an avatar, and a larger one is refused before it is read', async () => {
  const { t, choose, dialog } = await openPage('/401', { answers: [...shellAnswers(), ...menuAnswers] });
  const read = vi.fn<(file: Blob) => Promise<object>>(async () => ({ width: 400, height: 300 }));
  vi.stubGlobal('createImageBitmap', read);
  await choose(t('app.shell.personMenu', { name: administrator.fullName }), t('app.shell.setAvatar'));
  const box = await dialog(t('identity.sign-in.setAvatar'));
  const pick = (bytes: number): void => {
    const field = document.querySelector('input[type=file]') as HTMLInputElement;
    const file = new File([new Uint8Array(bytes)], 'me.png', { type: 'image/png' });
    fireEvent.change(field, { target: { files: [file] } });
  };
  pick(Math.floor(mostBytes) + 1);
  await box.findByText(t('identity.sign-in.avatarTooLarge'));
  expect(read).not.toHaveBeenCalled();
  pick(Math.floor(mostBytes));
  await box.findByText(t('identity.sign-in.avatarOther'));
  expect(read).toHaveBeenCalledTimes(1);
  expect(box.queryByText(t('identity.sign-in.avatarTooLarge'))).toBeNull();
});
