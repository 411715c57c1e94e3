import * as z from 'zod/mini';
import { consentChoices } from '#contract/privacy/consents.ts';
import { endpoint } from '#contract/endpoint.ts';
import {
  chosenId,
  email,
  id,
  money,
  requiredLines,
  personName,
  requiredText,
  title,
} from '#contract/fields.ts';
import { eftDetails } from '#contract/invoices/bank-details.ts';
import { offeredPaymentTypes } from '#contract/invoices/endpoints.ts';
import { mostRelatives } from '#contract/limits.ts';
import { password, passwordRequired, passwordsDiffer } from '#contract/auth/passwords.ts';
import { relativeForm, relativeTexts } from '#contract/members/relatives.ts';

export const registrationTexts = {
  choosePayment: 'Please select a payment method.',
  feeChanged: 'The fee of this member type has changed. Please check it and try again.',
  typeRetired: 'This member type is no longer offered. Please select another.',
  haveAccount: 'Already have an account?',
  emailIsMine: 'Is it yours?',
  /** The email is refused, but an earlier registration whose reply was lost may have used it. */
  maybeDone:
    'Your registration may have arrived before the connection was lost. Sign in with the password that you chose:',
  signIn: 'Sign In',
  typesLoading: 'Loading member types…',
  passwordHint: 'At least 6 characters, with an uppercase letter, a lowercase letter and a digit.',
  passwordsGone: 'Your password is not saved when the page reloads. Please enter it again.',
  startOver: 'Start over',
  cardNext:
    'You continue to PayFast, our card provider. Your membership starts as soon as you have paid. If you were a member before, use the link that we email you, too.',
  eftNext: 'You get an invoice with our bank details.',
  free: 'This membership is free. There is nothing to pay.',
  next: 'Next',
  back: 'Back',
  change: 'Change',
  submit: 'Register',
} as const;

/** Step 1 of the wizard. product-rules 15.9. */
export const registrationPerson = {
  memberTypeId: chosenId('Please select a member type.'),
  title,
  firstName: personName('First name is required.'),
  lastName: personName('Last name is required.'),
  email: email(),
  phone: requiredText('Phone number is required.', 40),
  postalAddress: requiredLines('Postal address is required.', 400),
  zipCode: requiredText('Zip code is required.', 12),
  password,
  confirmPassword: z.string(passwordRequired),
};

const same = z.refine<{ password: string; confirmPassword: string }>(
  (form) => form.password === form.confirmPassword,
  { error: passwordsDiffer, path: ['confirmPassword'] },
);

/** `paymentType` is optional for a free type. A `fee` other than the type's is refused. */
const registrationForm = z
  .object({
    ...registrationPerson,
    fee: z.optional(z.nullable(money)),
    paymentType: z.optional(
      z.nullable(
        z.union([z.enum(offeredPaymentTypes), z.literal('')], registrationTexts.choosePayment),
      ),
    ),
    relatives: z.optional(
      z.nullable(z.array(relativeForm).check(z.maxLength(mostRelatives, relativeTexts.tooMany))),
    ),
    consents: z.optional(z.nullable(consentChoices)),
  })
  .check(same);

export const register = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/members/register',
  access: 'anyone',
  summary: 'Create the user, member, relatives and first invoice in one transaction',
  body: registrationForm,
  reply: z.object({
    invoiceId: z.nullable(id),
    /** For an EFT registration, because this page is the last that an anonymous caller sees. */
    eftDetails: z.nullable(eftDetails),
  }),
  idempotent: true,
  limit: { most: 60, per: 'hour' },
});
