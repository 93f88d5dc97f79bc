import { notice } from '../../ground/notice.ts';
import { loadWords, textOf } from '../../ground/text.ts';

/** Says that contents stay closed to who views as somebody else. */
export async function tellClosed(): Promise<void> {
  await loadWords();
  notice.info(textOf('session')('viewAsClosed'));
}
