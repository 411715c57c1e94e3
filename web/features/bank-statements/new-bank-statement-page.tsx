import { useNavigate } from 'react-router';
import {
  largestStatement,
  statementEndings,
  uploadStatement,
} from '#contract/bank-statements/endpoints.ts';
import { bankTexts, bankWords as words } from '#contract/bank-statements/texts.ts';
import { uploadFile, type UploadOptions } from '#web/api/upload-file.ts';
import { paths } from '#web/app/paths.ts';
import { UploadForm } from '#web/features/imports/upload-form.tsx';
import { Card } from '#web/ui/card.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import styles from './bank-statements.module.css';

const { noFile, tooLarge } = bankTexts;
const formWords = { ...words, noFile, tooLarge, back: words.allStatements };

/** Chooses the file of the bank, and uploads it. */
export function NewBankStatementPage() {
  const navigate = useNavigate();
  const notify = useNotify();

  async function send(file: File, options: UploadOptions) {
    const input = { query: { fileName: file.name }, file };
    const { id, isKnown, isImported } = await uploadFile(uploadStatement, input, options);
    await navigate(paths.bankStatement(id));
    if (isKnown) notify.success(isImported ? words.isKnown : words.isWaiting);
  }

  return (
    <div className={styles.page}>
      <PageTitle>{words.newHeading}</PageTitle>
      <p>{words.intro}</p>
      <Card className={styles.card}>
        <UploadForm
          hint={words.fileHint}
          accept={statementEndings}
          words={formWords}
          largest={largestStatement}
          backTo={paths.bankStatements()}
          send={send}
        />
      </Card>
    </div>
  );
}
