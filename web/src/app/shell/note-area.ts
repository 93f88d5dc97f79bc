import { session as calls } from '@dossier/contract/session';
import { call } from '../../ground/call.ts';
import { whenIdle } from '../../ground/idle.ts';
import { session } from '../../ground/session.ts';

/** Lets the server know which area one works in now: after the page was painted, and no matter whether it hears it. */
export function noteArea(moduleType: number): void {
  if (session.viewsAs()) return;
  whenIdle(() => void call(calls.changeModule, { moduleType }, { quiet: true }).catch(() => undefined));
}
