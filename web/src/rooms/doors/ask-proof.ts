/** Asks the person to show who they are, by their password or as it may be, and goes on with that. */
export type AskProof = (asked: { title: string; ok: string; save: (password: string) => Promise<unknown> }) => Promise<void>;
