import { languages } from '../../contract/src/core/languages.ts';
import { session } from '../../contract/src/identity/sessions.ts';
import { preview } from '../../contract/src/preview/preview.ts';

/** The languages as `call.ts` names them to the server. */
const languageTags = Object.fromEntries(Object.entries(languages).map(([lang, { tag }]) => [lang, tag]));
/** Documents up to so many bytes are fetched whole by the first script. */
const maxFetched = 512 * 1024;

/** What the first script knows of the build. */
export interface Pieces {
  /** The chunks of the shell. */
  first: string[];
  places: { at: RegExp; pieces: string[]; drawnBy: string[]; worker: string | undefined; view: boolean }[];
  /** By rendition; all others are shown in the shell. */
  windows: Record<string, string[]>;
  words: Record<string, string[]>;
}

/** Makes the first calls of a signed-in user; `started-calls.ts` takes over the answers. */
const startCalls = `
  const lang = ${JSON.stringify(languageTags)}[localStorage.getItem('dossier-lang')];
  if (lang && sessionStorage.getItem('dossier-view-as') === null) {
    const headers = { 'Accept-Language': lang, Accept: 'application/json', Authorization: token };
    const start = (method, path, body) => {
      const answer = fetch(path, { method, headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) }, body: body || null });
      answer.catch(() => {});
      startedCalls.push({ key: method + ' ' + path + ' ' + body, token, answer });
      return answer;
    };
    const read = ({ rendition, size, made, front, streamUrl: url }) => {
      preload(windows[rendition] ?? first);
      if (front) new Image().src = front.url;
      else if (rendition === 'pdf') draw();
      if (rendition === 'image' && !made) new Image().src = url;
      if (rendition !== 'pdf' || made || size > ${maxFetched}) return;
      const bytes = fetch(url).then((found) => (found.ok ? found.arrayBuffer() : undefined)).catch(() => undefined);
      globalThis.startedBytes = { url, bytes };
    };
    globalThis.startedCalls = [];
    start('GET', '${session.current.path}', '');
    const query = new URLSearchParams(location.search);
    const [id, currentRev] = ['id', 'currentRev'].map((name) => query.get(name) ?? undefined);
    isAsked = place?.view === true && Boolean(id);
    if (isAsked) {
      const shown = start('POST', '${preview.view.path}', JSON.stringify({ id, currentRev }));
      shown.then((answer) => answer.clone().json()).then(({ data }) => data && read(data)).catch(() => {});
    }
  }`;

/** The first script of the page, as text: it runs before anything else is loaded. */
export const firstScript = ({ first, places, windows, words }: Pieces): string => `(() => {
  const token = localStorage.getItem('dossier-token');
  if (!token) return;
  const first = ${JSON.stringify(first)};
  const windows = ${JSON.stringify(windows)};
  const words = ${JSON.stringify(words)};
  const places = [${places.map(placeText).join(', ')}];
  const place = places.find(({ at }) => at.test(location.pathname + '/' + location.hash));
  const known = new Set();
  const preload = (paths) => {
    for (const path of paths) {
      if (known.has(path)) continue;
      known.add(path);
      const link = document.createElement('link');
      const isStyle = path.endsWith('.css');
      link.rel = isStyle ? 'preload' : 'modulepreload';
      if (isStyle) link.as = 'style';
      link.crossOrigin = '';
      link.href = '/' + path;
      document.head.append(link);
    }
  };
  const draw = () => {
    if (!place?.worker) return;
    globalThis.startedWorker = new Worker('/' + place.worker);
    startedWorker.onerror = () => delete globalThis.startedWorker;
    preload(place.drawnBy);
  };
  let isAsked = false;${startCalls}
  if (!isAsked) draw();
  preload([...(place?.pieces ?? first), ...(words[localStorage.getItem('dossier-lang')] ?? [])]);
})();
`;

const placeText = ({ at, ...rest }: Pieces['places'][number]): string => `{ at: ${at}, ...${JSON.stringify(rest)} }`;
