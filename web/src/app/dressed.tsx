import type { ReactNode } from 'react';
import { ItemActionsContext } from '../ground/item-context.ts';
import { PeopleToolsContext, PersonActionsContext } from '../ground/person-action.ts';
import { PicturesContext } from '../ground/pictures.ts';
import { peopleTools, personActions as adminActions } from '../rooms/admin/person-actions.tsx';
import { personActions as rightsActions } from '../rooms/permissions/person-actions.tsx';
import { personActions as sessionActions } from '../rooms/session/person-actions.tsx';
import { pictures } from '../rooms/thumbnails/ask-pictures.ts';
import { itemJoin } from './item-actions.ts';
import { Themed } from './themed.tsx';

const personActions = [...rightsActions, ...sessionActions, ...adminActions];

/** What pages of signed-in people stand in: Ant Design in the chosen look and language, and what all rooms do with items. */
export function Dressed({ children }: { children: ReactNode }): ReactNode {
  return (
    <Themed>
      <ItemActionsContext value={itemJoin}>
        <PersonActionsContext value={personActions}>
          <PeopleToolsContext value={peopleTools}>
            <PicturesContext value={pictures}>{children}</PicturesContext>
          </PeopleToolsContext>
        </PersonActionsContext>
      </ItemActionsContext>
    </Themed>
  );
}
