import { formatDay } from '#contract/days.ts';
import { memberFormTexts } from '#contract/member-form.ts';
import { type MemberType, retiredType } from '#contract/member-types.ts';
import { formatRand } from '#contract/money.ts';
import { Card } from '#web/ui/card.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { DefinitionList, type Fact } from '#web/ui/definition-list.tsx';
import { MemberInvoicesLink } from './member-invoices-link.tsx';
import type { Version } from './member-values.ts';
import type { MemberEdit } from './use-member-form.ts';
import { OpenInvoice } from './open-invoice.tsx';

interface Props {
  edit: MemberEdit;
  types: readonly MemberType[];
  choose: (id: string) => Promise<void>;
}

export function MembershipSection({ edit, types, choose }: Props) {
  const { form, typed, base, version } = edit;
  // A retired type is nobody's choice, but stays with those who have it.
  const offered = types.filter(
    ({ id, isRetired }) => !isRetired || id === version?.member.memberTypeID,
  );
  return (
    <Card title="Membership" actions={version && <MemberInvoicesLink member={version.member} />}>
      <SelectField
        {...form.register('memberTypeID')}
        label="Member type"
        placeholder="Choose…"
        hint={version && typed.memberTypeID !== base.memberTypeID && memberFormTexts.typeChanged}
        options={offered.map(optionOf)}
        value={typed.memberTypeID}
        onChange={(event) => void choose(event.target.value)}
        error={form.formState.errors.memberTypeID?.message}
      />
      <DefinitionList facts={version ? factsOf(version) : factsToCome} />
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

function factsOf({ member }: Version): readonly Fact[] {
  const { id, membershipNumber, signupDate, paidUntil } = member;
  return [
    { label: 'Membership number', value: membershipNumber ?? memberFormTexts.noNumber },
    { label: 'Member since', value: formatDay(signupDate) },
    { label: 'Paid until', value: paidUntil ? formatDay(paidUntil) : memberFormTexts.neverPaid },
    { label: 'Open invoice', value: <OpenInvoice memberId={id} /> },
  ];
}
