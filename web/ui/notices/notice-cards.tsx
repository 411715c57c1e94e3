import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { classNames } from '../class-names.ts';
import { freeLift } from './free-place.ts';
import styles from './notice-card.module.css';
import type { Notice } from './notice-list.ts';

const successMs = 6000;
/** Enough time to reach the link. */
const linkMs = 20_000;

interface Props {
  /** The element around them. */
  region: RefObject<HTMLElement | null>;
  notices: readonly Notice[];
  /** The user reads or reaches one. */
  held: boolean;
  onLeave: (id: number) => void;
  onClose: (id: number) => void;
}

export function NoticeCards({ region, notices, held, onLeave, onClose }: Props) {
  useFreePlace(region, notices);
  return notices.map((notice) => (
    <NoticeCard
      key={`${notice.id} ${notice.times}`}
      notice={notice}
      held={held}
      onLeave={() => onLeave(notice.id)}
      onClose={() => onClose(notice.id)}
    />
  ));
}

interface CardProps {
  notice: Notice;
  held: boolean;
  onLeave: () => void;
  onClose: () => void;
}

function NoticeCard({ notice, held, onLeave, onClose }: CardProps) {
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

const pressed = 'a, button, input, select, textarea, [data-badge]';

function place(region: HTMLElement) {
  region.style.translate = '';
  const boxes = [...document.querySelectorAll(pressed)]
    .filter((one) => !region.contains(one))
    .map((one) => one.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0);
  const lift = freeLift(region.getBoundingClientRect(), boxes, 0);
  if (lift > 0) region.style.translate = `0 ${-lift}px`;
}

/** Lifts all notices where they cover nothing that is pressed or read, again when the page moves. */
function useFreePlace(region: RefObject<HTMLElement | null>, notices: readonly Notice[]) {
  useEffect(() => {
    const { current } = region;
    if (current === null || notices.length === 0) return undefined;
    const placeAgain = () => place(current);
    placeAgain();
    // The text is there a moment later, and the page may be loading.
    const timers = [40, 400, 1200].map((delay) => setTimeout(placeAgain, delay));
    addEventListener('scroll', placeAgain, { passive: true, capture: true });
    return () => {
      for (const timer of timers) clearTimeout(timer);
      removeEventListener('scroll', placeAgain, { capture: true });
    };
  }, [region, notices]);
}
