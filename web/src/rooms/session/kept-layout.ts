import { type CurrentUser, session as calls } from '@dossier/contract/session';
import { call } from '../../ground/call.ts';
import { session } from '../../ground/session.ts';
import { soundLook, useLook } from '../../ground/look.ts';

type Layout = Record<string, unknown>;

let kept: Layout = {};
let timer: ReturnType<typeof setTimeout> | undefined;
const takers = new Map<string, (value: unknown) => void>();

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
  // What was changed a moment ago is not with the account yet.
  if (timer !== undefined) return;
  kept = parse(user.listLayout);
  if (kept.look) useLook.setState(soundLook(kept.look));
  for (const [name, take] of takers) if (kept[name] !== undefined) take(kept[name]);
}

/** Hands over what is kept under a name, now and whenever it comes anew from the account. */
export function takeLayout(name: string, take: (value: unknown) => void): void {
  takers.set(name, take);
  if (kept[name] !== undefined) take(kept[name]);
}

/** Keeps a part of the layout with the account, a moment after the last change. */
export function keepLayout(name: string, value: unknown): void {
  kept = { ...kept, [name]: value };
  if (session.viewsAs()) return;
  clearTimeout(timer);
  timer = setTimeout(() => void send(), 800);
}

async function send(): Promise<void> {
  const own = timer;
  // A lost look is not worth a notice; the browser has it all the same.
  await call(calls.setListLayout, { value: JSON.stringify(kept) }, { quiet: true }).catch(() => undefined);
  if (timer === own) timer = undefined;
}
