import styles from './skip-link.module.css';

/** First in the page: past the menu with one key. A plain `#main` would add a step to the history. */
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
