import { expect, it } from 'vitest';
import { toWebVtt } from './subtitles.ts';

it('SubRip becomes WebVTT', () => {
  const srt =
    '1\r\n00:00:01,5 --> 00:00:02,000\r\n{\\an8}<font color="red">Q & A</font>\r\n<i>second</i>\r\n\r\n2\r\n1:02:03,250 --> 1:02:04,000\r\n甲方\r\n';
  expect(toWebVtt(srt)).toBe('WEBVTT\n\n00:00:01.500 --> 00:00:02.000\nQ &amp; A\n<i>second</i>\n\n01:02:03.250 --> 01:02:04.000\n甲方\n');
});

it('WebVTT keeps times and text only', () => {
  const vtt =
    'WEBVTT\n\nSTYLE\n::cue { background: url(http://elsewhere.example) }\n\nNOTE none\n\n00:01.000 --> 00:02.000 line:0\n<v Ann>A &amp; B</v>\n';
  expect(toWebVtt(vtt)).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nA &amp; B\n');
});

it.each([
  ['no blank lines between', '1\n00:00:01,000 --> 00:00:02,000\none\n2\n00:00:03,000 --> 00:00:04,000\ntwo', 'one\n\n00:00:03.000'],
  ['words that look like times', '00:00:01,000 --> 00:00:02,000\na --> b < c', 'a --&gt; b &lt; c'],
])('accepts %s', (_, text, part) => expect(toWebVtt(text)).toContain(part));

it('text without subtitles has no cues', () => expect(toWebVtt('just words')).toBe('WEBVTT\n\n'));
