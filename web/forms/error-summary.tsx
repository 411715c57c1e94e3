import { type MouseEvent, useEffect, useRef } from 'react';
import styles from './error-summary.module.css';
import type { FieldProblem } from './field-problems.ts';

interface Props {
  problems: readonly FieldProblem[];
  focusField: (name: string) => void;
}

/** The first element of a long form; takes the focus when a submit finds errors. */
export function ErrorSummary({ problems, focusField }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problems.length > 0) box.current?.focus();
  }, [problems]);
  if (problems.length === 0) return null;

  function jump(event: MouseEvent, name: string) {
    event.preventDefault();
    focusField(name);
  }

  return (
    <div ref={box} role="alert" tabIndex={-1} className={styles.summary}>
      <h2 className={styles.title}>There is a problem</h2>
      <ul className={styles.list}>
        {problems.map(({ name, message }) => (
          <li key={name}>
            <a href={`#${name}`} onClick={(event) => jump(event, name)}>
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
