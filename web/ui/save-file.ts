/** As long as a slow machine may need to read the document out of memory. */
const keptMs = 60_000;

/** An address for what was fetched with the token, as long as it takes to be read. */
export function addressOfBlob(content: Blob): string {
  const address = URL.createObjectURL(content);
  setTimeout(() => URL.revokeObjectURL(address), keptMs);
  return address;
}

export function saveFile(content: Blob, name: string): void {
  const href = addressOfBlob(content);
  Object.assign(document.createElement('a'), { href, download: name }).click();
}
