import { Info } from 'lucide-react';
import { useEffect, useState } from 'react';
import { signInTexts } from '#contract/auth.ts';
import styles from './signed-out-notice.module.css';

/** Tells whoever the server has signed out why they are here. */
export function SignedOutNotice() {
  // The live region must be there before its words are, or they are not read out.
  const [spoken, setSpoken] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSpoken(true), 20);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={styles.notice}>
      <Info aria-hidden size={20} />
      <p role="status">{spoken && signInTexts.signedOut}</p>
    </div>
  );
}
