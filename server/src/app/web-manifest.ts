import type { Lang } from '@dossier/contract/core/shapes';
import { languages } from '@dossier/contract/core/languages';
import { shareTarget } from '@dossier/contract/core/share-target';
import { firstOrganisation } from '../modules/identity/organisations.queries.ts';
import type { Db } from '../platform/db/database.ts';
import { textOf } from '../platform/text/texts.ts';

const product = 'Dossier';
const brandColour = '#0f6fc6';

/**
 * What a browser installs the client by. Who asks for it is not known, as browsers send no session with it: the title is that of the organisation
 * from which the site is administrated, which it chose for this, never the name of an organisation that has none.
 */
export async function webManifest(db: Db, lang: Lang): Promise<object> {
  const organisation = await firstOrganisation(db);
  const t = textOf(lang, 'platform');
  const name = organisation?.title || product;
  const shortcut = (label: string, url: string) => ({ name: label, url });
  return {
    // stays the same whatever the title becomes, so that an installed client is known again
    id: '/',
    name,
    short_name: [...name].slice(0, 12).join(''),
    lang: languages[lang].tag,
    start_url: '/home',
    scope: '/',
    display: 'standalone',
    theme_color: organisation?.accent || brandColour,
    background_color: '#ffffff',
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    // puts the installed client among the apps that others share files with; taken by the service worker
    share_target: {
      action: shareTarget.path,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: shareTarget.field, accept: ['*/*'] }] },
    },
    shortcuts: [
      shortcut(t('shortcutTodo'), '/todo'),
      shortcut(t('shortcutFiles'), '/knowledge/index'),
      shortcut(t('shortcutSearch'), '/knowledge/search'),
    ],
  };
}
