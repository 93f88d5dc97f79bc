/** Two pictures that are drawn as one. */
export type Two = [before: HTMLImageElement, after: HTMLImageElement];

/** Both in the size of the wider one; where one ends before the other, the paper is white. */
function canvasFor(canvas: HTMLCanvasElement, [before, after]: Two) {
  const width = Math.max(before.naturalWidth, after.naturalWidth);
  const heights = [before, after].map((image) => Math.round((image.naturalHeight * width) / Math.max(1, image.naturalWidth)));
  canvas.width = width;
  canvas.height = Math.max(...heights);
  const brush = canvas.getContext('2d', { willReadFrequently: true });
  return { brush, width, height: canvas.height, heights };
}

/** The first up to a part of the width, the second from there on. */
export function drawSlider(canvas: HTMLCanvasElement, two: Two, part: number): void {
  const { brush, width, height, heights } = canvasFor(canvas, two);
  if (!brush) return;
  const at = Math.round(width * part);
  brush.drawImage(two[1], 0, 0, width, heights[1] ?? height);
  brush.save();
  brush.beginPath();
  brush.rect(0, 0, at, height);
  brush.clip();
  brush.fillStyle = '#fff';
  brush.fillRect(0, 0, at, height);
  brush.drawImage(two[0], 0, 0, width, heights[0] ?? height);
  brush.restore();
  brush.fillStyle = '#1890ff';
  brush.fillRect(at - 1, 0, Math.max(2, width / 500), height);
}

function pixelsOf(canvas: HTMLCanvasElement, two: Two): { brush: CanvasRenderingContext2D; pixels: [ImageData, ImageData] } | undefined {
  const { brush, width, height, heights } = canvasFor(canvas, two);
  if (!brush) return undefined;
  const [before, after] = two.map((image, at) => {
    brush.fillStyle = '#fff';
    brush.fillRect(0, 0, width, height);
    brush.drawImage(image, 0, 0, width, heights[at] ?? height);
    return brush.getImageData(0, 0, width, height);
  });
  return before && after ? { brush, pixels: [before, after] } : undefined;
}

const grey = (data: Uint8ClampedArray, at: number): number =>
  (data[at] ?? 0) * 0.3 + (data[at + 1] ?? 0) * 0.59 + (data[at + 2] ?? 0) * 0.11;

/** What is dark in the first alone is red, in the second alone blue-green; in both it is dark. */
export function drawTwoColours(canvas: HTMLCanvasElement, two: Two): void {
  const found = pixelsOf(canvas, two);
  if (!found) return;
  const [{ data: one }, after] = found.pixels;
  const { data } = after;
  for (let at = 0; at < data.length; at += 4) {
    const [was, is] = [grey(one, at), grey(data, at)];
    data[at] = is;
    data[at + 1] = was;
    data[at + 2] = was;
  }
  found.brush.putImageData(after, 0, 0);
}

/** Less is what a lossy picture does. */
const tolerance = 36;

/** What differs in a bright colour, everything else pale. */
export function drawDifference(canvas: HTMLCanvasElement, two: Two): void {
  const found = pixelsOf(canvas, two);
  if (!found) return;
  const [{ data: one }, after] = found.pixels;
  const { data } = after;
  for (let at = 0; at < data.length; at += 4) {
    const differs = [0, 1, 2].some((colour) => Math.abs((one[at + colour] ?? 0) - (data[at + colour] ?? 0)) > tolerance);
    const pale = 190 + grey(data, at) * 0.25;
    [data[at], data[at + 1], data[at + 2]] = differs ? [255, 47, 146] : [pale, pale, pale];
  }
  found.brush.putImageData(after, 0, 0);
}
