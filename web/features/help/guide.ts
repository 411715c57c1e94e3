/** Text of the guide: plain, marked, or a link. */
export type Inline =
  | string
  | { strong: Inline[] }
  | { em: Inline[] }
  | { code: string }
  | { link: string; words: Inline[] };

export type Block =
  | { text: Inline[] }
  | { heading: string; id: string }
  /** A numbered list has its first number. */
  | { list: Block[][]; from: number | null }
  | { table: Inline[][][] }
  | { copy: string };

/** What somebody wants to do. */
export interface Topic {
  id: string;
  title: string;
  blocks: Block[];
}

export interface Guide {
  intro: Block[];
  /** The topics by subject, as the beginning of the guide lists them. */
  groups: { title: string; topics: string[] }[];
  topics: Topic[];
}
