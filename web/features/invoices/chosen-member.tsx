import { useState } from 'react';
import { type Control, useController } from 'react-hook-form';
import type { BodyOf } from '#contract/endpoint.ts';
import type { createInvoice } from '#contract/invoice-admin.ts';
import type { Member } from '#contract/members.ts';
import { DefinitionList } from '#web/ui/definition-list.tsx';
import { payerFacts } from './payer-facts.tsx';
import { MemberPicker } from './member-picker.tsx';
import type { TypedNewInvoice } from './new-invoice-values.ts';

interface Props {
  control: Control<TypedNewInvoice, unknown, BodyOf<typeof createInvoice>>;
  first: Member | null;
}

/** The picker, and what the invoice will say of the one who is chosen. */
export function ChosenMember({ control, first }: Props) {
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
