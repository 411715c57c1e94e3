import { memberTypeTexts } from '#contract/member-types.ts';
import { registrationTexts } from '#contract/registration.ts';
import { Button } from '#web/ui/button.tsx';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import type { MemberTypes } from './use-member-types.ts';
import styles from './wizard.module.css';

/** In place of what needs the member types, until they are there. */
export function MemberTypesWait({ failed, load }: MemberTypes) {
  return (
    <div className={styles.wait}>
      <FormProblem message={failed ? memberTypeTexts.failed : null} />
      {failed ? (
        <Button onClick={load}>Try again</Button>
      ) : (
        <Spinner label={registrationTexts.typesLoading} />
      )}
    </div>
  );
}
