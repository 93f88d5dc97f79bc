import type { Plugin } from 'vite';

/** The file of Latin letters, which `web/src/app/fonts.css` names. */
const latin = /inter-latin-wght-normal[^/]*\.woff2$/;

/** Lets the browser load the font beside the first script: otherwise it would do so only after the first text is laid out. */
export function fontPreload(): Plugin {
  return {
    name: 'dossier-font-preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle }) {
        const file = Object.keys(bundle ?? {}).find((name) => latin.test(name));
        if (file === undefined) throw new Error('The build has no font: let web/src/app/fonts.css name it');
        return [
          { tag: 'link', attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' }, injectTo: 'head' },
        ];
      },
    },
  };
}
