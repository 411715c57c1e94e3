import type { ComponentProps, ReactNode } from 'react';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { RecordForm } from './record-form.tsx';

interface Props {
  /** From `useSettingsForm`. */
  edit: ComponentProps<typeof RecordForm>['edit'] & {
    isLoaded: boolean;
    load: { isError: boolean; isFetching: boolean; refetch: () => Promise<unknown> };
    discard: () => void;
  };
  /** If the settings could not be loaded. */
  failed: string;
  children: ReactNode;
}

/** A page's settings. Cancel shows again what is stored. */
export function SettingsForm({ edit, failed, children }: Props) {
  const { isLoaded, load, errors, submit, bar, discard } = edit;
  if (isLoaded) {
    return (
      <RecordForm edit={{ errors, submit, bar: { ...bar, onCancel: discard } }} isQuiet>
        {children}
      </RecordForm>
    );
  }
  if (!load.isError) return <Spinner />;
  return <LoadFailure text={failed} busy={load.isFetching} onRetry={() => void load.refetch()} />;
}
