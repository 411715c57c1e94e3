import { classNames } from './class-names.ts';
import styles from './email-text.module.css';

interface Props {
  email: string;
  /** On one line where there is room; the end of a very long address is cut off. */
  brief?: boolean;
}

/** An address that breaks before its @ when it must break. */
export function EmailText({ email, brief }: Props) {
  const at = email.lastIndexOf('@');
  const className = classNames(styles.email, brief && styles.brief);
  if (at < 0) return <span className={className}>{email}</span>;
  return (
    <span className={className} title={brief ? email : undefined}>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  );
}
