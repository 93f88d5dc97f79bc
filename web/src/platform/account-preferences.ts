import { type CurrentUser, session as calls } from '@dossier/contract/identity/sessions';
import { useAppearance, validAppearance } from './appearance.ts';
import { call } from './call.ts';
import { session } from './sessions.ts';

type Layout = Record<string, unknown>;

let saved: Layout = {};
let timer: ReturnType<typeof setTimeout> | undefined;
const savedLayoutListeners = new Map<string, (value: unknown) => void>();

function parse(text: string | undefined): Layout {
  try {
    const layout: unknown = JSON.parse(text ?? '{}');
    return layout !== null && typeof layout === 'object' ? (layout as Layout) : {};
  } catch {
    return {};
  }
}

/** Takes over what was kept with the account: the look, and whatever else was kept under a name. */
export function applySavedLayout(user: CurrentUser): void {
  // What was changed a moment ago is not with the account yet.
  if (timer !== undefined) return;
  saved = parse(user.listLayout);
  if (saved.look) useAppearance.setState(validAppearance(saved.look));
  for (const [name, take] of savedLayoutListeners) if (saved[name] !== undefined) take(saved[name]);
}

/** Hands over what is kept under a name, now and whenever it comes anew from the account. */
export function onSavedLayout(name: string, take: (value: unknown) => void): void {
  savedLayoutListeners.set(name, take);
  if (saved[name] !== undefined) take(saved[name]);
}

/** Keeps a part of the layout with the account, a moment after the last change. */
export function saveLayout(name: string, value: unknown): void {
  saved = { ...saved, [name]: value };
  if (session.viewsAs()) return;
  clearTimeout(timer);
  timer = setTimeout(() => void send(), 800);
}

async function send(): Promise<void> {
  const own = timer;
  // A lost look is not worth a notice; the browser has it all the same.
  await call(calls.setListLayout, { value: JSON.stringify(saved) }, { quiet: true }).catch(() => undefined);
  if (timer === own) timer = undefined;
}
