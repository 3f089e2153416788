import sharp, { type Sharp } from 'sharp';

/** A picture in shades of grey, one byte a pixel, 0 for black. */
export interface GreyPicture {
  data: Uint8Array;
  width: number;
  height: number;
}

/** A part of a picture in pixels. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** As `DocumentInspector`: larger pictures are decompression bombs. */
const maxPixels = 50_000_000;
/** Enough for a zone of 44 characters across half of the picture. */
const longestSide = 2_400;

/**
 * The upright picture of a file (by its EXIF orientation), at most `longestSide` long, its contrast stretched.
 * @throws Error for what is no picture, or one of more than 50 megapixels.
 */
export async function openPicture(file: Buffer): Promise<GreyPicture> {
  const upright = sharp(file, { limitInputPixels: maxPixels, sequentialRead: true, failOn: 'error' })
    .autoOrient()
    .flatten({ background: '#fff' })
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    .grayscale()
    .normalise();
  return rawOf(upright);
}

/** The same picture turned clockwise by a quarter as often as given. */
export const turned = (picture: GreyPicture, quarters: number): Promise<GreyPicture> =>
  quarters % 4 === 0 ? Promise.resolve(picture) : rawOf(pictureOf(picture).rotate(90 * quarters));

/** The whole picture turned by an angle (degrees, clockwise) about its centre, and so larger. */
export const straightened = (picture: GreyPicture, degrees: number): Promise<GreyPicture> =>
  rawOf(pictureOf(picture).rotate(degrees, { background: '#fff' }).grayscale());

/** A part of a picture, enlarged, sharpened and with its contrast stretched. */
export function enlarged(
  picture: GreyPicture,
  box: Box,
  scale: number,
  sharpen: number,
): Promise<GreyPicture> {
  const { x: left, y: top, width, height } = box;
  const part = pictureOf(picture)
    .extract({ left, top, width, height })
    .resize({ width: Math.round(width * scale), kernel: 'lanczos3' });
  return rawOf((sharpen > 0 ? part.sharpen({ sigma: sharpen, m1: 1, m2: 3 }) : part).grayscale().normalise());
}

export const pictureOf = ({ data, width, height }: GreyPicture) =>
  sharp(data, { raw: { width, height, channels: 1 } });

async function rawOf(picture: Sharp): Promise<GreyPicture> {
  const { data, info } = await picture.toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}
