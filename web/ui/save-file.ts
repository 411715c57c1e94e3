/** How long a slow machine may need to read the document. */
const keptMs = 60_000;

/** A temporary address of a loaded document. */
export function addressOfBlob(content: Blob): string {
  const address = URL.createObjectURL(content);
  setTimeout(() => URL.revokeObjectURL(address), keptMs);
  return address;
}

export function saveFile(content: Blob, name: string): void {
  const href = addressOfBlob(content);
  Object.assign(document.createElement('a'), { href, download: name }).click();
}
