import { useState } from 'react';
import { chooseTheme, chosenTheme, themes } from './theme.ts';
import styles from './theme-choice.module.css';

export function ThemeChoice() {
  const [chosen, setChosen] = useState(chosenTheme);
  return (
    <fieldset className={styles.group}>
      <legend className={styles.label}>Theme</legend>
      <div className={styles.choices}>
        {themes.map((theme) => (
          <button
            key={theme}
            type="button"
            className={styles.choice}
            aria-pressed={theme === chosen}
            onClick={() => {
              chooseTheme(theme);
              setChosen(theme);
            }}
          >
            {theme}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
