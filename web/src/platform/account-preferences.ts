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

/** Applies the preferences stored with the account: the appearance, and all named parts. */
export function applySavedLayout(user: CurrentUser): void {
  // A change of a moment ago is not stored with the account yet.
  if (timer !== undefined) return;
  saved = parse(user.listLayout);
  if (saved.look) useAppearance.setState(validAppearance(saved.look));
  for (const [name, take] of savedLayoutListeners) if (saved[name] !== undefined) take(saved[name]);
}

/** Passes a named part of the preferences to `take`, now and whenever the account's preferences are loaded. */
export function onSavedLayout(name: string, take: (value: unknown) => void): void {
  savedLayoutListeners.set(name, take);
  if (saved[name] !== undefined) take(saved[name]);
}

/** Stores a named part of the layout with the account, debounced. */
export function saveLayout(name: string, value: unknown): void {
  saved = { ...saved, [name]: value };
  if (session.viewsAs()) return;
  clearTimeout(timer);
  timer = setTimeout(() => void send(), 800);
}

async function send(): Promise<void> {
  const own = timer;
  // A failure needs no notice; the browser keeps the layout.
  await call(calls.setListLayout, { value: JSON.stringify(saved) }, { quiet: true }).catch(() => undefined);
  if (timer === own) timer = undefined;
}
