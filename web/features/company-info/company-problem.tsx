import { companyInfoTexts } from '#contract/company-info.ts';
import { Button } from '#web/ui/button.tsx';
import { FormProblem } from '#web/forms/form-problem.tsx';
import styles from './company-info.module.css';
import type { CompanyForm } from './use-company-form.ts';

/** Stays in sight with the buttons: why the save was refused, and the way to a newer version. */
export function CompanyProblem({ edit }: { edit: CompanyForm }) {
  const { problem, isStale, reload, reloading, isMerged } = edit;
  return (
    <div className={styles.told}>
      <div className={styles.problem}>
        <FormProblem message={problem} />
        {isStale && (
          <Button busy={reloading} onClick={reload}>
            Reload
          </Button>
        )}
      </div>
      <output className={styles.merged}>{isMerged && companyInfoTexts.keptTyped}</output>
    </div>
  );
}
