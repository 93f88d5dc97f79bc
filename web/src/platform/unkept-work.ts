import { create } from 'zustand';
import { platformText } from './i18n.ts';
import { notice } from './notices.ts';

/** Work of the user on this page that may not be on the disk of the server. */
export interface Work {
  /** The id of the user whose work it is. */
  personId: string;
  isUnkept: () => boolean;
  /** Sends it at once, and what was typed just now; settles when all of it is kept. */
  send: () => Promise<void>;
  /** The user has signed in again. */
  resume: () => void;
}

/** `ended`: the user has been signed out while this page holds their unkept work; `foreign`: somebody else has signed in since. */
type OwnSession = 'valid' | 'ended' | 'foreign';

/** Whether the session of the user of this page lasts: it is followed by the page where no unkept work would be lost. */
export const useOwnSession = create<{ state: OwnSession }>(() => ({ state: 'valid' }));

const held = new Set<Work>();

/** The tabs of a browser tell each other before a sign-out what is still to be sent. A tab that holds work has a shared lock of this name. */
const channelName = 'dossier-unkept-work';
/** Where the browser has no locks, as without TLS, a tab answers within this time that it holds work, in milliseconds. */
const answerMs = 300;
/** Tabs have so long to send what they hold, and the user is told of it when it takes longer than the first of these, in milliseconds. */
const [toldMs, sendMs] = [1000, 15_000];

type TabMessage = { kind: 'signingOut' | 'sending' | 'sent'; from: string };

const locks = (): LockManager | undefined => (navigator as Partial<Pick<Navigator, 'locks'>>).locks;

let channel: BroadcastChannel | undefined;
let unlock: (() => void) | undefined;

/** Sends what is unkept before another tab signs out. */
function answerSignOuts(): void {
  if (channel !== undefined) return;
  channel = new BroadcastChannel(channelName);
  const { promise, resolve } = Promise.withResolvers<void>();
  unlock = resolve;
  void locks()?.request(channelName, { mode: 'shared' }, () => promise);
  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (data.kind !== 'signingOut') return;
    const from = crypto.getRandomValues(new Uint32Array(2)).join('-');
    channel?.postMessage({ kind: 'sending', from } satisfies TabMessage);
    // an editor may not have told yet what was typed just now
    void Promise.all([...held].map((work) => work.send())).then(() => channel?.postMessage({ kind: 'sent', from } satisfies TabMessage));
  });
}

/** How many tabs hold work; undefined where the browser does not tell. */
async function tabsWithWork(): Promise<number | undefined> {
  const known = await locks()?.query();
  return known?.held?.filter(({ name }) => name === channelName).length;
}

/** Lets all tabs of this browser send what they hold, before the session ends that they send it by: fifteen seconds at most. */
export async function sendWorkOfTabs(): Promise<void> {
  const expected = await tabsWithWork();
  if (expected === 0) return;
  const tabs = new BroadcastChannel(channelName);
  const [sending, sent] = [new Set<string>(), new Set<string>()];
  const timers: ReturnType<typeof setTimeout>[] = [];
  await new Promise<void>((resolve) => {
    let isAsked = expected !== undefined;
    const look = (): void => void (isAsked && sent.size >= Math.max(expected ?? 0, sending.size) && resolve());
    tabs.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
      if (data.kind === 'sending') sending.add(data.from);
      if (data.kind === 'sent') sent.add(data.from);
      look();
    });
    tabs.postMessage({ kind: 'signingOut', from: '' } satisfies TabMessage);
    const later = (work: () => void, ms: number): void => void timers.push(setTimeout(work, ms));
    later(() => {
      isAsked = true;
      look();
    }, answerMs);
    later(() => notice.progress(platformText('sendingWork')), toldMs);
    later(resolve, sendMs);
  });
  for (const timer of timers) clearTimeout(timer);
  tabs.close();
}

/** Notes that this page may hold unkept work, until it is given up. */
export function holdWork(work: Work): () => void {
  held.add(work);
  answerSignOuts();
  return () => {
    held.delete(work);
    if (held.size > 0) return;
    channel?.close();
    channel = undefined;
    unlock?.();
    // the page that follows is not one of a user who is signed out
    if (useOwnSession.getState().state !== 'valid') setTimeout(() => location.reload());
  };
}

/** The user has been signed out: answers whether the page has to stay, as unkept work would be lost. */
export function staysForWork(): boolean {
  if (useOwnSession.getState().state !== 'valid') return true;
  if (![...held].some((work) => work.isUnkept())) return false;
  useOwnSession.setState({ state: 'ended' });
  return true;
}

/** Somebody has signed in while this page stays for its work: only the user whose work it is goes on. Answers whether it is them. */
export function goOnAs(personId: string | undefined): boolean {
  const isOwner = personId !== undefined && [...held].every((work) => work.personId === personId);
  useOwnSession.setState({ state: isOwner ? 'valid' : 'foreign' });
  return isOwner;
}

/** Sends what is held, after the user has signed in again. */
export function resumeWork(): void {
  for (const work of held) work.resume();
}
