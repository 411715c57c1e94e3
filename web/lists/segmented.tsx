import type { Choice } from './list-shape.ts';
import styles from './segmented.module.css';

interface Props {
  label: string;
  options: readonly Choice[];
  value: string;
  onChoose: (value: string) => void;
}

const all: Choice = { value: '', label: 'All' };

export function Segmented({ label, options, value, onChoose }: Props) {
  return (
    <fieldset>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.segments}>
        {[all, ...options].map((option) => (
          <button
            key={option.value}
            type="button"
            aria-pressed={option.value === value}
            onClick={() => onChoose(option.value)}
            className={styles.segment}
          >
            {option.label}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
