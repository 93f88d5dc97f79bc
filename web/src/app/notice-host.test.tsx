import { expect, test } from 'vitest';
import { openPage } from '../../test/page.ts';
import { shellAnswers } from '../../test/shell-answers.ts';

test('notices of refusals and failures are warnings, others are not', async () => {
  const { screen, t } = await openPage('/401', { answers: shellAnswers() });
  await screen.findByText(t('app.shell.deniedTitle'));
  const { notice } = await import('../platform/notices.ts');
  const styleOf = async (kind: 'success' | 'info' | 'warning' | 'error'): Promise<string> => {
    notice[kind](`a ${kind}`);
    let around: HTMLElement | null = await screen.findByText(`a ${kind}`);
    while (around !== null && around.querySelector('[role=img]') === null) around = around.parentElement;
    return around?.querySelector('[role=img]')?.getAttribute('aria-label') ?? '';
  };
  const warning = 'exclamation-circle';
  expect([await styleOf('success'), await styleOf('info')]).toEqual(['check-circle', 'info-circle']);
  expect([await styleOf('warning'), await styleOf('error')]).toEqual([warning, warning]);
});
