import {
  listMemberTypes,
  type MemberType,
  memberTypeTexts,
} from '#contract/member-types/endpoints.ts';
import { registrationTexts } from '#contract/registration/endpoints.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import styles from './wizard.module.css';

export interface MemberTypes {
  /** The types on offer; null while loading. */
  offered: readonly MemberType[] | null;
  failed: boolean;
  /** Loads again and keeps the current types while loading. */
  load: () => void;
}

export function useMemberTypes(): MemberTypes {
  const { data, failed, load } = useLoaded(listMemberTypes);
  const offered = data?.filter(({ isRetired }) => !isRetired) ?? null;
  return { offered, failed, load };
}

/** Shown until the member types are loaded. */
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
