import type { memberFilters as contractFilters } from '#contract/members.ts';
import type { Choice, Filter } from '#web/lists/list-shape.ts';

interface Named {
  id: string;
  name: string;
}

export interface MemberChoices {
  types: readonly Named[];
  statuses: readonly Named[];
}

export function memberFilters({
  types,
  statuses,
}: MemberChoices): readonly Filter<keyof typeof contractFilters>[] {
  return [
    { kind: 'text', name: 'membershipNumber', label: 'Number' },
    { kind: 'text', name: 'firstName', label: 'First name' },
    { kind: 'text', name: 'lastName', label: 'Last name' },
    { kind: 'text', name: 'email', label: 'Email' },
    { kind: 'text', name: 'phone', label: 'Phone' },
    { kind: 'choice', name: 'memberTypeID', label: 'Type', options: types.map(choiceOf) },
    { kind: 'choice', name: 'memberStatusID', label: 'Status', options: statuses.map(choiceOf) },
  ];
}

function choiceOf({ id, name }: Named): Choice {
  return { value: id, label: name };
}
