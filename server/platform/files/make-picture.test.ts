import assert from 'node:assert/strict';
import test from 'node:test';
import sharp from 'sharp';
import { picturePixels, pictureTexts } from '#contract/files.ts';
import { bomb, colourAt, halves, photograph } from '#test/support/pictures.ts';
import { BadPicture, makePicture as makeInTurn } from './make-picture.ts';

const makePicture = (bytes: Buffer) => makeInTurn(() => Promise.resolve(bytes));

const refusal = (message: string) => (error: unknown) =>
  error instanceof BadPicture && error.message === message;

test('each of the four formats becomes a square WebP of 256 pixels, cut and not squeezed', async () => {
  for (const format of ['jpeg', 'png', 'webp', 'gif'] as const) {
    for (const [width, height] of [
      [400, 300],
      [300, 1200],
      [1, 1],
      [1, 3000],
    ] as const) {
      const made = await makePicture(await halves(format, width, height));
      const facts = await sharp(made).metadata();
      assert.deepEqual(
        [facts.format, facts.width, facts.height],
        ['webp', picturePixels, picturePixels],
      );
    }
  }
});

test('a picture is upright in every camera orientation', async () => {
  // The red side of the upright picture, for each of the eight EXIF orientations.
  const redSide = { 1: 'left', 2: 'right', 3: 'right', 4: 'left', 5: 'top', 6: 'top', 7: 'bottom' };
  const places = { left: [0.1, 0.5], right: [0.9, 0.5], top: [0.5, 0.1], bottom: [0.5, 0.9] };
  for (const [orientation, side] of Object.entries(redSide)) {
    const made = await makePicture(await photograph(Number(orientation)));
    const [x = 0, y = 0] = places[side as keyof typeof places];
    assert.equal(await colourAt(made, x, y), 'red', `orientation ${orientation}`);
    assert.equal(await colourAt(made, 1 - x, 1 - y), 'blue', `orientation ${orientation}`);
  }
});

test('location and author metadata are removed', async () => {
  const photo = await photograph(1);
  assert.ok((await sharp(photo).metadata()).exif);
  const { exif, icc, xmp, orientation } = await sharp(await makePicture(photo)).metadata();
  assert.deepEqual([exif, icc, xmp, orientation], [undefined, undefined, undefined, undefined]);
});

test('an animation keeps its first frame, and transparency is preserved', async () => {
  const frames = await sharp({
    create: { width: 40, height: 80, channels: 3, background: 'red', pageHeight: 40 },
  })
    .gif()
    .toBuffer();
  assert.equal((await sharp(await makePicture(frames)).metadata()).pages ?? 1, 1);
  const clear = sharp({
    create: { width: 9, height: 9, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  });
  assert.equal(
    (await sharp(await makePicture(await clear.png().toBuffer())).metadata()).hasAlpha,
    true,
  );
});

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

test('a file of another format is refused, and the error says what to do', async () => {
  const heic = Buffer.concat([
    Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic'),
    Buffer.alloc(99),
  ]);
  const tiff = await sharp(await halves())
    .tiff()
    .toBuffer();
  const avif = await sharp(await halves())
    .avif()
    .toBuffer();
  for (const [bytes, message] of [
    [svg, pictureTexts.svg],
    [`\ufeff<?xml version="1.0"?>\n<!-- ${'x'.repeat(999)} -->\n${svg}`, pictureTexts.svg],
    [heic, pictureTexts.heic],
    [avif, pictureTexts.wrongType],
    [tiff, pictureTexts.wrongType],
    ['%PDF-1.7\n', pictureTexts.wrongType],
    ['push graphic-context', pictureTexts.wrongType],
    ['hello', pictureTexts.wrongType],
    ['\0'.repeat(5000), pictureTexts.wrongType],
    ['', pictureTexts.wrongType],
  ] as const) {
    await assert.rejects(
      makePicture(Buffer.from(bytes)),
      refusal(message),
      String(bytes).slice(0, 20),
    );
  }
});

test('a truncated or damaged picture is refused', async () => {
  for (const format of ['jpeg', 'png', 'webp', 'gif'] as const) {
    const whole = await halves(format, 500, 500);
    await assert.rejects(makePicture(whole.subarray(0, 40)), refusal(pictureTexts.damaged), format);
  }
  const photo = await photograph(1);
  await assert.rejects(
    makePicture(photo.subarray(0, photo.length / 2)),
    refusal(pictureTexts.damaged),
  );
  const spoilt = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from(svg)]);
  await assert.rejects(makePicture(spoilt), refusal(pictureTexts.damaged));
});

test('a small file that decodes to too many pixels is refused before decoding', async () => {
  for (const [width, height] of [
    [20_000, 20_000],
    [65_535, 1000],
    [2_147_483_647, 1],
  ] as const) {
    const memory = process.memoryUsage().rss;
    await assert.rejects(makePicture(await bomb(width, height)), BadPicture);
    assert.ok(process.memoryUsage().rss - memory < 100 * 2 ** 20, `${width} by ${height}`);
  }
  await assert.rejects(
    makePicture(await bomb(20_000, 20_000)),
    refusal(pictureTexts.tooManyPixels),
  );
});

test('a picture that is decoded as a whole has a lower limit, before it is decoded', async () => {
  const outcome = async (bytes: Buffer) =>
    makePicture(bytes).then(
      () => 'made',
      (error: Error) => error.message,
    );
  const { damaged, tooManyPixels } = pictureTexts;
  // The declared pixels are missing, so a picture that is accepted turns out to be damaged.
  for (const [width, height, kind, expected] of [
    [8000, 5000, {}, damaged],
    [8001, 5000, {}, tooManyPixels],
    [4000, 4000, { isInterlaced: true }, damaged],
    [4001, 4000, { isInterlaced: true }, tooManyPixels],
    [4000, 4000, { bits: 16 }, damaged],
    [4001, 4000, { bits: 16 }, tooManyPixels],
  ] as const) {
    assert.equal(await outcome(await bomb(width, height, kind)), expected, `${width} ${expected}`);
  }
  const progressive = (width: number) =>
    sharp({ create: { width, height: 4000, channels: 3, background: 'red' } })
      .jpeg({ progressive: true })
      .toBuffer();
  assert.equal(await outcome(await progressive(4000)), 'made');
  assert.equal(await outcome(await progressive(4001)), tooManyPixels);
});

test('a picture that is also a web page or an archive is only a picture afterwards', async () => {
  const page = '<script>alert(document.domain)</script>';
  const both = Buffer.concat([await halves('jpeg'), Buffer.from(`${page}PK\u0003\u0004`)]);
  const made = await makePicture(both);
  assert.ok(!made.includes('script') && !made.includes('PK\u0003\u0004'));
  const commented = await sharp(await halves('png'))
    .withExif({ IFD0: { ImageDescription: page } })
    .png()
    .toBuffer();
  assert.ok(commented.includes('script'));
  assert.ok(!(await makePicture(commented)).includes('script'));
});
