import sharp from 'sharp';

type Format = 'jpeg' | 'png' | 'webp' | 'gif';

/** A picture with a red left half and a blue right half. */
export async function halves(format: Format = 'png', width = 400, height = 300): Promise<Buffer> {
  const half = { width: Math.ceil(width / 2), height, channels: 3 } as const;
  const red = await sharp({ create: { ...half, background: 'red' } })
    .png()
    .toBuffer();
  return sharp({ create: { ...half, width, background: 'blue' } })
    .composite([{ input: red, left: 0, top: 0 }])
    .toFormat(format)
    .toBuffer();
}

/** A photograph with metadata: its orientation, its place and its photographer. */
export async function photograph(orientation: number): Promise<Buffer> {
  return sharp(await halves('jpeg', 512, 256))
    .withExif({ IFD0: { Artist: 'Thandi Dlamini' }, IFD3: { GPSLatitude: '25/1 44/1 0/1' } })
    .withMetadata({ orientation })
    .jpeg()
    .toBuffer();
}

/** Whether the picture is more red or more blue at this place. `x` and `y` are from 0 to 1. */
export async function colourAt(bytes: Buffer, x: number, y: number): Promise<'red' | 'blue'> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const at =
    (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
  return (data[at] ?? 0) > (data[at + 2] ?? 0) ? 'red' : 'blue';
}

/** A small file that declares a large width and height, and perhaps 16 bits a colour or interlacing. */
export async function bomb(
  width: number,
  height: number,
  { bits = 8, isInterlaced = false } = {},
): Promise<Buffer> {
  const bytes = await halves('png', 16, 16);
  bytes.writeUInt8(bits, 24);
  bytes.writeUInt8(isInterlaced ? 1 : 0, 28);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  // The checksum of the header is valid, so only the declared size can be refused.
  bytes.writeUInt32BE(crc(bytes.subarray(12, 29)), 29);
  return bytes;
}

function crc(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}

export function asFile(bytes: Buffer | string, name = 'me.jpg', type = 'image/jpeg'): File {
  return new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name, { type });
}
