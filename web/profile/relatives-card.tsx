import { formatDay } from '#contract/days.ts';
import { type Relative, relativeTexts } from '#contract/relatives.ts';
import { Card } from '#web/ui/card.tsx';
import { EmailText } from '#web/ui/email-text.tsx';
import styles from './relatives-card.module.css';

export function RelativesCard({ relatives }: { relatives: readonly Relative[] }) {
  return (
    <Card title="Relatives">
      {relatives.length === 0 ? (
        <p className={styles.none}>{relativeTexts.none}</p>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Name and email</th>
              <th scope="col">Date of birth</th>
            </tr>
          </thead>
          <tbody>
            {relatives.map((relative) => (
              <tr key={relative.id}>
                <td>
                  <span className={styles.name}>
                    {relative.firstName} {relative.lastName}
                  </span>
                  <span className={styles.email}>
                    <EmailText email={relative.email} />
                  </span>
                </td>
                <td className={styles.day}>
                  {relative.dateOfBirth ? formatDay(relative.dateOfBirth) : 'Not recorded'}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}
