import { listMemberTypes, type MemberType, memberTypeTexts } from '#contract/member-types.ts';
import { registrationTexts } from '#contract/registration.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import styles from './wizard.module.css';

export interface MemberTypes {
  /** What can be chosen; null until it is known. */
  offered: readonly MemberType[] | null;
  failed: boolean;
  /** Asks again; what was known stays meanwhile. */
  load: () => void;
}

export function useMemberTypes(): MemberTypes {
  const { data, failed, load } = useLoaded(listMemberTypes);
  const offered = data?.filter(({ isRetired }) => !isRetired) ?? null;
  return { offered, failed, load };
}

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
