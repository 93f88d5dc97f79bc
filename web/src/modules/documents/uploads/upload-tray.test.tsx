import { expect, test, vi } from 'vitest';
import { openPage } from '../../../../test/page.ts';
import { shellAnswers } from '../../../../test/shell-answers.ts';

/** How long the tray tells what is done, in milliseconds. */
const tellsMs = 8000;

test('uploads that are complete leave the queue, and the others stay', async () => {
  const { screen, t } = await openPage('/401', { answers: shellAnswers() });
  // the timers of a page are watched already
  const timers = vi.mocked(globalThis.setTimeout);
  const later = timers.getMockImplementation() as typeof setTimeout;
  timers.mockImplementation(((run: () => void, ms?: number) => later(run, ms === tellsMs ? 0 : ms)) as typeof setTimeout);
  await screen.findByText(t('app.shell.deniedTitle'));
  const { useUploads } = await import('../upload-entries.ts');
  const { clearEnded } = await import('../upload-queue.ts');
  const entry = (id: string, state: 'done' | 'paused') => ({
    id,
    file: new File(['words'], `${id}.txt`),
    drop: 1,
    parentId: '5',
    parentName: 'Contracts',
    folderPath: '',
    onSameName: 'refuse' as const,
    extract: false,
    state,
    sent: state === 'done' ? 5 : 2,
    speed: 0,
  });
  useUploads.setState({ entries: [entry('a', 'done'), entry('b', 'paused')], open: true });
  await screen.findByText(t('documents.content.uploadingN', { done: 1, count: 2 }));
  clearEnded();
  await expect.poll(() => useUploads.getState().entries.map(({ id }) => id)).toEqual(['b']);
  await screen.findByRole('region', { name: t('documents.content.uploads') });
  useUploads.setState({ entries: [entry('b', 'done')], listing: true });
  await screen.findByText(t('documents.content.uploadingN', { done: 1, count: 1 }));
  expect(screen.queryByText(t('documents.content.doneN', { count: 1 }))).toBeNull();
  useUploads.setState({ listing: false });
  await expect.poll(() => useUploads.getState().entries).toEqual([]);
  expect(screen.queryByRole('region', { name: t('documents.content.uploads') })).toBeNull();
});
