/** A message of an editor in a frame, as WOPI clients post them: a name and values, in JSON. */
export interface OfficeMessage {
  id: string;
  values: Record<string, unknown>;
}

const mostLength = 100_000;

/** The message in an event; undefined for anything else. */
export function readMessage(data: unknown): OfficeMessage | undefined {
  if (typeof data !== 'string' || data.length > mostLength) return undefined;
  try {
    const { MessageId: id, Values: values } = JSON.parse(data) as { MessageId?: unknown; Values?: unknown };
    if (typeof id !== 'string') return undefined;
    return { id, values: typeof values === 'object' && values !== null ? { ...values } : {} };
  } catch {
    return undefined;
  }
}

/** Listens to the editor in a frame: only to that window, and only while it shows the office server. */
export function listenTo(frame: HTMLIFrameElement, origin: string, take: (message: OfficeMessage) => void): () => void {
  const hear = (event: MessageEvent): void => {
    if (event.origin !== origin || event.source !== frame.contentWindow) return;
    const message = readMessage(event.data);
    if (message !== undefined) take(message);
  };
  window.addEventListener('message', hear);
  return () => window.removeEventListener('message', hear);
}

/** Tells the editor something. */
export function tell(frame: HTMLIFrameElement, origin: string, id: string): void {
  frame.contentWindow?.postMessage(JSON.stringify({ MessageId: id, SendTime: Date.now(), Values: {} }), origin);
}
