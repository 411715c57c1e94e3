import type { ComponentProps, ReactNode, SyntheticEvent } from 'react';
import { ErrorSummary } from './error-summary.tsx';
import layout from './form-layout.module.css';
import type { Needs } from '#contract/permissions.ts';
import { useMay } from '#web/session/use-may.ts';
import { ReadOnlyForm } from './read-only-form.tsx';
import { RecordBar } from './record-bar.tsx';

interface Props {
  /** From `useRecordForm`. */
  edit: {
    errors: { summary: ComponentProps<typeof ErrorSummary> };
    submit: (event: SyntheticEvent) => unknown;
    bar: Omit<ComponentProps<typeof RecordBar>, 'isQuiet'>;
  };
  className?: string | undefined;
  /** The Save button is secondary until something is typed. */
  isQuiet?: boolean | undefined;
  /** Another action of the stored record. */
  besideSave?: ReactNode;
  /** Without it the fields can only be read. */
  needs?: Needs;
  /** The fields. */
  children: ReactNode;
}

/** A form for one record: what is wrong with it, the fields, Cancel and Save. */
export function RecordForm(props: Props) {
  const { edit, className = layout.form, isQuiet, besideSave, needs, children } = props;
  if (!useMay()(needs)) return <ReadOnlyForm className={className}>{children}</ReadOnlyForm>;
  return (
    <form noValidate onSubmit={(event) => void edit.submit(event)} className={className}>
      <ErrorSummary {...edit.errors.summary} />
      {children}
      <RecordBar
        {...edit.bar}
        isQuiet={isQuiet === true && !edit.bar.isChanged}
        besideSave={besideSave}
      />
    </form>
  );
}
