import type { InputOf, OutputOf } from '@dossier/contract/core/route';
import type { compare } from '@dossier/contract/preview/compare';
import type { previewByToken } from '@dossier/contract/preview/preview-token';
import type { Client } from './client.ts';

type StateRoute = typeof previewByToken.state | typeof previewByToken.paper | typeof compare.state | typeof compare.paper;

/** The state of what is being rendered when it is there or has failed: a call waits 25 s at most, and a busy machine takes longer. */
export async function endedState<R extends StateRoute>(
  client: Pick<Client, 'call'>,
  route: R,
  input: Omit<InputOf<R>, 'wait'>,
): Promise<OutputOf<R>> {
  const caller = client as { call(route: R, input: object): Promise<OutputOf<R>> };
  for (;;) {
    const answer = await caller.call(route, { ...input, wait: true });
    if (answer.state !== 'making') return answer;
  }
}
