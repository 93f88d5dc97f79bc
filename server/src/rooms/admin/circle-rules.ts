import { codes } from '@dossier/contract/codes';
import type { Deed } from '@dossier/contract/deeds';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { nameKey } from '../../ground/text/names.ts';
import { needGivable, needPowerOver } from '../circles/memberships.ts';
import { nameColumns } from '../../ground/text/name-columns.ts';
import { pathCell } from './parse-cells.ts';
import type { RoleOf, Roster } from './roster.ts';

const deepest = 20;
const longestName = 100;

/** Refuses what the caller's office does not allow. */
export function needDeed({ user }: Ctx, deed: Deed, word: string): void {
  if (!user.office.deeds.has(deed)) throw new Refusal(codes.noRightToOperate, { word });
}

/** Runs a rule of another room, and says which word of the row it was about. */
export async function about<T>(word: string, rule: () => T | Promise<T>): Promise<T> {
  try {
    return await rule();
  } catch (error) {
    if (error instanceof Refusal && error.detail?.['word'] === undefined) throw new Refusal(error.answer, { ...error.detail, word });
    throw error;
  }
}

/** What may be done with departments, roles and groups, by the rules of the room of people. */
export function circleRules(ctx: Ctx, roster: Roster) {
  return {
    /** Refuses a department that is not there, unless it may be made. */
    async needPath(names: readonly string[], create: boolean): Promise<void> {
      const word = pathCell(names);
      let parent: number | undefined = 0;
      for (const name of names) parent = parent === undefined ? undefined : roster.tree.find(parent, name);
      if (parent !== undefined && names.length > 0) return;
      if (!create || names.length === 0) throw new Refusal(codes.departmentMissing, { word });
      needDeed(ctx, 'departments.edit', word);
      if (names.length > deepest || names.some((name) => name.length > longestName)) throw new Refusal(codes.nameTooLong, { word });
      await about(word, () => names.forEach((name) => nameColumns(name)));
    },
    needRole(name: string): RoleOf {
      const role = roster.roles.get(nameKey(name));
      if (role === undefined) throw new Refusal(codes.roleMissing, { word: name });
      return role;
    },
    needGroup(name: string): { id: number; name: string } {
      const group = roster.groups.get(nameKey(name));
      if (group === undefined) throw new Refusal(codes.groupMissing, { word: name });
      return group;
    },
    /** Refuses roles that the caller may not give, or not take. */
    async needExchange({ given, taken, personId }: { given: RoleOf[]; taken: RoleOf[]; personId?: number }): Promise<void> {
      for (const role of [...given, ...taken]) {
        needDeed(ctx, 'roles.assign', role.name);
        await about(role.name, () => needGivable(ctx, role, given.includes(role) && personId !== undefined ? [personId] : []));
        // who heads departments holds the role for that, and nobody else
        if (role.kind === 'heads') throw new Refusal(codes.roleBuiltIn, { word: role.name });
      }
    },
    /** Refuses whom their office sets above the caller; asked only of those who have one. */
    async needPower(personId: number): Promise<void> {
      if (roster.held.offices.has(personId)) await needPowerOver(ctx, personId);
    },
  };
}
export type CircleRules = ReturnType<typeof circleRules>;
