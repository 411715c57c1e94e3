import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import type { Block, Inline } from './guide.ts';
import styles from './help.module.css';

/** The guide never changes while a page is shown, so places are keys. */
export function Blocks({ blocks }: { blocks: readonly Block[] }) {
  return Array.from(blocks.entries(), ([n, block]) => <OneBlock key={n} block={block} />);
}

function OneBlock({ block }: { block: Block }) {
  if ('text' in block) {
    return (
      <p>
        <Words words={block.text} />
      </p>
    );
  }
  if ('heading' in block) {
    return (
      <h2 id={block.id} tabIndex={-1} className={styles.heading}>
        {block.heading}
      </h2>
    );
  }
  if ('list' in block) return <List items={block.list} from={block.from} />;
  if ('table' in block) return <Table rows={block.table} />;
  return (
    <div className={styles.copy}>
      <pre className={styles.message}>{block.copy}</pre>
      <CopyButton value={block.copy} what="the message" />
    </div>
  );
}

function List({ items, from }: { items: readonly Block[][]; from: number | null }) {
  const lines = Array.from(items.entries(), ([n, blocks]) => {
    const [first, ...more] = blocks;
    const isLine = first !== undefined && 'text' in first;
    return (
      <li key={n}>
        {isLine && <Words words={first.text} />}
        <Blocks blocks={isLine ? more : blocks} />
      </li>
    );
  });
  return from === null ? <ul>{lines}</ul> : <ol start={from}>{lines}</ol>;
}

function Table({ rows: [head = [], ...rows] }: { rows: Inline[][][] }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {Array.from(head.entries(), ([n, cell]) => (
            <th key={n} scope="col">
              <Words words={cell} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Array.from(rows.entries(), ([n, row]) => (
          <tr key={n}>
            {Array.from(row.entries(), ([place, cell]) => (
              <td key={place}>
                <Words words={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Words({ words }: { words: readonly Inline[] }) {
  return Array.from(words.entries(), ([n, word]) => {
    if (typeof word === 'string') return word;
    if ('strong' in word) {
      return (
        <strong key={n}>
          <Words words={word.strong} />
        </strong>
      );
    }
    if ('em' in word) {
      return (
        <em key={n}>
          <Words words={word.em} />
        </em>
      );
    }
    if ('code' in word) return <code key={n}>{word.code}</code>;
    return (
      <Link key={n} to={paths.help(word.link)}>
        <Words words={word.words} />
      </Link>
    );
  });
}
