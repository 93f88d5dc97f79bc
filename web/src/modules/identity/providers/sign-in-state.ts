/** Our own states are signed, and recognised by their length; a bare 1, 2 or 3 in an external link picks the landing page. */
export const isOwnState = (state: string | undefined): state is string => state !== undefined && state.length > 40 && state.includes('.');

const landings = new Map([
  ['1', '/zxOpenHome'],
  ['2', '/zxDepDoc'],
  ['3', '/pad-macroAnalysis'],
]);

/** The page that a `state` picks. */
export const landingPage = (state: string | undefined): string | undefined => landings.get(state ?? '');

/** Whether the browser runs on a phone or tablet. */
export const isPhone = (agent: string): boolean => /Mobi|Android|iPhone|iPad|iPod|MicroMessenger.*Mobile/i.test(agent);
