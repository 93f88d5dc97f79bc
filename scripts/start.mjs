/** `npm start`: installs and builds what is missing, offers a reader of DWG, then runs the server. */
import { join } from 'node:path';
import { offerDwgReader } from './dwg-reader.mjs';
import { become, ensureBuilt, ensureInstalled, environment, main, needNode, root, serverFlags } from './runtime.mjs';

await main(async () => {
  await ensureInstalled();
  await ensureBuilt();
  await offerDwgReader();
  return become(needNode(), [...serverFlags, join(root, 'server', 'src', 'main.ts'), ...process.argv.slice(2)], { env: environment() });
});
