import { create } from 'zustand';
import { CallError } from './call.ts';

/** An error of the client, for diagnosis. */
export interface LoggedError {
  id: number;
  message: string;
  /** The component stack, or where it was thrown. */
  info: string;
  url: string;
  time: string;
}

/** The most errors kept; further ones add nothing. */
const maxErrors = 50;
let next = 1;

/** The errors of this window, newest first. */
export const useErrorLog = create<{ list: LoggedError[] }>(() => ({ list: [] }));

/** Logs an error; refusals by the server and cancelled queries are not logged. */
export function logError(error: unknown, info?: string | null): void {
  if (error instanceof CallError || (error instanceof DOMException && error.name === 'AbortError')) return;
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const details = { message, info: (info ?? (error instanceof Error ? error.stack : '') ?? '').trim() };
  const entry = { ...details, id: next++, url: location.pathname + location.search, time: new Date().toISOString() };
  useErrorLog.setState(({ list }) => ({ list: [entry, ...list.filter((logged) => logged.message !== message)].slice(0, maxErrors) }));
}

/** Logs uncaught errors. */
export function watchErrors(): void {
  // Browser messages about layout or images have no error object.
  addEventListener('error', (event) => event.error && logError(event.error));
  addEventListener('unhandledrejection', (event) => logError(event.reason));
}
