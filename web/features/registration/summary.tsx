import type { MemberType } from '#contract/member-types.ts';
import { formatRand } from '#contract/money.ts';
import { registrationTexts } from '#contract/registration.ts';
import { relativeTexts } from '#contract/relatives.ts';
import { paths } from '#web/app/paths.ts';
import { Link } from '#web/app/router/link.tsx';
import type { Draft } from './draft.ts';
import type { Step } from './wizard-steps.ts';
import styles from './wizard.module.css';

interface Props {
  draft: Draft;
  type: MemberType;
  goBack: (step: Step) => void;
}

/** What will be sent, with a way back to each part of it. */
export function Summary({ draft: { person, relatives }, type, goBack }: Props) {
  const names = relatives.map(({ firstName, lastName }) => `${firstName} ${lastName}`).join(', ');
  const facts: { label: string; value: string; step: Step | null }[] = [
    {
      label: 'Name',
      value: `${person.title} ${person.firstName} ${person.lastName}`,
      step: 'registration',
    },
    { label: 'Member type', value: type.name, step: 'registration' },
    { label: 'Fee', value: formatRand(type.fee), step: null },
  ];
  if (type.isFamily) {
    facts.push({ label: 'Relatives', value: names || relativeTexts.none, step: 'relatives' });
  }
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, value, step }) => (
        <div key={label} className={styles.fact}>
          <dt className={styles.label}>{label}</dt>
          <dd className={styles.value}>{value}</dd>
          {step && (
            <dd className={styles.change}>
              <ChangeLink what={label.toLowerCase()} onFollow={() => goBack(step)} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

/** Goes back in the history rather than on to a new entry. */
function ChangeLink({ what, onFollow }: { what: string; onFollow: () => void }) {
  return (
    <Link
      to={paths.register()}
      onClick={(event) => {
        event.preventDefault();
        onFollow();
      }}
    >
      {registrationTexts.change}
      <span className="visually-hidden"> {what}</span>
    </Link>
  );
}
