import { create } from 'zustand';
import { CallError } from './call.ts';

/** Something of the client that went wrong, for whoever has to find out why. */
export interface LoggedError {
  id: number;
  message: string;
  /** The components around it, or where it was thrown. */
  info: string;
  url: string;
  time: string;
}

/** More than these tell nothing new. */
const maxErrors = 50;
let next = 1;

/** The errors of this window, newest first. */
export const useErrorLog = create<{ list: LoggedError[] }>(() => ({ list: [] }));

/** Notes an error; refusals by the server and questions given up on are none. */
export function logError(error: unknown, info?: string | null): void {
  if (error instanceof CallError || (error instanceof DOMException && error.name === 'AbortError')) return;
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const told = { message, info: (info ?? (error instanceof Error ? error.stack : '') ?? '').trim() };
  const entry = { ...told, id: next++, url: location.pathname + location.search, time: new Date().toISOString() };
  useErrorLog.setState(({ list }) => ({ list: [entry, ...list.filter((one) => one.message !== message)].slice(0, maxErrors) }));
}

/** Notes whatever nobody caught. */
export function watchErrors(): void {
  // What a browser says of its own layout, or of a picture that did not come, has no error with it.
  addEventListener('error', (event) => event.error && logError(event.error));
  addEventListener('unhandledrejection', (event) => logError(event.reason));
}
