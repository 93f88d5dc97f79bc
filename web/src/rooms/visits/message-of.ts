import { CallError } from '../../ground/call.ts';
import { groundText } from '../../ground/text.ts';

/** What to say of something that failed: the server's own words, where there are any. */
export const messageOf = (error: unknown): string => (error instanceof CallError ? error.message : groundText('systemError'));
