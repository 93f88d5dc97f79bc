import { fireEvent, screen, waitFor } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { openPage } from '../../../test/page.ts';
import { signInAnswers } from '../../../test/shell-answers.ts';
import { SelectBox } from './select-box.tsx';

const percentIn = (text: string): number | undefined => (/^\d+%?$/.test(text) ? Number.parseInt(text, 10) : undefined);

/** A box of which the chosen values are told, and the keys that it leaves to the page. */
function openBox(): { chosen: (number | 'fit')[]; left: string[] } {
  const [chosen, left]: [(number | 'fit')[], string[]] = [[], []];
  function Zoom(): ReactNode {
    const [value, setValue] = useState<number | 'fit'>(100);
    const choose = (next: number | 'fit'): void => {
      chosen.push(next);
      setValue(next);
    };
    const options = [{ value: 'fit' as const, label: 'Fit width' }, ...[50, 100, 200].map((one) => ({ value: one, label: `${one}%` }))];
    return <SelectBox<number | 'fit'> label="Zoom" {...{ value, options, choose }} unlisted={`${value}%`} parse={percentIn} />;
  }
  const listen = ({ key }: KeyboardEvent): unknown => left.push(key);
  addEventListener('keydown', listen);
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(<Zoom />);
  onTestFinished(() => {
    removeEventListener('keydown', listen);
    root.unmount();
    document.body.innerHTML = '';
  });
  return { chosen, left };
}

const options = (): string[] => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const active = (box: HTMLElement): string | null | undefined =>
  document.getElementById(box.getAttribute('aria-activedescendant') ?? '')?.textContent;

test('a choice is made by pointer, by arrows, and by letters, and Escape leaves all as it was', async () => {
  const { user, t } = await openPage('/login', { answers: signInAnswers, signedOut: true });
  const box = await screen.findByRole('combobox', { name: t('platform.language') });
  await user.click(box);
  expect(options()).toEqual(['中文', 'English', 'Español', '日本語']);
  expect(screen.getByRole('option', { selected: true }).textContent).toBe('English');
  await user.click(screen.getByRole('option', { name: 'Español' }));
  await screen.findByRole('combobox', { name: 'Idioma' });
  expect(options()).toEqual([]);
  await user.keyboard('{ArrowDown}');
  expect(active(box)).toBe('Español');
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
  expect(active(box)).toBe('日本語');
  await user.keyboard('{Escape}');
  expect([box.textContent, box.getAttribute('aria-expanded')]).toEqual(['Español', 'false']);
  await user.keyboard('e');
  expect(active(box)).toBe('English');
  await user.keyboard('{Enter}');
  await screen.findByRole('combobox', { name: 'Language' });
  await user.keyboard('{End}');
  expect(active(box)).toBe('日本語');
  await user.click(document.body);
  expect(options()).toEqual([]);
  expect(box.textContent).toBe('English');
});

test('a value that is not listed can be typed, and one that means nothing is left out', async () => {
  const user = userEvent.setup({ delay: null });
  const { chosen, left } = openBox();
  const box = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Zoom' });
  const type = async (text: string, keys: string): Promise<void> => {
    await user.click(box);
    fireEvent.input(box, { target: { value: text } });
    await waitFor(() => expect(box.value).toBe(text));
    await user.keyboard(keys);
  };
  await type('137', '{Enter}');
  expect(chosen).toEqual([137]);
  await waitFor(() => expect(box.value).toBe('137%'));
  expect(options()).toEqual([]);
  await type('much', '{Enter}');
  await type('60', '{Escape}');
  await waitFor(() => expect([chosen, box.value]).toEqual([[137], '137%']));
  await type('2', '{ArrowDown}{ArrowDown}{Enter}');
  expect(chosen).toEqual([137, 50]);
  // the keys of the box are not those of the page, except where it has no use for them
  expect(left.filter((key) => key.length > 1)).toEqual([]);
  await user.keyboard('{Escape}');
  expect(left.at(-1)).toBe('Escape');
});
