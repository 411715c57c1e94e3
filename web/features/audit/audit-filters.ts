import { auditSubjectNames, auditSubjects, auditWords } from '#contract/audit.ts';
import type { Filter } from '#web/lists/list-shape.ts';

export const auditFilters: readonly Filter<
  'byName' | 'subjectName' | 'subjectKind' | 'action' | 'from' | 'to'
>[] = [
  { kind: 'text', name: 'subjectName', label: 'Name or number' },
  {
    kind: 'choice',
    name: 'subjectKind',
    label: 'Kind of record',
    options: auditSubjects.map((value) => ({ value, label: auditSubjectNames[value] })),
  },
  {
    kind: 'choice',
    name: 'action',
    label: 'What was done',
    options: Object.entries(auditWords).map(([value, label]) => ({ value, label })),
  },
  { kind: 'text', name: 'byName', label: 'Done by' },
  { kind: 'day', name: 'from', label: 'From' },
  { kind: 'day', name: 'to', label: 'To' },
];
