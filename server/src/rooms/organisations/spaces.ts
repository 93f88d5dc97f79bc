/** Who works where: organisations as the spaces of their own people and of guests, for later rooms. */
export { deleteMember, insertMember, isMember, pageOfSpaces, placeOf, worksIn } from './space-queries.ts';
