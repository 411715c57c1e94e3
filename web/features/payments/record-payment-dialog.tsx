import { useIsMailKept } from '#web/api/menu-counts.ts';
import { useQuery } from '@tanstack/react-query';
import { formatDay } from '#contract/days.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { statusNames } from '#contract/member-statuses/endpoints.ts';
import { listMemberTypes, type MemberType } from '#contract/member-types/endpoints.ts';
import { type Member, memberTexts } from '#contract/members/endpoints.ts';
import { formatRand } from '#contract/money.ts';
import {
  membershipPaymentTexts as texts,
  type previewMembershipPayment,
} from '#contract/payments/membership-payment.ts';
import { call } from '#web/api/call.ts';
import { FormDialog } from '#web/forms/form-dialog.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { DefinitionList, type Fact } from '#web/ui/definition-list.tsx';
import { AmountField } from '#web/ui/fields/amount-field.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { partInWords } from './part-in-words.ts';
import { PaymentFields } from './payment-fields.tsx';
import styles from './record-payment.module.css';
import { usePaymentForm } from './use-payment-form.ts';

interface Props {
  member: Member;
  onClose: () => void;
  /** Called when the membership has changed: reload the member. */
  onChanged: () => Promise<unknown>;
}

/** Records a membership fee. Before confirming, it shows until when the membership is valid. */
export function RecordPaymentDialog(props: Props) {
  const { member, onClose } = props;
  const types = useMemberTypes();
  const { formRef, ...form } = usePaymentForm(props);
  const { preview, amount, memberTypeId } = form;

  return (
    <FormDialog
      title={texts.recordPayment}
      submit={texts.recordPayment}
      cancel="No, cancel"
      busy={form.busy}
      mayClose={!form.isSending}
      problem={form.problem}
      formRef={formRef}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <DefinitionList facts={factsOf(member)} />
      <SelectField
        label="Member type"
        options={optionsOf(types, member)}
        value={memberTypeId}
        onChange={(event) => form.chooseType(event.currentTarget.value)}
      />
      <AmountField
        name="amount"
        label="Amount"
        value={amount.value}
        error={amount.error}
        onChange={(event) => amount.change(event.currentTarget.value)}
      />
      <PaymentFields {...form.fields} />
      {warningsOf({ member, types, memberTypeId, preview }).map((warning) => (
        <p key={warning} className={styles.warning}>
          {warning}
        </p>
      ))}
      <div role="status" className={styles.status}>
        {preview && amount.rand > 0 && (
          <Result member={member} preview={preview} rand={amount.rand} />
        )}
      </div>
    </FormDialog>
  );
}

type Preview = ReplyOf<typeof previewMembershipPayment>;

interface ResultProps {
  member: Member;
  preview: Preview;
  rand: number;
}

function Result({ member, preview, rand }: ResultProps) {
  const other = partInWords(rand, preview.amount);
  const isPart = rand < preview.amount;
  const isMailKept = useIsMailKept();
  return (
    <div className={classNames(styles.result, isPart && styles.part)}>
      <p className={styles.validUntil}>
        {isPart ? texts.extendedLater : texts.validUntil(preview.validUntil)}
      </p>
      {preview.carried > 0 && <p className={styles.details}>{texts.carried(preview.carried)}</p>}
      {other !== '' && <p className={styles.details}>{other}</p>}
      <p className={styles.details}>
        {texts.paysInvoice(preview.invoiceNumber)} {texts.receipt(member.email, isMailKept)}
      </p>
    </div>
  );
}

function factsOf({ firstName, lastName, paidUntil }: Member): readonly Fact[] {
  const until = paidUntil === null ? memberTexts.notPaidYet : formatDay(paidUntil);
  return [
    { label: 'Member', value: `${firstName} ${lastName}` },
    { label: 'Paid until', value: until },
  ];
}

function useMemberTypes(): readonly MemberType[] {
  const { data = [] } = useQuery({
    queryKey: ['memberTypes', 'all'],
    queryFn: ({ signal }) => call(listMemberTypes, { signal }),
  });
  return data;
}

/** The types on offer that have a fee, and the member's own. */
function optionsOf(types: readonly MemberType[], { memberTypeID, memberTypeName }: Member) {
  const offered = types.filter(
    ({ id, fee, isRetired }) => id === memberTypeID || (fee > 0 && !isRetired),
  );
  if (offered.length === 0) return [{ value: memberTypeID, label: memberTypeName }];
  return offered.map(({ id, name, fee }) => ({ value: id, label: `${name}, ${formatRand(fee)}` }));
}

interface Choice {
  member: Member;
  types: readonly MemberType[];
  memberTypeId: string;
  preview: Preview | undefined;
}

function warningsOf({ member, types, memberTypeId, preview }: Choice): string[] {
  const isFamily = (id: string) => types.some((type) => type.id === id && type.isFamily);
  const hidesRelatives = isFamily(member.memberTypeID) && !isFamily(memberTypeId);
  const isDeactivated = member.memberStatusName === statusNames.deactivated;
  return [
    ...(preview?.voidsInvoice ? [texts.voidsInvoice(preview.voidsInvoice)] : []),
    ...(hidesRelatives ? [texts.hidesRelatives] : []),
    ...(isDeactivated ? [texts.staysDeactivated] : []),
  ];
}
