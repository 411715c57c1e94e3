import * as z from 'zod/mini';
import {
  type Donation,
  donationForm,
  donationTexts,
  isTooSmallForCard,
} from '#contract/donations/endpoints.ts';
import layout from '#web/forms/form-layout.module.css';
import { EmailField } from '#web/ui/fields/email-field.tsx';
import { typedAmount } from '#web/ui/fields/read-amount.ts';
import { TextField, type TextFieldProps } from '#web/ui/fields/text-field.tsx';

type Field = Omit<TextFieldProps, 'label'>;

interface Props {
  firstName: Field;
  lastName: Field;
  email: Field;
}

/** The donor. Autofill is off: it would fill in the administrator's data. */
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

const { firstName, lastName, email, donationTypeId } = donationForm.shape;

const amount = typedAmount(donationForm.shape.amount);

const edited = z.object({ firstName, lastName, email, amount });

const added = z.object({ firstName, lastName, email, donationTypeId, amount });

type TypedDonation = z.input<typeof edited>;

export type TypedNewDonation = z.input<typeof added>;

const tooSmall = {
  error: donationTexts.tooSmallForCard,
  path: ['amount'],
  // Checked together with the other fields, not after them.
  when: () => true,
};

/** The donation type cannot be changed. */
export function editedDonation(typeName: string) {
  return edited.check(z.refine((values) => !isTooSmallForCard(typeName, values.amount), tooSmall));
}

export function addedDonation(types: readonly { id: string; name: string }[]) {
  const nameOf = (typeId: string) => types.find(({ id }) => id === typeId)?.name;
  return added.check(
    z.refine(
      (values) => !isTooSmallForCard(nameOf(values.donationTypeId), values.amount),
      tooSmall,
    ),
  );
}

export function valuesOf(donation: Donation): TypedDonation {
  return {
    firstName: donation.firstName,
    lastName: donation.lastName,
    email: donation.email,
    amount: donation.amount.toFixed(2),
  };
}
