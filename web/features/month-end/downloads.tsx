import { useState } from 'react';
import { programNames, programs } from '#contract/month-end/accounts.ts';
import { getFiguresPdf, getFiguresSpreadsheet, getJournal } from '#contract/month-end/endpoints.ts';
import { asApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { useOneAtATime } from '#web/api/use-one-at-a-time.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { Button } from '#web/ui/button.tsx';
import { saveFile } from '#web/ui/save-file.ts';
import styles from './month-end.module.css';

interface File {
  label: string;
  name: string;
  load: () => Promise<Blob>;
}

/** The files of the period. */
export function Downloads({ period }: { period: string }) {
  const { run } = useOneAtATime();
  const [loading, setLoading] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const params = { period };
  const files: File[] = [
    {
      label: 'PDF',
      name: `month-end-${period}.pdf`,
      load: () => call(getFiguresPdf, { params }),
    },
    {
      label: 'Spreadsheet',
      name: `month-end-${period}.xlsx`,
      load: () => call(getFiguresSpreadsheet, { params }),
    },
    ...programNames.map((program) => ({
      label: `Journal for ${programs[program]}`,
      name: `journal-${period}-${program}.csv`,
      load: () => call(getJournal, { params: { period, program } }),
    })),
  ];

  async function download({ name, load }: File) {
    setProblem(null);
    setLoading(name);
    try {
      saveFile(await load(), name);
    } catch (error) {
      setProblem(asApiError(error).message);
    }
    setLoading(null);
  }

  return (
    <div role="group" aria-label="Downloads" className={styles.actions}>
      {files.map((file) => (
        <Button
          key={file.name}
          busy={loading === file.name}
          onClick={() => void run(() => download(file))}
        >
          {file.label}
        </Button>
      ))}
      <FormProblem message={problem} />
    </div>
  );
}
