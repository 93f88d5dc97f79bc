import { session } from '@dossier/contract/session';
import { call } from '../../ground/call.ts';
import { whenIdle } from '../../ground/idle.ts';

/** Lets the server know which area one works in now: after the page was painted, and no matter whether it hears it. */
export function noteArea(moduleType: number): void {
  whenIdle(() => void call(session.changeModule, { moduleType }, { quiet: true }).catch(() => undefined));
}
