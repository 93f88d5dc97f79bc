import { moduleType } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { beforeAll, expect } from 'vitest';
import { findProgram } from '../server/src/platform/engines.ts';
import { mediaFile, image, tone } from '../server/test/media-file.ts';
import { admin, useTestServer } from './journey.ts';
import { expectVideo, expectPlaying } from './viewers.ts';

const dossier = useTestServer();
let cabinet: string;
beforeAll(async () => {
  cabinet = (await dossier.admin.call(library.createCabinet, { name: 'Films', moduleType: moduleType.enterprise })).id;
});

const hasEngine = async () => (await findProgram(['ffmpeg'], process.env['PATH'] ?? '')) !== undefined;

dossier.journey(
  'a film of an old kind plays, with its subtitles; a sound shows where it is loud',
  { as: admin, lang: 'en' },
  async (at) => {
    const { page, open, t } = at;
    if (!(await hasEngine())) return;
    const film = await dossier.admin.upload(cabinet, 'visit.avi', await mediaFile('visit.avi', `${image} ${tone} -c:v mpeg4 -c:a mp3`));
    await dossier.admin.upload(cabinet, 'visit.es.srt', '1\n00:00:00,000 --> 00:00:01,000\nHola\n');
    await dossier.admin.upload(cabinet, 'visit.en.srt', '1\n00:00:00,000 --> 00:00:01,000\nHello & welcome\n');
    await open(`/videoPlayer?id=${film}`);
    await expectVideo(page, 1);
    const tracks = () =>
      page
        .locator('video')
        .evaluate((shown: HTMLVideoElement) =>
          Array.from(shown.textTracks, ({ label, mode, cues }) => [
            label,
            mode,
            (cues?.[0] as VTTCue | undefined)?.getCueAsHTML().textContent,
          ]),
        );
    await expect.poll(tracks).toEqual([
      ['English', 'showing', 'Hello & welcome'],
      ['Spanish', 'disabled', undefined],
    ]);

    const sound = await dossier.admin.upload(cabinet, 'note.wma', await mediaFile('note.wma', `${tone.replace(/1$/, '60')} -c:a wmav2`));
    await open(`/musicViewer?id=${sound}`);
    const wave = page.getByRole('slider', { name: t('preview.viewer.position') });
    await wave.locator('svg').waitFor();
    await expectPlaying(page, t('preview.viewer.play'));
    await page.getByRole('button', { name: t('preview.viewer.pause'), exact: true }).click();
    const now = () => wave.getAttribute('aria-valuenow').then(Number);
    await wave.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await expect.poll(now).toBe(10);
    const box = await wave.boundingBox();
    await wave.click({ position: { x: (box?.width ?? 0) / 2, y: 20 } });
    await expect.poll(now).toBe(30);
  },
);
