import { useEffect } from 'react';
import { useParams } from 'react-router';
import { formatDay, formatInstant } from '#contract/days.ts';
import { answerDonation, updateDonation } from '#contract/donations/admin-endpoints.ts';
import { type Donation, donationTexts, getDonation } from '#contract/donations/endpoints.ts';
import { getDonationStory } from '#contract/donations/story.ts';
import { referenceLabel } from '#contract/invoices/bank-details.ts';
import { getDonorStatement } from '#contract/month-end/statement-of-account.ts';
import { formatRand } from '#contract/money.ts';
import { paidByInWords } from '#contract/payments/payment-details.ts';
import { unanswered } from '#web/api/api-error.ts';
import { call, callWithEtag } from '#web/api/call.ts';
import { useCall } from '#web/api/use-call.ts';
import { paths } from '#web/app/paths.ts';
import { RecordSide } from '#web/features/communication/record-side.tsx';
import { StatementButton } from '#web/features/month-end/balances/statement-button.tsx';
import { PaymentReference } from '#web/features/payments/payment-reference.tsx';
import { PersonPrivacy } from '#web/features/privacy/held-data.tsx';
import { FormProblem } from '#web/forms/form-problem.tsx';
import layout from '#web/forms/form-layout.module.css';
import { RecordForm } from '#web/forms/record-form.tsx';
import { RecordColumns, RecordHeading } from '#web/forms/record-layout.tsx';
import { useLinkedPayment } from '#web/app/router/use-linked-payment.ts';
import { useRecordStory } from '#web/features/payments/use-record-story.ts';
import { RecordPage } from '#web/forms/record-page.tsx';
import { useLoadedRecord, type LoadedRecord } from '#web/forms/use-loaded-record.ts';
import { type ReadAgain, useRecordForm } from '#web/forms/use-record-form.ts';
import { backToList } from '#web/app/router/list-memory.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DefinitionList, type Fact } from '#web/ui/definition-list.tsx';
import { EmailText } from '#web/ui/email-text.tsx';
import { AmountField } from '#web/ui/fields/amount-field.tsx';
import { CheckboxField } from '#web/ui/fields/checkbox-field.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import { DonorFields, editedDonation, valuesOf } from './donation-fields.tsx';
import styles from './donation-page.module.css';
import { UndoDonation } from './undo-donation.tsx';
import { useProcessDonation } from './use-process-donation.ts';
import { donationStatus } from './donation-status.ts';

/** One donation: a form until it is received, then read-only. */
export function DonationPage() {
  const { id = '' } = useParams();
  const query = useDonation(id);
  const donation = query.data?.donation;
  const version = donation ? `${query.data?.etag} ${donation.state} ${donation.needsAnswer}` : '';
  const story = useRecordStory(['donations', id, version], (signal) =>
    call(getDonationStory, { params: { id }, signal }),
  );
  return (
    <RecordPage
      query={query}
      title="Donation"
      heading={
        donation && (
          <RecordHeading
            title={`Donation ${donation.reference}`}
            badge={donationStatus(donation)}
            why={story.data?.why}
            next={story.data?.next}
          >
            {donation.needsAnswer && <NeedsAnswer donation={donation} readAgain={query.refetch} />}
          </RecordHeading>
        )
      }
      back={<BackToDonations />}
    >
      {(record, readAgain) => (
        <RecordColumns
          side={
            <>
              <RecordSide id={id} version={version} query={story} readAgain={readAgain} />
              <StatementButton
                endpoint={getDonorStatement}
                id={id}
                person={`${record.donation.firstName} ${record.donation.lastName}`}
              />
              <PersonPrivacy
                kind="donor"
                id={id}
                name={`${record.donation.firstName} ${record.donation.lastName}`}
                onErased={query.refetch}
              />
            </>
          }
        >
          {record.donation.isReceived || record.donation.isWithdrawn ? (
            <ReceivedDonation donation={record.donation} readAgain={readAgain} />
          ) : (
            <DonationForm record={record} readAgain={readAgain} />
          )}
        </RecordColumns>
      )}
    </RecordPage>
  );
}

interface NeedsAnswerProps {
  donation: Donation;
  readAgain: () => Promise<unknown>;
}

/** The donor was promised an email that says how to transfer the money. */
function NeedsAnswer({ donation, readAgain }: NeedsAnswerProps) {
  const notify = useNotify();
  const { send, busy, error } = useCall(answerDonation);

  async function answer() {
    const outcome = await send({ params: { id: donation.id } });
    if (!outcome.ok) return;
    notify.success(donationTexts.answered);
    await readAgain();
    // The focused button has been removed.
    document.querySelector('h1')?.focus();
  }

  return (
    <>
      <StatusBadge status={donationTexts.needsAnswer} />
      <Button busy={busy} needs="money.write" onClick={() => void answer()}>
        {donationTexts.markAnswered}
      </Button>
      <FormProblem message={error?.message ?? null} />
    </>
  );
}

interface Props {
  record: LoadedDonation;
  readAgain: ReadAgain;
}

/** A donation that was received in the meantime is reloaded like one that was changed. */
function DonationForm({ record: { donation, etag }, readAgain }: Props) {
  const { send } = useCall(updateDonation);
  const schema = editedDonation(donation.donationTypeName);
  const edit = useRecordForm(schema, valuesOf(donation), {
    send: (body) => send({ params: { id: donation.id }, body, ifMatch: etag }),
    saved: donationTexts.saved,
    readAgain,
    staleAt: [409, 412],
    list: paths.donations(),
  });
  const { form, isChanged } = edit;
  const wrong = form.formState.errors;
  const processing = useProcessDonation(donation, {
    onRefused: edit.setProblem,
    onDone: readAgain,
  });
  useLinkedPayment(processing.ask);

  return (
    <>
      <RecordForm edit={edit} needs="money.write">
        <Card>
          <DonorFields
            firstName={{ ...form.register('firstName'), error: wrong.firstName?.message }}
            lastName={{ ...form.register('lastName'), error: wrong.lastName?.message }}
            email={{ ...form.register('email'), error: wrong.email?.message }}
          />
          <DefinitionList
            facts={[
              { label: 'Donation Type', value: donation.donationTypeName },
              { label: 'Recorded', value: formatInstant(donation.createdUtc) },
              referenceFact(donation),
            ]}
          />
          <AmountField label="Amount" error={wrong.amount?.message} {...form.register('amount')} />
          <div className={styles.payment}>
            <CheckboxField label="Is Paid" checked={donation.isReceived} disabled readOnly />
            <Button
              busy={processing.busy}
              off={isChanged}
              needs="money.write"
              onClick={processing.ask}
            >
              Process Payment
            </Button>
          </div>
          {isChanged && <p className={styles.hint}>{donationTexts.saveFirst}</p>}
        </Card>
      </RecordForm>
      {processing.dialog}
    </>
  );
}

interface ReceivedDonationProps {
  donation: Donation;
  readAgain: () => Promise<unknown>;
}

function ReceivedDonation({ donation, readAgain }: ReceivedDonationProps) {
  useEffect(() => {
    // The focused button of the form has been removed.
    if (document.activeElement === document.body) document.querySelector('h1')?.focus();
  }, []);
  const { firstName, lastName, email, amount, donationTypeName, receivedOn } = donation;
  const { bankReference, isWithdrawn } = donation;
  return (
    <div className={layout.form}>
      <Card>
        <p>{isWithdrawn ? donationTexts.isWithdrawn : donationTexts.isReceived}</p>
        <DefinitionList
          facts={[
            { label: 'First Name', value: firstName },
            { label: 'Last Name', value: lastName },
            { label: 'Email', value: <EmailText email={email} /> },
            { label: 'Donation Type', value: donationTypeName },
            { label: 'Amount', value: formatRand(amount) },
            referenceFact(donation),
            { label: 'Received on', value: receivedOn === null ? '' : formatDay(receivedOn) },
            { label: 'Paid by', value: paidByInWords(donation) },
            ...(bankReference === null ? [] : [{ label: 'Bank reference', value: bankReference }]),
          ]}
        />
        {!isWithdrawn && (
          <div className={styles.payment}>
            <CheckboxField label="Is Paid" checked disabled readOnly />
            <UndoDonation donation={donation} readAgain={readAgain} />
          </div>
        )}
      </Card>
      <div>
        <BackToDonations />
      </div>
    </div>
  );
}

function referenceFact({ paymentReference }: Donation): Fact {
  return { label: referenceLabel, value: <PaymentReference value={paymentReference} /> };
}

function BackToDonations() {
  return <ButtonLink to={backToList(paths.donations())}>Back to donations</ButtonLink>;
}

type LoadedDonation = LoadedRecord<{ donation: Donation }>;

function useDonation(id: string) {
  return useLoadedRecord(
    ['donations', 'one', id],
    (options) => callWithEtag(getDonation, { params: { id }, ...options }),
    (donation) => {
      // The reply to a user who is no longer an administrator has fewer fields.
      if (!('email' in donation)) throw unanswered(donationTexts.error);
      return { donation };
    },
  );
}
