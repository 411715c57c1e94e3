interface Numbered {
  id: string;
  number: number | null;
  createdAt: string;
}

/** The record that a merge keeps comes first: the older number, else the older record. product-rules 21.4. */
export function inOrder<R extends Numbered>(one: R, other: R): [kept: R, merged: R] {
  const isFirst =
    one.number !== other.number
      ? (one.number ?? Infinity) < (other.number ?? Infinity)
      : `${one.createdAt} ${one.id}` < `${other.createdAt} ${other.id}`;
  return isFirst ? [one, other] : [other, one];
}
