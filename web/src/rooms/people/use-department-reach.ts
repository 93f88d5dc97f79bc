import type { Twig } from './use-department-tree.ts';
import { useMe } from './use-me.ts';

/** Where a person may put departments in order. */
export interface DepartmentReach {
  mayCreateAtTop: boolean;
  maySetHeads: boolean;
  /** From where it lies, or out of the tree. */
  mayMove: (twig: Twig) => boolean;
  mayMoveInto: (twig: Twig) => boolean;
  mayMoveBeside: (twig: Twig) => boolean;
}

/** How far the person's office reaches: throughout, or only below what they head. */
export function useDepartmentReach(): DepartmentReach {
  const { deeds, branchDeeds } = useMe();
  const throughout = deeds.includes('departments.edit');
  const inBranch = branchDeeds.includes('departments.edit');
  const below = (twig: Twig): boolean => throughout || (inBranch && twig.aboveHeaded);
  return {
    mayCreateAtTop: throughout,
    maySetHeads: deeds.includes('departments.heads'),
    mayMove: below,
    mayMoveInto: (twig) => throughout || (inBranch && twig.headed),
    mayMoveBeside: below,
  };
}
