import { Link } from 'react-router';
import { useQuery } from '@tanstack/react-query';
import { formatDay } from '#contract/days.ts';
import { isOpen, searchInvoices } from '#contract/invoices/endpoints.ts';
import { memberTexts } from '#contract/members/endpoints.ts';
import { memberFormTexts } from '#contract/members/form-texts.ts';
import { type MemberType, retiredType } from '#contract/member-types/endpoints.ts';
import { formatRand } from '#contract/money.ts';
import { call } from '#web/api/call.ts';
import { followsChanges } from '#web/api/changes.ts';
import { paths } from '#web/app/paths.ts';
import { useMay } from '#web/session/use-may.ts';
import { Card } from '#web/ui/card.tsx';
import { DefinitionList, type Fact } from '#web/ui/definition-list.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { MemberInvoicesLink } from './member-invoices-link.tsx';
import type { LoadedMember } from './member-values.ts';
import type { MemberEdit } from './use-member-form.ts';

interface Props {
  edit: MemberEdit;
  types: readonly MemberType[];
  choose: (id: string) => Promise<void>;
}

export function MembershipSection({ edit, types, choose }: Props) {
  const { form, typed, base, loaded } = edit;
  const mayReadMoney = useMay()('money.read');
  // A retired type is not offered, but members who have it keep it.
  const offered = types.filter(
    ({ id, isRetired }) => !isRetired || id === loaded?.member.memberTypeID,
  );
  return (
    <Card title="Membership" actions={loaded && <MemberInvoicesLink member={loaded.member} />}>
      <SelectField
        {...form.register('memberTypeID')}
        label="Member type"
        placeholder="Choose…"
        hint={loaded && typed.memberTypeID !== base.memberTypeID && memberFormTexts.typeChanged}
        options={offered.map(optionOf)}
        value={typed.memberTypeID}
        onChange={(event) => void choose(event.target.value)}
        error={form.formState.errors.memberTypeID?.message}
      />
      <DefinitionList facts={loaded ? factsOf(loaded, mayReadMoney) : factsToCome} />
    </Card>
  );
}

function optionOf({ id, name, fee, isRetired }: MemberType) {
  const label = `${name}, ${formatRand(fee)}`;
  return { value: id, label: isRetired ? retiredType(label) : label };
}

const factsToCome: readonly Fact[] = [
  { label: 'Membership number', value: memberFormTexts.numberComes },
];

function factsOf({ member }: LoadedMember, mayReadMoney: boolean): readonly Fact[] {
  const { id, membershipNumber, signupDate, paidUntil } = member;
  return [
    { label: 'Membership number', value: membershipNumber ?? memberFormTexts.noNumber },
    { label: memberTexts.sinceOf(membershipNumber), value: formatDay(signupDate) },
    { label: 'Paid until', value: paidUntil ? formatDay(paidUntil) : memberFormTexts.neverPaid },
    ...(mayReadMoney ? [{ label: 'Open invoice', value: <OpenInvoice memberId={id} /> }] : []),
  ];
}

/** A link to the member's open invoice. */
function OpenInvoice({ memberId }: { memberId: string }) {
  const { data, isError } = useQuery({
    queryKey: ['invoices', 'open', memberId],
    queryFn: ({ signal }) =>
      call(searchInvoices, { body: { memberId, isPaid: false, pageSize: 100 }, signal }),
    refetchOnMount: 'always',
    meta: followsChanges,
  });
  if (isError) return memberFormTexts.invoicesUnknown;
  if (!data) return '…';
  const open = data.results.filter(({ state }) => isOpen(state));
  if (open.length === 0) return memberFormTexts.noOpenInvoice;
  return (
    <>
      {open.map(({ id, invoiceNumber, amount }) => (
        <div key={id}>
          <Link to={paths.invoice(id)}>{`${invoiceNumber}, ${formatRand(amount)}`}</Link>
        </div>
      ))}
    </>
  );
}
