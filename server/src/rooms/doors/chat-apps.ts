import type { ChatApp } from '@dossier/contract/doors';
import { codes } from '@dossier/contract/codes';
import type { House } from '../../ground/ctx.ts';
import { OutsideError } from '../../ground/http/fetch-outside.ts';
import { Refusal } from '../../ground/refusal.ts';
import type { ChatPerson, ChatProvider, ChatSettings } from './chat-app.ts';
import { enterpriseChat } from './enterprise-chat.ts';
import { messagingApp } from './messaging-app.ts';

/** The apps by their door. */
export const chatApps: Record<ChatApp, ChatProvider> = { messagingApp, enterpriseChat };

/** The name under which accounts of an app are tied to people: its own id for the site, since openids differ by it. */
export const providerOf = (app: ChatApp, { clientId }: ChatSettings): string => `${app} ${clientId}`;

interface Asked {
  app: ChatApp;
  settings: ChatSettings;
  code: string;
  /** Called where the app is away: nobody guessed. */
  whenAway?: () => Promise<void>;
}

/** Whom a code stands for; 2041 where the app is away, else the code is no good. */
export async function needChatPerson({ log }: House, { app, settings, code, whenAway }: Asked): Promise<ChatPerson> {
  try {
    return await chatApps[app].personOf(settings, code);
  } catch (error) {
    log.warn({ err: error }, `${app} let nobody in`);
    if (!(error instanceof OutsideError)) throw new Refusal(codes.handoffInvalid);
    await whenAway?.();
    throw new Refusal(codes.providerFailed);
  }
}
