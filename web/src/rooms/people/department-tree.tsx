import { ApartmentOutlined, PlusOutlined, TeamOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, useEffect, useRef } from 'react';
import { useText } from '../../ground/text.ts';
import { Empty } from '../../ground/ui/empty.tsx';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { DepartmentFinder } from './department-finder.tsx';
import { DepartmentTwig } from './department-twig.tsx';
import styles from './departments.module.css';
import people from './people.module.css';
import { useDepartmentDeeds } from './use-department-deeds.tsx';
import { useDepartmentDrag } from './use-department-drag.ts';
import type { DepartmentTree as Tree } from './use-department-tree.ts';
import { useTreeHand } from './use-tree-hand.ts';

/** Departments as a tree to look through and to put in order by hand; its first entry is everybody. */
export function DepartmentTree({ tree }: { tree: Tree }): ReactNode {
  const t = useText('people');
  const deeds = useDepartmentDeeds(tree);
  return (
    <section className={people.side} aria-label={t('departments')}>
      <header className={people.sideHead}>
        <h2>{t('departments')}</h2>
        {deeds.mayCreateAtTop && (
          <Button
            type="text"
            size="small"
            icon={<PlusOutlined />}
            aria-label={t('newDepartment')}
            title={t('newDepartment')}
            onClick={() => deeds.create()}
          />
        )}
      </header>
      {tree.headed && tree.headed.length > 0 && (
        <p className={styles.headed}>{t('youHead', { names: tree.headed.map(({ name }) => name).join(t('comma')) })}</p>
      )}
      <DepartmentFinder reveal={tree.reveal} />
      <div className={people.sideBody}>
        {tree.error !== null && <ErrorBox small error={tree.error} retry={tree.retry} />}
        <Twigs tree={tree} deeds={deeds} />
        {tree.twigs?.length === 0 && (
          <Empty
            small
            icon={<ApartmentOutlined />}
            title={t('noDepartments')}
            {...(deeds.mayCreateAtTop && { hint: t('noDepartmentsHint') })}
          />
        )}
      </div>
    </section>
  );
}

function Twigs({ tree, deeds }: { tree: Tree; deeds: ReturnType<typeof useDepartmentDeeds> }): ReactNode {
  const t = useText('people');
  const list = useRef<HTMLDivElement>(null);
  const drag = useDepartmentDrag(tree, deeds);
  const { active, onKeyDown, onFocus } = useTreeHand({ tree, deeds, list });
  const chosen = tree.chosen?.id;
  useEffect(() => {
    if (chosen !== undefined) list.current?.querySelector(`[data-id="${chosen}"]`)?.scrollIntoView({ block: 'nearest' });
    // a department that is found is drawn only once its level is there
  }, [chosen, tree.twigs?.length]);
  return (
    <>
      <button
        type="button"
        className={people.entry}
        aria-current={tree.chosen === undefined}
        data-drop={drag.over?.id === '' ? 'in' : undefined}
        onClick={() => tree.choose(undefined)}
        {...drag.ofTop}
      >
        <TeamOutlined />
        {t(drag.toTop ? 'topLevel' : 'everybody')}
      </button>
      {tree.twigs && tree.twigs.length > 0 && (
        <div
          ref={list}
          role="tree"
          aria-label={t('departments')}
          className={styles.tree}
          onKeyDown={onKeyDown}
          onFocus={onFocus}
          {...drag.ofTree}
        >
          {tree.twigs.map((twig) => (
            <DepartmentTwig
              key={twig.department.id}
              twig={twig}
              deeds={deeds}
              tree={tree}
              tab={twig.department.id === active}
              drop={drag.over?.id === twig.department.id ? drag.over.where : undefined}
              drag={drag.of(twig)}
            />
          ))}
        </div>
      )}
    </>
  );
}
