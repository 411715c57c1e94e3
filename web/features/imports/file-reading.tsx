import { useState } from 'react';
import type { ImportDetails } from '#contract/imports/endpoints.ts';
import type { FileSettings } from '#contract/imports/mapping.ts';
import { importWords as words } from '#contract/imports/texts.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import styles from './imports.module.css';

interface Props {
  details: Pick<ImportDetails, 'settings' | 'sheets'>;
  busy: boolean;
  onRead: (settings: FileSettings) => void;
}

const encodings = Object.entries(words.encodings).map(([value, label]) => ({ value, label }));
const separators = Object.entries(words.separators).map(([value, label]) => ({ value, label }));

/** How the file was recognised, to correct. */
export function FileReading({ details, busy, onRead }: Props) {
  const { sheets } = details;
  const [settings, setSettings] = useState(details.settings);
  const { format, encoding, separator, sheet, headerRow } = settings;
  const change = (changes: Partial<FileSettings>) => setSettings({ ...settings, ...changes });
  return (
    <Card title={words.howToRead} className={styles.card}>
      <div className={styles.columns}>
        {format === 'csv' ? (
          <>
            <SelectField
              label={words.encoding}
              value={encoding ?? ''}
              options={encodings}
              onChange={({ target }) =>
                change({ encoding: target.value as FileSettings['encoding'] })
              }
            />
            <SelectField
              label={words.separator}
              value={separator ?? ''}
              options={separators}
              onChange={({ target }) =>
                change({ separator: target.value as FileSettings['separator'] })
              }
            />
          </>
        ) : (
          <SelectField
            label={words.sheet}
            value={sheet ?? ''}
            options={sheets.map((name) => ({ value: name, label: name }))}
            onChange={({ target }) => change({ sheet: target.value })}
          />
        )}
        <TextField
          label={words.headerRow}
          hint={words.headerHint}
          inputMode="numeric"
          value={String(headerRow)}
          onChange={({ target }) =>
            change({ headerRow: Math.min(Number(target.value.replaceAll(/\D/g, '')), 100) })
          }
        />
      </div>
      <div className={styles.actions}>
        <Button busy={busy} onClick={() => onRead(settings)}>
          {words.readAgain}
        </Button>
      </div>
    </Card>
  );
}
