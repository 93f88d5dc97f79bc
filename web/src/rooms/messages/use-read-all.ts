import { messages } from '@dossier/contract/messages';
import { useSend } from '../../ground/use-call.ts';

/** Marks all messages as read. */
export function useReadAll(): () => void {
  const send = useSend(messages.markRead, { refresh: [messages.unread, messages.list] });
  return () => send.mutate({});
}
