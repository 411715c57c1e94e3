import { EmailField } from '#web/ui/fields/email-field.tsx';
import { TextField, type TextFieldProps } from '#web/ui/fields/text-field.tsx';
import layout from '#web/forms/form-layout.module.css';

type Field = Omit<TextFieldProps, 'label'>;

interface Props {
  firstName: Field;
  lastName: Field;
  email: Field;
}

/** Who gave; the administrator's own data would only be in the way. */
export function DonorFields({ firstName, lastName, email }: Props) {
  return (
    <>
      <div className={layout.pair}>
        <TextField label="First Name" autoComplete="off" {...firstName} />
        <TextField label="Last Name" autoComplete="off" {...lastName} />
      </div>
      <EmailField label="Email" {...email} autoComplete="off" />
    </>
  );
}
