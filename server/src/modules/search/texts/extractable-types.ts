const wordless = new Set(
  (
    'jpg jpeg png gif bmp webp tif tiff heic heif avif ico psd raw cr2 nef mp3 wav flac ogg m4a aac wma mp4 mov avi mkv webm wmv flv mpg mpeg m4v ' +
    'opus amr aiff aif aifc caf ape mka ac3 au wv asf f4v mpe m2v vob mts m2ts 3gp 3g2 ogv divx mxf rm rmvb dv ' +
    'zip rar 7z gz bz2 xz tar tgz iso dmg exe dll so msi apk jar class bin dat db sqlite ttf otf woff woff2 dwg dxf stl obj step stp iges igs eps ps'
  ).split(' '),
);

/** Whether extraction is worth a job for this extension; false for images, audio, video, archives and unreadable formats. */
export function mayHoldText(ext: string): boolean {
  return !wordless.has(ext);
}
