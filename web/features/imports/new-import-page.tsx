import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type ImportKind, importKinds } from '#contract/imports/columns.ts';
import { importEndings, largestImport, uploadImport } from '#contract/imports/endpoints.ts';
import { permissionOfImport } from '#contract/imports/permissions.ts';
import { importTexts, importWords as words } from '#contract/imports/texts.ts';
import { uploadFile, type UploadOptions } from '#web/api/upload-file.ts';
import { paths } from '#web/app/paths.ts';
import { useMay } from '#web/session/use-may.ts';
import { Card } from '#web/ui/card.tsx';
import { RadioCards } from '#web/ui/fields/radio-cards.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import styles from './imports.module.css';
import { UploadForm } from './upload-form.tsx';

const { noFile, tooLarge } = importTexts;
const formWords = { ...words, noFile, tooLarge, back: words.backToList };

/** Chooses the file and what it contains, and uploads it. */
export function NewImportPage() {
  const navigate = useNavigate();
  const may = useMay();
  const kinds = importKinds.filter((each) => may(permissionOfImport[each]));
  const [kind, setKind] = useState<ImportKind>(kinds[0] ?? 'members');

  async function send(file: File, options: UploadOptions) {
    const query = { fileName: file.name, kind };
    await navigate(paths.import(await uploadFile(uploadImport, { query, file }, options)));
  }

  return (
    <div className={styles.page}>
      <PageTitle>{importTexts.newHeading}</PageTitle>
      <p>{words.intro}</p>
      <Card className={styles.card}>
        <UploadForm
          hint={words.fileHint}
          accept={importEndings}
          words={formWords}
          largest={largestImport}
          backTo={paths.imports()}
          send={send}
        >
          <RadioCards
            legend={words.kind}
            name="kind"
            value={kind}
            onChange={({ target }) => setKind(target.value as ImportKind)}
            options={kinds.map((value) => ({
              value,
              title: words.kinds[value],
              line: words.kindLines[value],
            }))}
          />
        </UploadForm>
      </Card>
    </div>
  );
}
