import { useQuery } from '@tanstack/react-query';
import {
  donate,
  donationTexts,
  type DonationType,
  listDonationTypes,
} from '#contract/donations/endpoints.ts';
import { call } from '#web/api/call.ts';
import { useCall } from '#web/api/use-call.ts';
import { paths } from '#web/app/paths.ts';
import { RecordForm } from '#web/forms/record-form.tsx';
import { useRecordForm } from '#web/forms/use-record-form.ts';
import { Card } from '#web/ui/card.tsx';
import { AmountField } from '#web/ui/fields/amount-field.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { addedDonation, DonorFields, type TypedNewDonation } from './donation-fields.tsx';

/** A donation that arrived in another way; no email is sent. product-rules 6.20. */
export function NewDonationPage() {
  const types = useQuery({
    queryKey: ['donationTypes'],
    queryFn: ({ signal }) => call(listDonationTypes, { signal }),
  });
  return (
    <>
      <PageTitle>New Donation</PageTitle>
      {!types.data && types.isError && (
        <LoadFailure
          text={donationTexts.typesFailed}
          busy={types.isFetching}
          onRetry={() => void types.refetch()}
        />
      )}
      {!types.data && !types.isError && <Spinner />}
      {types.data && <NewDonationForm types={types.data} />}
    </>
  );
}

const empty: TypedNewDonation = {
  firstName: '',
  lastName: '',
  email: '',
  donationTypeId: '',
  amount: '',
};

function NewDonationForm({ types }: { types: readonly DonationType[] }) {
  const { send } = useCall(donate);
  const edit = useRecordForm(addedDonation(types), empty, {
    send: (body) => send({ body }),
    saved: donationTexts.added,
    page: ({ data }) => paths.donation(data.id),
    list: paths.donations(),
  });
  const { form } = edit;
  const wrong = form.formState.errors;
  return (
    <RecordForm edit={edit}>
      <Card>
        <DonorFields
          firstName={{ ...form.register('firstName'), error: wrong.firstName?.message }}
          lastName={{ ...form.register('lastName'), error: wrong.lastName?.message }}
          email={{ ...form.register('email'), error: wrong.email?.message }}
        />
        <SelectField
          label="Donation Type"
          placeholder="Choose…"
          options={types.map(({ id, name }) => ({ value: id, label: name }))}
          error={wrong.donationTypeId?.message}
          {...form.register('donationTypeId', { onChange: () => form.clearErrors('amount') })}
        />
        <AmountField label="Amount" error={wrong.amount?.message} {...form.register('amount')} />
      </Card>
    </RecordForm>
  );
}
