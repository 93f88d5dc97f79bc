/** Who heads a department and those above it, and who holds an office: whom later rooms turn to. */
export { headsUpward, holdersOfDeed } from './head-queries.ts';
