import styles from './contacts.module.css';

/** The email address and phone number of the organisation, as far as they are entered. */
export function Contacts({
  email = '',
  phone = '',
}: {
  email: string | undefined;
  phone: string | undefined;
}) {
  if (email === '' && phone === '') return null;
  return (
    <p className={styles.contacts}>
      {email !== '' && <a href={`mailto:${email}`}>{email}</a>}
      {phone !== '' && <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>{phone}</a>}
    </p>
  );
}
