/** The first letter of each word, upper-cased, or U when there is none. product-rules 17.7. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '');
  return words.map(firstLetter).join('') || 'U';
}

function firstLetter(word: string): string {
  return (Array.from(word)[0] ?? '').toUpperCase();
}
