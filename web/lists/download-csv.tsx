import { useState } from 'react';
import { asApiError } from '#web/api/api-error.ts';
import type { Download } from '#web/api/download.ts';
import { Button } from '#web/ui/button.tsx';
import { saveFile } from '#web/ui/save-file.ts';
import type { List } from './list-shape.ts';
import styles from './download-csv.module.css';

interface Props {
  list: List;
  download: () => Promise<Download>;
}

/** Exactly what the filters show, all pages of it. Fetched with the token, so it is no plain link. */
export function DownloadCsv({ list, download }: Props) {
  const [busy, setBusy] = useState(false);
  const count = list.totalCount ?? 0;

  async function save() {
    setBusy(true);
    list.fail(null);
    try {
      const { name, content } = await download();
      saveFile(content, name);
    } catch (error) {
      list.fail(asApiError(error).message);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button busy={busy} disabled={count === 0} onClick={save}>
      <span>
        Download CSV
        <span className={styles.count}>{` (${count} ${count === 1 ? 'row' : 'rows'})`}</span>
      </span>
    </Button>
  );
}
