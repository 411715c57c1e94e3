import styles from './row-checkbox.module.css';

export interface RowChoice {
  isChosen: (id: string) => boolean;
  toggle: (id: string) => void;
  pageChosen: boolean;
  togglePage: () => void;
}

interface Props {
  label: string;
  checked: boolean;
  onChange: () => void;
}

/** A 24 px box in a 44 px place to press. */
export function RowCheckbox({ label, checked, onChange }: Props) {
  return (
    <label className={styles.target}>
      <input type="checkbox" checked={checked} onChange={onChange} className={styles.box} />
      <span className="visually-hidden">{label}</span>
    </label>
  );
}
