import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { areKeysOn, switchKeys } from '#web/ui/character-keys.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { CheckboxField } from '#web/ui/fields/checkbox-field.tsx';
import styles from './key-sheet.module.css';

const keys = [
  { key: '/', does: 'Go to the search of a list' },
  { key: 'Ctrl + K', does: 'Search everything' },
  { key: 'j or ↓', does: 'Go to the next row' },
  { key: 'k or ↑', does: 'Go to the row before' },
  { key: 'Enter', does: 'Open the row that you are in' },
  { key: 'Esc', does: 'Close what is open' },
  { key: '?', does: 'Show these keys' },
];

/** The list of keyboard shortcuts, and the switch for single-character ones. */
export function KeySheet({ onClose }: { onClose: () => void }) {
  const [on, setOn] = useState(areKeysOn);

  function turn(next: boolean) {
    switchKeys(next);
    setOn(next);
  }

  return (
    <Dialog
      title="Keyboard shortcuts"
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <dl className={styles.keys}>
        {keys.map(({ key, does }) => (
          <div key={key} className={styles.pair}>
            <dt>
              <kbd className={styles.key}>{key}</kbd>
            </dt>
            <dd className={styles.does}>{does}</dd>
          </div>
        ))}
      </dl>
      <CheckboxField
        label="Keys of a single character (/, j, k and ?) are on"
        checked={on}
        onChange={(event) => turn(event.target.checked)}
      />
    </Dialog>
  );
}
