/** What waits for the user. */
export const todoPath = '/todo';
/** The user's own entries, which on a desk stand in the menu of the user. */
export const mePath = '/me';
