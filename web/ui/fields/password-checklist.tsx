import { Circle, CircleCheck } from 'lucide-react';
import { useId } from 'react';
import { resetPasswordTexts } from '#contract/auth/endpoints.ts';
import { passwordRules } from '#contract/auth/passwords.ts';
import { classNames } from '../class-names.ts';
import styles from './password-checklist.module.css';

/** The rules that a new password does not meet yet. */
export function PasswordChecklist({ text }: { text: string }) {
  const id = useId();
  const allMet = passwordRules.every((rule) => rule.holds(text));
  return (
    <div className={styles.box}>
      <h2 id={id} className={styles.title}>
        {resetPasswordTexts.checklist}
      </h2>
      <ul className={styles.list} aria-labelledby={id}>
        {passwordRules.map((rule) => (
          <Requirement key={rule.short} words={rule.short} isMet={rule.holds(text)} />
        ))}
      </ul>
      {/* Announced once, when all rules are met. */}
      <output className="visually-hidden">{allMet && resetPasswordTexts.allMet}</output>
    </div>
  );
}

function Requirement({ words, isMet }: { words: string; isMet: boolean }) {
  const Icon = isMet ? CircleCheck : Circle;
  return (
    <li className={classNames(styles.requirement, isMet && styles.met)}>
      <Icon aria-hidden size={18} />
      <span>
        {words}
        <span className="visually-hidden">
          {`: ${isMet ? resetPasswordTexts.met : resetPasswordTexts.notMet}`}
        </span>
      </span>
    </li>
  );
}
