import styles from './skip-link.module.css';

/** The first link of the page. A plain `#main` would add an entry to the history. */
export function SkipLink() {
  return (
    <a
      href={`#${mainId}`}
      className={styles.link}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(mainId)?.focus();
      }}
    >
      Skip to content
    </a>
  );
}

export const mainId = 'main';
