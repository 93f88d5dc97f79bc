import { moduleType } from '@dossier/contract/rights';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useGo, usePageQuery } from '../../ground/go.ts';
import { usePageTitle } from '../../ground/hooks/use-page-title.ts';
import { notice } from '../../ground/notice.ts';
import { useText } from '../../ground/text.ts';
import { Crumbs } from '../../ground/ui/crumbs.tsx';
import { AreaQuery, areaTitles, isWrongAddress, placePath } from './area.ts';
import { Breadcrumb } from './breadcrumb.tsx';
import { FolderView } from './folder-view.tsx';
import { usePlace } from './use-place.ts';

/** An area: its cabinets, or one folder of it. */
function AreaPage({ area }: { area: 2 | 3 | 4 }): ReactNode {
  const t = useText('library');
  const query = usePageQuery(AreaQuery);
  const go = useGo();
  const place = usePlace(area, query);
  const told = useRef('');
  useEffect(() => {
    if (!isWrongAddress(location.search) || told.current === location.search) return;
    told.current = location.search;
    notice.warning(t('wrongAddress'));
    go(placePath(area, query.id), undefined, { replace: true });
  }, [area, query, go, t]);
  const name = place.ancestors.at(-1)?.name;
  usePageTitle(name ?? t(areaTitles[area]));
  const filter = useMemo(
    () => (keyword: string | undefined) =>
      go(placePath(area, query.id, keyword === undefined ? {} : { keyword }), undefined, { replace: true }),
    [area, query.id, go],
  );
  return (
    <>
      <Crumbs>
        <Breadcrumb place={place} areaName={t(areaTitles[area])} />
      </Crumbs>
      <FolderView key={area} place={place} keyword={query.keyword} pageNo={query.pageNo} filter={filter} />
    </>
  );
}

export const MyPage = (): ReactNode => <AreaPage area={moduleType.my} />;
export const EnterprisePage = (): ReactNode => <AreaPage area={moduleType.enterprise} />;
export const SystemPage = (): ReactNode => <AreaPage area={moduleType.system} />;
