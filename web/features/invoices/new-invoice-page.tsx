import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Control, useController } from 'react-hook-form';
import { Link } from 'react-router';
import * as z from 'zod/mini';
import type { BodyOf } from '#contract/endpoint.ts';
import { chosenId } from '#contract/fields.ts';
import { createInvoice, invoiceAdminTexts } from '#contract/invoices/admin-endpoints.ts';
import { getMember, type Member } from '#contract/members/endpoints.ts';
import { membershipPaymentTexts } from '#contract/payments/membership-payment.ts';
import { asApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { useCall } from '#web/api/use-call.ts';
import { paths } from '#web/app/paths.ts';
import { RecordForm } from '#web/forms/record-form.tsx';
import { useRecordForm } from '#web/forms/use-record-form.ts';
import { Card } from '#web/ui/card.tsx';
import { DefinitionList } from '#web/ui/definition-list.tsx';
import { RadioCards } from '#web/ui/fields/radio-cards.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { DescriptionFields, payerFacts, PayerFields, typedInvoice } from './invoice-fields.tsx';
import invoicePageStyles from './invoice-page.module.css';
import { MemberPicker } from './member-picker.tsx';
import { useMemberInAddress } from './use-member-in-address.ts';

/**
 * An invoice for any amount that is not a membership fee, optionally for the member in the
 * address.
 */
export function NewInvoicePage() {
  const memberId = useMemberInAddress();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['members', 'one', memberId],
    queryFn: ({ signal }) => call(getMember, { params: { id: memberId ?? '' }, signal }),
    enabled: memberId !== null,
  });
  const isReady = memberId === null || data !== undefined;
  return (
    <>
      <PageTitle>New Invoice</PageTitle>
      {!isReady && error && (
        <LoadFailure
          text={asApiError(error).message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!isReady && !error && <Spinner />}
      {isReady && <NewInvoiceForm of={data ?? null} />}
    </>
  );
}

const kinds = [
  { value: 'member', title: 'A member', line: 'Name and address are taken from the member.' },
  { value: 'other', title: 'Somebody else', line: 'You type who pays.' },
] as const;

/** Nothing is sent yet: the invoice's page, which opens next, offers that. */
function NewInvoiceForm({ of }: { of: Member | null }) {
  const [kind, setKind] = useState<PayerKind>('member');
  const { send } = useCall(createInvoice);
  const empty = { ...emptyInvoice, memberId: of?.id ?? '' };
  const edit = useRecordForm(newInvoiceFor(kind), empty, {
    send: (body) => send({ body }),
    saved: invoiceAdminTexts.added,
    page: ({ data }) => paths.invoice(data.id),
    list: paths.invoices(),
  });
  const { form } = edit;
  const wrong = form.formState.errors;
  return (
    <RecordForm edit={edit}>
      <Card title="Payer">
        <RadioCards
          legend="Who pays?"
          options={kinds}
          value={kind}
          name="kind"
          onChange={(event) => {
            setKind(event.currentTarget.value === 'other' ? 'other' : 'member');
            form.clearErrors();
          }}
        />
        {kind === 'member' ? (
          <ChosenMember control={form.control} first={of} />
        ) : (
          <PayerFields register={form.register} wrong={wrong} />
        )}
      </Card>
      <Card title="The invoice">
        <DescriptionFields register={form.register} wrong={wrong} />
      </Card>
    </RecordForm>
  );
}

/** The payer: a member, with the member's name and address, or someone else. */
type PayerKind = 'member' | 'other';

const ignored = z.string();

const { line, amount, paymentType } = typedInvoice.shape;

const forMember = z.extend(typedInvoice, {
  memberId: chosenId(invoiceAdminTexts.noMember),
  userFirstName: ignored,
  userLastName: ignored,
  userEmail: ignored,
  address: ignored,
});

const forOther = z.extend(typedInvoice, { memberId: ignored });

type TypedNewInvoice = z.input<typeof forOther>;

type Body = BodyOf<typeof createInvoice>;

/** The form's schema; fields of the other payer kind are not checked or sent. */
function newInvoiceFor(kind: PayerKind): z.ZodMiniType<Body, TypedNewInvoice> {
  return kind === 'member'
    ? z.pipe(
        forMember,
        z.transform((values): Body => ({ ...descriptionOf(values), memberId: values.memberId })),
      )
    : z.pipe(
        forOther,
        z.transform(({ memberId: _none, ...values }): Body => values),
      );
}

function descriptionOf({
  line: what,
  amount: rand,
  paymentType: type,
}: InvoiceDescription): InvoiceDescription {
  return { line: what, amount: rand, paymentType: type };
}

type InvoiceDescription = {
  line: z.output<typeof line>;
  amount: z.output<typeof amount>;
  paymentType: z.output<typeof paymentType>;
};

const emptyInvoice: TypedNewInvoice = {
  memberId: '',
  userFirstName: '',
  userLastName: '',
  userEmail: '',
  address: '',
  line: '',
  amount: '',
  paymentType: 'EFT',
};

interface Props {
  control: Control<TypedNewInvoice, unknown, BodyOf<typeof createInvoice>>;
  first: Member | null;
}

/** The member picker, and the payer's data as the invoice will show it. */
function ChosenMember({ control, first }: Props) {
  const [chosen, setChosen] = useState(first);
  const {
    field: { ref: focusTarget, onChange },
    fieldState,
  } = useController({ control, name: 'memberId' });
  return (
    <>
      <MemberPicker
        ref={focusTarget}
        chosen={chosen}
        error={fieldState.error?.message}
        onChoose={(member) => {
          setChosen(member);
          onChange(member?.id ?? '');
        }}
      />
      <p className={invoicePageStyles.warning}>
        {membershipPaymentTexts.doesNotRenew}
        {chosen && (
          <>
            {' '}
            {membershipPaymentTexts.renewInstead}{' '}
            <Link to={paths.recordPayment(chosen.id)}>{membershipPaymentTexts.recordPayment}</Link>.
          </>
        )}
      </p>
      {chosen && <DefinitionList facts={factsOf(chosen)} />}
    </>
  );
}

function factsOf({ id, firstName, lastName, email, postalAddress, zipCode }: Member) {
  return payerFacts({
    memberId: id,
    userFirstName: firstName,
    userLastName: lastName,
    userEmail: email,
    address: [postalAddress, zipCode].filter(Boolean).join('\n'),
  });
}
