import { codes } from '@dossier/contract/codes';
import { withPatience } from '../../ground/patience.ts';
import { Refusal } from '../../ground/refusal.ts';
import { NoTurn, turnsOf } from '../../ground/turns.ts';

const inTurn = turnsOf(1);
const longestMs = 120_000;

/**
 * Reads a report when its turn comes: one after the other, and whoever asks for many comes after whoever asks for one. All of them together
 * hold up other long reads, such as a search, for no longer than one query does. 5403 for what would wait too long.
 */
export async function inTurnOfReports<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await withPatience(longestMs, () => inTurn(true, work));
  } catch (error) {
    if (error instanceof NoTurn) throw new Refusal(codes.reportFailed);
    throw error;
  }
}
