import { create } from 'zustand';

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

/** The tabs of a browser tell each other before a sign-out what is still to be sent. */
const channelName = 'dossier-unkept-work';
/** A tab answers within this time that it holds work, and has so long to send that, in milliseconds. */
const answerMs = 300;
const sendMs = 2000;

type TabMessage = { kind: 'signingOut' | 'sending' | 'sent'; from: string };

let channel: BroadcastChannel | undefined;

/** Sends what is unkept before another tab signs out. */
function answerSignOuts(): void {
  if (channel !== undefined) return;
  channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (data.kind !== 'signingOut') return;
    const from = crypto.getRandomValues(new Uint32Array(2)).join('-');
    channel?.postMessage({ kind: 'sending', from } satisfies TabMessage);
    // an editor may not have told yet what was typed just now
    void Promise.all([...held].map((work) => work.send())).then(() => channel?.postMessage({ kind: 'sent', from } satisfies TabMessage));
  });
}

/** Lets the other tabs of this browser send what they hold, before the session ends that they send it by; two seconds at most. */
export async function sendWorkOfOtherTabs(): Promise<void> {
  const tabs = new BroadcastChannel(channelName);
  const sending = new Set<string>();
  await new Promise<void>((resolve) => {
    let isAsked = false;
    const look = (): void => void (isAsked && sending.size === 0 && resolve());
    tabs.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
      if (data.kind === 'sending') sending.add(data.from);
      if (data.kind === 'sent' && sending.delete(data.from)) look();
    });
    tabs.postMessage({ kind: 'signingOut', from: '' } satisfies TabMessage);
    setTimeout(() => {
      isAsked = true;
      look();
    }, answerMs);
    setTimeout(resolve, sendMs);
  });
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
