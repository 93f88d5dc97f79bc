import { type CurrentUser, session as calls } from '@dossier/contract/session';
import { call } from '../../ground/call.ts';
import { soundLook, useLook } from '../../ground/look.ts';

type Layout = Record<string, unknown>;

let kept: Layout = {};
let timer: ReturnType<typeof setTimeout> | undefined;

function parse(text: string | undefined): Layout {
  try {
    const layout: unknown = JSON.parse(text ?? '{}');
    return layout !== null && typeof layout === 'object' ? (layout as Layout) : {};
  } catch {
    return {};
  }
}

/** Takes over what was kept with the account: the look, and whatever else was kept under a name. */
export function wearLook(user: CurrentUser): void {
  kept = parse(user.listLayout);
  if (kept.look) useLook.setState(soundLook(kept.look));
}

/** Keeps a part of the layout with the account, a moment after the last change. */
export function keepLayout(name: string, value: unknown): void {
  kept = { ...kept, [name]: value };
  clearTimeout(timer);
  // A lost look is not worth a notice; the browser has it all the same.
  timer = setTimeout(() => void call(calls.setListLayout, { value: JSON.stringify(kept) }, { quiet: true }).catch(() => undefined), 800);
}
