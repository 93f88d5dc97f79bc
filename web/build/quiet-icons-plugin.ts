import type { Plugin } from 'vite';

const named = `role: "img",
    "aria-label": icon.name`;
const quiet = `...(restProps["aria-label"] === undefined && restProps.role === undefined ? { "aria-hidden": true } : { role: "img" })`;

/**
 * Hides the kit's icons from screen readers: they are labelled with their English file names ("download Download"), without a setting for it. An
 * icon with a role or a label of its own keeps it.
 */
export function quietIcons(): Plugin {
  return {
    name: 'dossier-quiet-icons',
    transform: {
      filter: { id: /@ant-design\/icons\/es\/components\/AntdIcon(?:Light)?\.js/ },
      handler(code) {
        if (!code.includes(named)) this.error('The toolkit has changed its icon: all icons would be read aloud by their file names');
        return { code: code.replace(named, quiet), map: null };
      },
    },
  };
}
