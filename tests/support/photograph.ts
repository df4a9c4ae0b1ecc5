import sharp from 'sharp';

/** A photograph as a phone takes it: twelve megapixels, full of detail, with the place where it was taken. */
export async function photograph(file: string, { turned = false } = {}): Promise<void> {
  const [width, height] = [1008, 756];
  const texture = async (grain: number) => {
    const [w, h] = [Math.ceil(width / grain), Math.ceil(height / grain)];
    const points = Buffer.from(Array.from({ length: w * h }, (_, i) => 128 + 60 * wave(i * grain + 1)));
    return sharp(points, { raw: { width: w, height: h, channels: 1 } })
      .resize(width, height, { fit: 'fill' })
      .png()
      .toBuffer();
  };
  const boxes = Array.from({ length: 120 }, (_, i) => {
    const [x, y, size, hue] = [1, 2, 3, 4].map((n) => (wave(i * 7 + n) + 1) / 2) as [
      number,
      number,
      number,
      number,
    ];
    return `<rect x="${x * width}" y="${(0.35 + 0.65 * y) * height}" width="${20 + 90 * size}" height="${15 + 60 * hue}" fill="hsl(${360 * hue} 30% ${20 + 55 * size}%)"/>`;
  });
  const scene = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><linearGradient id="sky" x2="0" y2="1"><stop stop-color="#5b8fd0"/><stop offset=".4" stop-color="#f3d9b0"/><stop offset="1" stop-color="#4b5b3a"/></linearGradient><rect width="100%" height="100%" fill="url(#sky)"/>${boxes.join('')}</svg>`;
  const textures = await Promise.all([1, 2, 5, 16].map(texture));
  const small = await sharp(Buffer.from(scene))
    .composite(textures.map((input) => ({ input, blend: 'soft-light' as const })))
    .flatten()
    .toBuffer();
  await sharp(small)
    .resize(4 * width)
    .jpeg({ quality: 85 })
    .withExif({ IFD0: { Artist: 'Somebody' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
    // As a phone that is held upright writes it: on its side, with a note to turn it.
    .withMetadata(turned ? { orientation: 6 } : {})
    .toFile(file);
}

/** From -1 to 1, without a pattern that the eye could see, and the same each time. */
const wave = (n: number) => {
  const x = Math.sin(n * 12.9898) * 43_758.5453;
  return 2 * (x - Math.floor(x)) - 1;
};
