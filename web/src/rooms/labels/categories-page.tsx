import { AppstoreOutlined, PlusOutlined } from '@ant-design/icons';
import { categories, type Category } from '@dossier/contract/categories';
import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import type { CallError } from '../../ground/call.ts';
import { useGo, usePageQuery } from '../../ground/go.ts';
import { usePageTitle } from '../../ground/hooks/use-page-title.ts';
import { useMay } from '../../ground/office.ts';
import { anId } from '../../ground/page-query.ts';
import { useText } from '../../ground/text.ts';
import { Crumbs } from '../../ground/ui/crumbs.tsx';
import { Empty } from '../../ground/ui/empty.tsx';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { Waiting } from '../../ground/ui/waiting.tsx';
import { useCall } from '../../ground/use-call.ts';
import people from '../people/people.module.css';
import styles from './categories.module.css';
import { CategoryBranches } from './category-branches.tsx';
import { CategoryDocuments } from './category-documents.tsx';
import { openNewCategory } from './category-form.tsx';
import { branchesOf, wayOf } from './category-tree.ts';
import { useCategoryMenu } from './use-category-menu.tsx';

const Query = { id: anId };
const path = '/doc-type/index';

/** Documents by categories, wherever they lie: the tree of them, and what is in the chosen one. */
export function CategoriesPage(): ReactNode {
  const t = useText('labels');
  const { id: wanted } = usePageQuery(Query);
  const found = useCall(categories.tree, {});
  const list = found.data ?? [];
  // one that is gone is not asked for
  const id = list.some((one) => one.id === wanted) ? wanted : undefined;
  const way = id === undefined ? [] : wayOf(list, id);
  usePageTitle(way.at(-1) ?? t('categories'));
  return (
    <div className={people.split}>
      <Crumbs>
        <h1 className={styles.title}>{t('categories')}</h1>
      </Crumbs>
      <Side id={id} list={list} found={found} />
      {id !== undefined && <CategoryDocuments key={id} id={id} way={way} />}
      {id === undefined && list.length > 0 && (
        <Empty icon={<AppstoreOutlined />} title={t('chooseCategory')} hint={t('chooseCategoryHint')} />
      )}
    </div>
  );
}

interface SideProps {
  id: string | undefined;
  list: readonly Category[];
  found: UseQueryResult<Category[], CallError>;
}

/** The tree of categories, and what who keeps them does with it. */
function Side({ id, list, found }: SideProps): ReactNode {
  const t = useText('labels');
  const go = useGo();
  const may = useMay()('categories.edit');
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const menuOf = useCategoryMenu(list);
  const turn = (one: string, open: boolean): void =>
    setClosed(open ? new Set([...closed].filter((other) => other !== one)) : new Set([...closed, one]));
  return (
    <section className={people.side} aria-label={t('categories')}>
      <header className={people.sideHead}>
        <h2>{t('categories')}</h2>
        {may && (
          <Button
            type="text"
            size="small"
            icon={<PlusOutlined />}
            aria-label={t('newCategory')}
            title={t('newCategory')}
            onClick={() => openNewCategory()}
          />
        )}
      </header>
      <div className={people.sideBody}>
        {found.error && !found.data && <ErrorBox small error={found.error} retry={() => void found.refetch()} />}
        {found.isPending && !found.error && <Waiting label={t('loading')} delay={150} />}
        {found.data?.length === 0 && (
          <Empty small icon={<AppstoreOutlined />} title={t('noCategories')} hint={t(may ? 'noCategoriesHint' : 'noCategoriesYet')} />
        )}
        {list.length > 0 && (
          <CategoryBranches
            branches={branchesOf(list, closed)}
            chosen={id}
            choose={(one) => go(path, { id: one })}
            turn={turn}
            menuOf={may ? menuOf : undefined}
          />
        )}
      </div>
    </section>
  );
}
