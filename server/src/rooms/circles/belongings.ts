/** Which departments, groups and roles people have, for later rooms. */
export { belongings, holdsOffice } from './belonging-queries.ts';
