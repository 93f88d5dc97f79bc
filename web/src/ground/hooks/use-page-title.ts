import { useEffect } from 'react';
import { useBrand } from '../brand.ts';

/** The product's name as the browser tab shows it after the page's title. */
const productTitle = 'DOC';

/** Shows a title in the browser tab: "Home - DOC". */
export function usePageTitle(title: string | undefined): void {
  const product = useBrand((brand) => brand.title) ?? productTitle;
  useEffect(() => {
    if (title) document.title = `${title} - ${product}`;
  }, [title, product]);
}
