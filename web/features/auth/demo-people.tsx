import { demoTexts } from '#contract/company-info/demo-texts.ts';
import { Button } from '#web/ui/button.tsx';
import styles from './sign-in-page.module.css';

interface Props {
  people: readonly { name: string; email: string; role: string }[];
  onChoose: (email: string) => void;
}

/** In the demo: a person for each role, to sign in as. product-rules 2.16. */
export function DemoPeople({ people, onChoose }: Props) {
  return (
    <fieldset className={styles.people}>
      <legend>{demoTexts.signInAs}</legend>
      {people.map(({ name, email, role }) => (
        <Button key={email} onClick={() => onChoose(email)}>
          {demoTexts.person(role, name)}
        </Button>
      ))}
    </fieldset>
  );
}
