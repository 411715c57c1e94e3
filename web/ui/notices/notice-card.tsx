import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { classNames } from '../class-names.ts';
import styles from './notice-card.module.css';
import type { Notice } from './notice-list.ts';

const successMs = 6000;
/** Enough time to reach the link. */
const linkMs = 20_000;

interface CardProps {
  notice: Notice;
  held: boolean;
  onLeave: () => void;
  onClose: () => void;
}

export function NoticeCard({ notice, held, onLeave, onClose }: CardProps) {
  const { link } = notice;
  const success = notice.kind === 'success';
  const Icon = success ? CircleCheck : CircleAlert;
  // The live region must exist before its text, or it is not announced.
  const [spoken, setSpoken] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSpoken(true), 20);
    return () => clearTimeout(timer);
  }, []);
  const leave = useRef(onLeave);
  useEffect(() => {
    leave.current = onLeave;
  });
  useEffect(() => {
    if (!success || held) return undefined;
    const timer = setTimeout(() => leave.current(), link ? linkMs : successMs);
    return () => clearTimeout(timer);
  }, [success, held, link]);
  return (
    <div className={classNames(styles.notice, styles[notice.kind])}>
      <Icon aria-hidden size={20} className={styles.icon} />
      <p role={success ? 'status' : 'alert'} className={styles.text}>
        {spoken && notice.text}
      </p>
      {link && (
        <Link to={link.to} onClick={onLeave} className={styles.link}>
          {link.label}
        </Link>
      )}
      <button type="button" onClick={onClose} className={styles.close}>
        <X aria-hidden size={20} />
        <span className="visually-hidden">Close notice</span>
      </button>
    </div>
  );
}
