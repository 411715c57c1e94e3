import type { ReactNode } from 'react';
import { roleTexts } from '#contract/permissions.ts';
import { classNames } from '#web/ui/class-names.ts';
import layout from './form-layout.module.css';

interface Props {
  className?: string | undefined;
  /** The fields. */
  children: ReactNode;
}

/** The fields of a record for a user who may see it but not change it. */
export function ReadOnlyForm({ className, children }: Props) {
  return (
    <fieldset disabled className={classNames(layout.readOnly, className)}>
      <legend>{roleTexts.readOnly}</legend>
      {children}
    </fieldset>
  );
}
