/** "A" is 0, "AA" is 26. */
export function columnNumber(letters: string): number {
  return letters.split('').reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
